/** A call of QEMU, as a makefile makes it, as the `run` of `weft.json`: what boots is kept, what only shows it is not. */
import { basename, relative, resolve } from "node:path";
import type { RunRecipe } from "../kernel-build/index.js";
import { lookUp } from "../model/index.js";
import type { GuestCommand } from "./build-trace.js";

export interface BootRecipe {
  readonly run: RunRecipe;
  /** Clauses: what was left out, and why. */
  readonly left: readonly string[];
}

/** How many words each option that Weft sets itself, or that can't be had here, takes after it. */
const LEFT_OUT: Readonly<Record<string, readonly [words: number, reason: string]>> = {
  "-nographic": [0, "weft run has the serial console on the terminal"],
  "-curses": [0, "weft run has the serial console on the terminal"],
  "-serial": [1, "weft run has the serial console on the terminal"],
  "-monitor": [1, "weft run has the monitor on Ctrl-A C"],
  "-display": [1, "weft run opens no window"],
  "-vga": [1, "weft run opens no window"],
  "-s": [0, "the debugger has a debug stub of its own"],
  "-S": [0, "the debugger stops where it is told"],
  "-gdb": [1, "the debugger has a debug stub of its own"],
  "-enable-kvm": [0, "it does not run everywhere"],
  "-accel": [1, "it does not run everywhere"],
  "-no-reboot": [0, "weft run ends when the kernel resets"],
  "-no-shutdown": [0, "weft run ends when the kernel switches off"],
  "-daemonize": [0, "weft run waits for the kernel"],
  "-pidfile": [1, "weft run knows its guest"],
  "-D": [1, "weft run keeps the console in .weft/serial.log"],
  "-d": [1, "weft run keeps the console in .weft/serial.log"],
};

/** What a call has said so far. Mutable while it is read. */
interface Machine {
  readonly single: {
    firmware?: "uefi";
    kernel?: string;
    initrd?: string;
    append?: string;
    cdrom?: string;
    memory?: number;
  };
  readonly disks: string[];
  readonly rest: string[];
  readonly left: Map<string, string>;
  /** A file of the call, relative to the project's folder. */
  readonly path: (file: string) => string;
}

/** `undefined` where the call names nothing that boots. `root`: the project's folder, absolute. */
export function bootRecipe({ directory, words }: GuestCommand, root: string): BootRecipe | undefined {
  const path = (file: string) => (file === "" ? "" : relative(root, resolve(directory, file)) || file);
  const machine: Machine = { single: {}, disks: [], rest: [], left: new Map(), path };
  for (let at = 1; at < words.length; ) at += readOption(machine, words[at] as string, words[at + 1] ?? "");
  const { single, rest, left } = machine;
  const images = machine.disks.filter((disk) => disk !== undefined);
  // What a script gets as its argument is not known.
  if ([single.kernel, single.cdrom, ...images].includes("")) return undefined;
  const isBootable = single.kernel ?? single.cdrom ?? images[0] ?? (rest.includes("-fda") || undefined);
  if (isBootable === undefined) return undefined;
  const { memory, cdrom, ...loaded } = single;
  const run = {
    ...(/x86_64$/.test(basename(words[0] ?? "")) ? { architecture: "x86_64" as const } : {}),
    ...loaded,
    ...(images.length === 0 ? {} : { disks: images }),
    ...(cdrom === undefined ? {} : { cdrom }),
    ...(memory === undefined ? {} : { memory }),
    ...(rest.length === 0 ? {} : { arguments: rest }),
  };
  return { run, left: [...left].map(([option, reason]) => `${option}: ${reason}`) };
}

/** How many words it takes, itself included. */
function readOption(machine: Machine, word: string, value: string): 1 | 2 {
  const option = word.replace(/^--/, "-");
  const out = lookUp(LEFT_OUT, option);
  if (out !== undefined) {
    machine.left.set(option, out[1]);
    return out[0] === 0 ? 1 : 2;
  }
  if (isUefi(option, value)) {
    machine.single.firmware = "uefi";
    return 2;
  }
  if (option === "-cpu" && /^host\b/.test(value)) {
    machine.left.set("-cpu host", "it does not run everywhere");
    return 2;
  }
  if (takeSingle(machine, option, value) || takeDisk(machine, option, value)) return 2;
  if (!option.startsWith("-")) {
    machine.disks.push(machine.path(word));
    return 1;
  }
  machine.rest.push(option);
  if (value === "" || value.startsWith("-")) return 1;
  machine.rest.push(value);
  return 2;
}

function takeSingle({ single, path }: Machine, option: string, value: string): boolean {
  if (option === "-kernel" || option === "-initrd" || option === "-cdrom")
    single[option.slice(1) as "kernel"] = path(value);
  else if (option === "-append") single.append = value;
  else if (option === "-m") single.memory = megabytes(value);
  else return false;
  return true;
}

function takeDisk({ disks, path }: Machine, option: string, value: string): boolean {
  const disk = option === "-drive" ? plainDisk(value) : undefined;
  const drive = /^-hd([a-d])$/.exec(option)?.[1];
  if (disk !== undefined) disks[disk.index ?? disks.length] = path(disk.file);
  else if (drive !== undefined) disks["abcd".indexOf(drive)] = path(value);
  else return false;
  return true;
}

/** Its code and its variables, wherever they lie. */
function isUefi(option: string, value: string): boolean {
  const takesImage = option === "-bios" || option === "-pflash" || /\bif=pflash\b/.test(value);
  return takesImage && /ovmf|edk2|uefi/i.test(value);
}

/** A raw disk without anything special; others are passed on as they are. */
function plainDisk(value: string): { file: string; index?: number } | undefined {
  const parts = value.split(/,(?!,)/).map((part) => part.split("="));
  const known = new Map(parts.map(([key = "", text = ""]) => [key === "" ? "file" : key, text]));
  const rest = [...known].filter(([key]) => key !== "file" && key !== "index" && key !== "cache");
  const isPlain = rest.every(([key, text]) =>
    [
      ["media", "disk"],
      ["format", "raw"],
      ["if", "ide"],
    ].some(([a, b]) => a === key && b === text),
  );
  const file = known.get("file");
  if (!isPlain || file === undefined) return undefined;
  const index = known.get("index");
  return { file, ...(index === undefined ? {} : { index: Number(index) }) };
}

/** `512`, `512M`, `1G`. */
function megabytes(text: string): number {
  const [, digits = "128", unit = "M"] = /^(?:size=)?(\d+)([KMG]?)/i.exec(text) ?? [];
  const factor = lookUp({ K: 1 / 1024, M: 1, G: 1024 }, unit.toUpperCase()) ?? 1;
  return Math.max(1, Math.round(Number(digits) * factor));
}
