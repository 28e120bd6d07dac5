/**
 * The guest's console on QEMU's own streams. Kernels that print on the debug port (`-debugcon stdio`) or through a character
 * device of their makefile share it with the serial line: QEMU gives its standard streams to one device alone.
 */

import { lookUp } from "../../model/index.js";

/** `mon:stdio`: the monitor is there too, behind Ctrl-A C. `null`: nobody hears the guest. */
type ConsoleEnd = "stdio" | "mon:stdio" | "null";

const OWN = "weft-console";

/** Options whose devices can be put on the streams, and by which other words they are put on a named character device. */
const DEVICES: Readonly<Record<string, (id: string) => readonly string[]>> = {
  // QEMU 7 and 10 look for a device called "debugcon" where `-debugcon chardev:ID` names one.
  "-debugcon": (id) => ["-device", `isa-debugcon,chardev=${id}`],
  "-parallel": (id) => ["-parallel", `chardev:${id}`],
};

const optionOf = (word: string) => word.replace(/^--/, "-");

const isOnStreams = (value: string) => value === "stdio" || value === "mon:stdio";

/**
 * QEMU's arguments with the serial line that is on the standard streams, else with one more, at `end`, and whatever else of
 * them is on the streams too.
 */
export function withConsole(words: readonly string[], end: ConsoleEnd): string[] {
  const named = words.flatMap((word, at) =>
    optionOf(word) === "-chardev" ? (streamDevice(words[at + 1]) ?? []) : [],
  )[0];
  const id = named ?? OWN;
  const rest: string[] = [];
  let isShared = named !== undefined;
  let line: number | undefined;
  for (let at = 0; at < words.length; at++) {
    const [word = "", value = ""] = [words[at], words[at + 1]];
    const option = optionOf(word);
    const device = isOnStreams(value) ? lookUp(DEVICES, option) : undefined;
    if (device !== undefined) rest.push(...device(id));
    else if (!isTaken(option, value, id)) {
      rest.push(word);
      continue;
    } else if (option === "-serial") line ??= rest.push("-serial", "") - 1;
    isShared ||= device !== undefined;
    at++;
  }
  const hasMonitor = end === "mon:stdio";
  const monitor = hasMonitor ? [] : ["-monitor", "none"];
  const serial = isShared ? `chardev:${id}` : end;
  // The first line is the kernel's first port: where it stood it stays.
  if (line === undefined) rest.push("-serial", serial);
  else rest[line] = serial;
  if (!isShared) return [...rest, ...monitor];
  // Before the devices that name it.
  const streams = end === "null" ? `null,id=${id},mux=on` : `stdio,id=${id},mux=on,signal=off`;
  const control = hasMonitor ? ["-mon", `chardev=${id},mode=readline`] : [];
  return ["-chardev", streams, ...rest, ...monitor, ...control];
}

/** Whether an option is on the streams, or on their character device, in a place that {@link withConsole} fills itself. */
function isTaken(option: string, value: string, id: string): boolean {
  if (option === "-chardev") return streamDevice(value) !== undefined;
  if (option === "-mon") return chardevOf(value) === id;
  return /^-(?:serial|monitor)$/.test(option) && (isOnStreams(value) || value === `chardev:${id}`);
}

/** The name of a character device on the streams. */
function streamDevice(value = ""): string | undefined {
  const [kind, ...settings] = value.split(",");
  if (kind !== "stdio") return undefined;
  return settings.find((one) => one.startsWith("id="))?.slice("id=".length);
}

function chardevOf(value: string): string | undefined {
  return value
    .split(",")
    .find((one, at) => one.startsWith("chardev=") || (at === 0 && !one.includes("=")))
    ?.replace(/^chardev=/, "");
}
