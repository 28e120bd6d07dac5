/** `weft live agent` and `attach`: a Linux guest without a debug stub, into which an agent lets us. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoryRoot } from "../../../compile/places.js";
import {
  makeAgent,
  openAgent,
  orphanedGuest,
  removeGuestRecord,
  runningGuest,
  takeUpGuest,
  writeGuestRecord,
} from "../../../guest/index.js";
import type { Project } from "../../../kernel-build/index.js";
import { publishLive } from "../../../live-weave/index.js";
import { namedProject } from "../../../live-weave/live-target.js";
import type { Problem } from "../../../model/index.js";
import { EXIT, fail, report } from "../../output.js";
import { writeHandedOut } from "../../write-handed-out.js";
import type { LiveFlags } from "./with-guest.js";

export const agentSources = () => join(repositoryRoot(), "weaver-bridge/guest/agent");

/** Writes the agent of the project's kernel where it is told to. */
export async function agent(flags: LiveFlags & { readonly output?: string }): Promise<number> {
  const loaded = namedProject(flags);
  if ("problems" in loaded) return fail(flags, loaded.problems);
  const made = await makeAgent(loaded.project, agentSources());
  if (typeof made !== "string") return fail(flags, [made]);
  const file = resolve(flags.output ?? "weft-agent");
  writeHandedOut(file, readFileSync(made), { isNamed: flags.output !== undefined });
  chmodSync(file, 0o755);
  report(flags, [], { file });
  if (flags.json !== true)
    process.stdout.write(`${file}\nCopy it into the guest, and start it there as root: weft-agent ttyS1\n`);
  return EXIT.fine;
}

const POLL = 500;

/** Makes the guest at the other end of the port this project's one, for all commands and the IDE, until it is ended. */
export async function attach(socket: string | undefined, flags: LiveFlags): Promise<number> {
  const loaded = namedProject(flags);
  if ("problems" in loaded) return fail(flags, loaded.problems);
  const { project } = loaded;
  if (runningGuest(project) !== undefined) return fail(flags, [otherGuest(project)]);
  return socket === undefined ? takeUp(project, flags) : attachTo(resolve(socket), project);
}

/** The guest that was left alone. */
async function takeUp(project: Project, flags: LiveFlags): Promise<number> {
  const orphan = orphanedGuest(project);
  if (orphan === undefined) return fail(flags, [noneLeft(project)]);
  const taken = await takeUpGuest(project, orphan);
  const endPublishing = publishLive(project, taken.record);
  process.stderr.write("weft live attach: keeps the guest, with all that is woven; Ctrl-C lets it go\n");
  await whileTrue(taken.isRunning);
  endPublishing();
  taken.leave();
  return EXIT.fine;
}

async function attachTo(path: string, project: Project): Promise<number> {
  const { hello, leave } = await openAgent(path);
  leave();
  const record = { version: 1, id: hello.instance, processId: process.pid, agent: path } as const;
  writeGuestRecord(project, record);
  const endPublishing = publishLive(project, record);
  process.stderr.write(
    `weft live attach: Linux ${hello.release}, ${hello.cpus} processors; Ctrl-C lets it go\n`,
  );
  await whileTrue(() => existsSync(path));
  endPublishing();
  removeGuestRecord(project, record.id);
  return EXIT.fine;
}

/** Or until a signal comes. */
async function whileTrue(isThere: () => boolean): Promise<void> {
  let isOver = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => (isOver = true));
  while (!isOver && isThere()) await sleep(POLL);
}

function noneLeft({ name }: Project): Problem {
  return {
    code: "live/no-guest",
    severity: "error",
    message: `no guest of ${name} was left alone by who kept it`,
    hint: "Start one with weft run --live, or name the socket at which a guest's agent serves.",
  };
}

function otherGuest({ name }: Project): Problem {
  return {
    code: "live/other-guest",
    severity: "error",
    message: `a guest of ${name} is kept already`,
    hint: "End its weft run --live or weft live attach first.",
  };
}
