/**
 * What a debug configuration of type `weft` may say. Plain data, read by the adapter and written by the IDE;
 * {@link readLaunchSettings} and {@link readAttachSettings} check untrusted JSON and never throw.
 */
import { isAbsolute } from "node:path";
import type { SteppedAdvice } from "./messages.js";

/** Deadlines in milliseconds; every wait of the adapter has one. */
export interface Timeouts {
  /** `weft build`. Default 30 minutes. */
  readonly build: number;
  /** QEMU started and its sockets there; GDB connected. Default 30 seconds. */
  readonly connect: number;
  /** From power-on to `stopAt`. Default 60 seconds. */
  readonly boot: number;
  /** One command of GDB. Default 60 seconds. */
  readonly command: number;
}

export interface LaunchSettings {
  /** Folder that holds `weft.json`. Absolute. */
  readonly project: string;
  /** Function name or `file:line` where the first stop is made. Absent: `run.stopAt` of weft.json, unless breakpoints are set. */
  readonly stopAt?: string;
  /** `auto` (default) runs `weft build` first; `never` takes the image as it is. */
  readonly build: "auto" | "never";
  /** Arguments added at the end of QEMU's command line. */
  readonly qemu: readonly string[];
  readonly timeouts: Timeouts;
  /** Aspects in whose advice steps end; `all` by default. */
  readonly stepIntoAdvice: SteppedAdvice;
  /** File that the run is recorded into. Absolute. */
  readonly record?: string;
  /** A recording, opened in place of a machine that is built and booted. Absolute. */
  readonly replay?: string;
  /** A memory dump of this kernel, opened in place of a machine. Absolute. */
  readonly dump?: string;
  /** Start the kernel and show its console, without GDB's breakpoints and without `stopAt`. */
  readonly noDebug: boolean;
}

export interface AttachSettings {
  /** Folder that holds `weft.json`: symbols and weave map are taken from it. Absolute. */
  readonly project: string;
  /** Where a debug stub listens. Without a port, the project's guest that runs is met: that of `weft run --live`. */
  readonly host: string;
  readonly port?: number;
  readonly timeouts: Timeouts;
  readonly stepIntoAdvice: SteppedAdvice;
}

export type Checked<T> = { readonly value: T } | { readonly problem: string };

export const DEFAULT_TIMEOUTS: Timeouts = {
  build: 30 * 60_000,
  connect: 30_000,
  boot: 60_000,
  command: 60_000,
};

/** `problem` is a clause that names the setting, for example `"project" must be the path of a folder`. */
export function readLaunchSettings(input: unknown): Checked<LaunchSettings> {
  const settings = asRecord(input);
  const common = readCommon(settings);
  if ("problem" in common) return common;
  const { stopAt, build = "auto", qemu = [], noDebug = false, record, replay, dump } = settings;
  if (stopAt !== undefined && (typeof stopAt !== "string" || stopAt.trim() === ""))
    return { problem: '"stopAt" must be the name of a function, or FILE:LINE' };
  if (build !== "auto" && build !== "never") return { problem: '"build" must be "auto" or "never"' };
  if (!isStringList(qemu)) return { problem: '"qemu" must be a list of strings, QEMU\'s extra arguments' };
  const files = Object.entries({ record, replay, dump }).filter(([, file]) => file !== undefined);
  for (const [name, file] of files)
    if (typeof file !== "string" || !isAbsolute(file))
      return { problem: `"${name}" must be the absolute path of a ${name === "dump" ? name : "recording"}` };
  if (files.length > 1)
    return { problem: `${files.map(([name]) => `"${name}"`).join(" and ")} exclude each other` };
  return {
    value: {
      ...common.value,
      ...(Object.fromEntries(files) as Pick<LaunchSettings, "record" | "replay" | "dump">),
      ...(stopAt === undefined ? {} : { stopAt: stopAt.trim() }),
      build,
      qemu,
      noDebug: noDebug === true,
    },
  };
}

export function readAttachSettings(input: unknown): Checked<AttachSettings> {
  const settings = asRecord(input);
  const common = readCommon(settings);
  if ("problem" in common) return common;
  const { host = "localhost", port } = settings;
  if (typeof host !== "string" || !/^[\w.:[\]-]+$/.test(host))
    return { problem: '"host" must be the name or address of the machine where the debug stub listens' };
  if (port === undefined) return { value: { ...common.value, host } };
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65535)
    return { problem: '"port" must be a number from 1 to 65535' };
  return { value: { ...common.value, host, port } };
}

function readCommon(
  settings: Record<string, unknown>,
): Checked<Pick<AttachSettings, "project" | "timeouts" | "stepIntoAdvice">> {
  const { project, timeouts = {}, stepIntoAdvice = "all" } = settings;
  if (typeof project !== "string" || project === "")
    return { problem: '"project" must be the path of the folder that holds weft.json' };
  if (typeof timeouts !== "object" || timeouts === null || Array.isArray(timeouts))
    return { problem: '"timeouts" must be an object with build, connect, boot or command, in milliseconds' };
  const merged: Record<string, number> = { ...DEFAULT_TIMEOUTS };
  for (const [name, value] of Object.entries(timeouts)) {
    if (!Object.hasOwn(DEFAULT_TIMEOUTS, name))
      return { problem: `"timeouts.${name}" is not known; there are build, connect, boot and command` };
    if (typeof value !== "number" || !(value > 0) || value > 2 ** 31 - 1)
      return { problem: `"timeouts.${name}" must be a positive number of milliseconds` };
    merged[name] = value;
  }
  if (stepIntoAdvice !== "all" && !isStringList(stepIntoAdvice))
    return { problem: '"stepIntoAdvice" must be "all" or a list of aspects' };
  return { value: { project, timeouts: merged as unknown as Timeouts, stepIntoAdvice } };
}

function asRecord(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
