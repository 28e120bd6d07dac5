/**
 * Where it is kept which processes and sockets are ours: a folder of this user's that nobody else can open, never one of a
 * project. What a project's folder says of processes is what whoever packed it wrote there.
 */
import { lstatSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { cacheFolder } from "./cache-folder.js";

/** Absolute, made if need be. Throws where there is no place that only this user can open. */
export function runtimeFolder(): string {
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  const places = [
    ...(runtime === undefined || runtime === "" || !isPrivate(runtime) ? [] : [join(runtime, "weft")]),
    cacheFolder("run"),
    join(tmpdir(), `weft-run-${process.getuid?.() ?? "user"}`),
  ];
  for (const place of places) if (isMadePrivate(place)) return place;
  throw new Error(`There is no folder that only you can open: tried ${places.join(", ")}.`);
}

function isMadePrivate(folder: string): boolean {
  // Where it is refused another place is tried, and who has none is told.
  return (
    unlessRefused(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return isPrivate(folder);
    }) ?? false
  );
}

/** A folder, no link, of this user's, that nobody else can open. */
export function isPrivate(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  return status?.isDirectory() === true && status.uid === process.getuid?.() && (status.mode & 0o077) === 0;
}

/** A process's number means something among its own kind only: containers may share a folder. */
export function processKind(): string {
  // No Linux.
  return unlessRefused(() => /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0") ?? "0";
}

/** When a process began, in ticks since the machine did: with its number it names one process for good. Undefined: gone. */
export function startOfProcess(pid: number): string | undefined {
  return unlessRefused(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  });
}

/** The words that a process of this user's was started with; undefined for another's, or where it is gone. */
export function wordsOfProcess(pid: number): readonly string[] | undefined {
  return unlessRefused(() => {
    if (lstatSync(`/proc/${pid}`).uid !== process.getuid?.()) return undefined;
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").slice(0, -1);
  });
}
