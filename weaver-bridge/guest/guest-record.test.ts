import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { privateFolder, runtimeFolder } from "../kernel-build/index.js";
import {
  hasForeignRecord,
  lastGuest,
  liveFolder,
  removeGuestRecord,
  runningGuest,
  writeGuestRecord,
} from "./guest-record.js";
import { orphanedGuest } from "./take-up-guest.js";

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const project = () => ({ root: mkdtempSync(join(tmpdir(), "weft-record-")) });
const bystander = () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  children.push(child);
  return child.pid as number;
};
const DEAD = 2 ** 22 + 1;

/** As an archive brings it along. */
function plant(root: string, record: object): void {
  mkdirSync(liveFolder({ root }), { recursive: true });
  writeFileSync(join(liveFolder({ root }), "guest.json"), JSON.stringify(record));
}

test("what a folder says of processes, sockets and files is not believed", () => {
  const { root } = project();
  const victim = mkdtempSync(join(tmpdir(), "weft-victim-"));
  writeFileSync(join(victim, "process"), String(bystander()));
  const socket = join(victim, "kept");
  writeFileSync(socket, "");
  const machine = { stub: join(victim, "qemu"), process: join(victim, "process") };
  for (const processId of [DEAD, process.pid]) {
    plant(root, { version: 1, id: "a", processId, stub: socket, debugging: socket, machine, agent: socket });
    expect([lastGuest({ root }), runningGuest({ root }), orphanedGuest({ root })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(hasForeignRecord({ root })).toBe(true);
  }
  expect(readdirSync(victim).sort()).toEqual(["kept", "process"]);
});

test("what counts is nobody else's to open, and is forgotten with the guest", () => {
  const { root } = project();
  writeGuestRecord({ root }, { version: 1, id: "a", processId: process.pid, stub: "/s" });
  expect(runningGuest({ root })).toMatchObject({ id: "a", started: expect.stringMatching(/^\d+$/) });
  expect(statSync(runtimeFolder()).mode & 0o077).toBe(0);
  removeGuestRecord({ root }, "other");
  expect(runningGuest({ root })?.id).toBe("a");
  removeGuestRecord({ root }, "a");
  expect(lastGuest({ root })).toBeUndefined();
  expect(existsSync(join(liveFolder({ root }), "guest.json"))).toBe(false);
});

test("a machine is one that one of our processes started, by its kind and its words", () => {
  const { root } = project();
  const folder = privateFolder("weft-guest-");
  const file = join(folder, "process");
  const record = (place: string) => ({
    ...{ version: 1 as const, id: "a", processId: DEAD, stub: join(place, "visits") },
    ...{
      debugging: join(place, "debugging"),
      machine: { stub: join(place, "qemu"), process: join(place, "process") },
    },
  });
  writeFileSync(file, String(bystander()));
  writeGuestRecord({ root }, record(folder));
  expect(orphanedGuest({ root })).toBeUndefined();
  const machine = spawn("bash", ["-c", `exec -a qemu-system-i386 sleep 600 -pidfile ${file}`], {
    stdio: "ignore",
  });
  children.push(machine);
  const other = mkdtempSync(join(tmpdir(), "weft-other-"));
  writeGuestRecord({ root }, record(other));
  expect(orphanedGuest({ root })).toBeUndefined();
  expect(lstatSync(dirname(file)).isDirectory()).toBe(true);
});

test("what a killed process left is taken away, by its owner, and nothing else", async () => {
  const { sweepFolders, processKind } = await import("../kernel-build/index.js");
  const parent = mkdtempSync(join(tmpdir(), "weft-swept-"));
  const kind = processKind();
  const names = {
    gone: `weft-guest-${kind}-${DEAD}-abcdef`,
    server: `weft-language-server-${kind}-${DEAD}-abcdef`,
    runs: `weft-guest-${kind}-${process.pid}-abcdef`,
    machine: `weft-guest-${kind}-${DEAD}-machin`,
    elsewhere: `weft-guest-1-${DEAD}-abcdef`,
    open: `weft-open-${kind}-${DEAD}-abcdef`,
    foreign: `other-${kind}-${DEAD}-abcdef`,
  };
  for (const name of Object.values(names)) mkdirSync(join(parent, name), { mode: 0o700 });
  mkdirSync(join(parent, names.open, "x"), { recursive: true });
  (await import("node:fs")).chmodSync(join(parent, names.open), 0o777);
  writeFileSync(join(parent, names.machine, "process"), String(bystander()));
  sweepFolders(parent);
  expect(readdirSync(parent).sort()).toEqual(
    [names.runs, names.machine, names.elsewhere, names.open, names.foreign].sort(),
  );
});
