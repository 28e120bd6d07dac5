/**
 * The guest's console on QEMU's own streams. Kernels that print on the debug port (`-debugcon stdio`) or through a character
 * device of their makefile share it with the serial line: QEMU gives its standard streams to one device alone.
 */

/** `mon:stdio`: the monitor is there too, behind Ctrl-A C. `null`: nobody hears the guest. */
export type ConsoleEnd = "stdio" | "mon:stdio" | "null";

const OWN = "weft-console";

/** Options whose devices can be put on the streams, and by which other words they are put on a named character device. */
const DEVICES: Readonly<Record<string, (id: string) => readonly string[]>> = {
  // QEMU 7 and 10 look for a device called "debugcon" where `-debugcon chardev:ID` names one.
  "-debugcon": (id) => ["-device", `isa-debugcon,chardev=${id}`],
  "-parallel": (id) => ["-parallel", `chardev:${id}`],
};

/** Whose place on the streams {@link withConsole} itself takes. */
const TAKEN = new Set(["-serial", "-monitor"]);

const isOnStreams = (value: string | undefined) => value === "stdio" || value === "mon:stdio";

/** QEMU's arguments with its first serial line, and whatever else of them is on the standard streams, at `end`. */
export function withConsole(words: readonly string[], end: ConsoleEnd): string[] {
  const named = words.flatMap((word, at) =>
    word === "-chardev" ? (streamDevice(words[at + 1]) ?? []) : [],
  )[0];
  const id = named ?? OWN;
  const rest: string[] = [];
  let isShared = false;
  for (let at = 0; at < words.length; at++) {
    const [word = "", value = ""] = [words[at], words[at + 1]];
    const option = word.replace(/^--/, "-");
    const device = Object.hasOwn(DEVICES, option) ? DEVICES[option] : undefined;
    if (option === "-chardev" && streamDevice(value) !== undefined) at++;
    else if (TAKEN.has(option) && (isOnStreams(value) || value === `chardev:${id}`)) at++;
    else if (option === "-mon" && chardevOf(value) === id) at++;
    else if (device !== undefined && isOnStreams(value)) {
      rest.push(...device(id));
      isShared = true;
      at++;
    } else rest.push(word);
  }
  const monitor = end === "mon:stdio" ? [] : ["-monitor", "none"];
  if (!isShared && named === undefined) return [...rest, ...monitor, "-serial", end];
  // Before the devices that name it.
  const streams = ["-chardev", end === "null" ? `null,id=${id},mux=on` : `stdio,id=${id},mux=on,signal=off`];
  const control = end === "mon:stdio" ? ["-mon", `chardev=${id},mode=readline`] : [];
  return [...streams, ...rest, ...monitor, "-serial", `chardev:${id}`, ...control];
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
