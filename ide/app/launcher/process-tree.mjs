// Ends a process with everything that it started, also what has moved to a session or a group of its own
// (terminals, GDB, QEMU). Reads /proc, so it knows the tree on Linux; elsewhere it ends the one process.
import { readdirSync, readFileSync } from "node:fs";
import { unlessRefused } from "./unless-refused.mjs";

const politeMilliseconds = 4000;
const pollMilliseconds = 50;

/** Asks the process and its descendants to end, insists after a while; resolves when none of them is left. */
export async function endProcessTree(pid) {
  if (pid === undefined) return;
  const tree = [...descendants(pid), ...identify(pid)];
  signalAll(identify(pid), "SIGTERM");
  if (!(await allGone(identify(pid), politeMilliseconds))) signalAll(identify(pid), "SIGKILL");
  const left = tree.filter(isAlive);
  signalAll(left, "SIGTERM");
  if (await allGone(left, politeMilliseconds)) return;
  signalAll(left, "SIGKILL");
  await allGone(left, politeMilliseconds);
}

/** In the environment of a backend and of all that it starts. */
export const BACKEND_MARK = "WEFT_BACKEND";

/** Ends what a backend that is gone has left behind: nothing leads from it to its children any more but their mark. */
export async function endLeftBehind(mark) {
  const wanted = `${BACKEND_MARK}=${mark}`;
  const left = listProcesses().flatMap((name) =>
    environmentOf(name).includes(wanted) ? identify(Number(name)) : [],
  );
  signalAll(left, "SIGTERM");
  if (await allGone(left, politeMilliseconds)) return;
  signalAll(left, "SIGKILL");
  await allGone(left, politeMilliseconds);
}

/** Of our own processes; what is another user's was not started by us. */
function environmentOf(name) {
  return unlessRefused(() => readFileSync(`/proc/${name}/environ`, "latin1"))?.split("\0") ?? [];
}

/** A process is known by its number and its start time, so a reused number is never taken for it. */
function identify(pid) {
  const stat = readStat(pid);
  return stat === undefined ? [] : [{ pid, startTime: stat.startTime }];
}

function descendants(root) {
  const children = new Map();
  for (const name of listProcesses()) {
    const stat = readStat(Number(name));
    if (stat === undefined) continue;
    const siblings = children.get(stat.parent) ?? [];
    siblings.push({ pid: Number(name), startTime: stat.startTime });
    children.set(stat.parent, siblings);
  }
  const found = [];
  const visit = (pid) => {
    for (const child of children.get(pid) ?? []) {
      found.push(child);
      visit(child.pid);
    }
  };
  visit(root);
  return found;
}

function listProcesses() {
  return (unlessRefused(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name));
}

/** Fields of /proc/PID/stat after the command name, which may itself hold spaces and brackets. */
function readStat(pid) {
  const text = unlessRefused(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0], parent: Number(fields[1]), startTime: fields[19] };
}

function isAlive({ pid, startTime }) {
  const stat = readStat(pid);
  return stat !== undefined && stat.startTime === startTime && stat.state !== "Z";
}

function signalAll(processes, signal) {
  // It may end between the look and the signal.
  for (const one of processes.filter(isAlive)) unlessRefused(() => process.kill(one.pid, signal));
}

async function allGone(processes, milliseconds) {
  for (let waited = 0; processes.some(isAlive); waited += pollMilliseconds) {
    if (waited >= milliseconds) return false;
    await new Promise((next) => setTimeout(next, pollMilliseconds));
  }
  return true;
}
