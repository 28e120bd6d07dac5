/** How a kernel boots where no rule of its build says so: told from the header of what was linked. */
import { closeSync, readSync } from "node:fs";
import { relative } from "node:path";
import { openFileOnly, type RunRecipe } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";

export interface ImageBoot {
  readonly run: RunRecipe;
  /** Runs after the build, where a boot loader is needed. */
  readonly finish?: readonly string[];
  /** A clause. */
  readonly because: string;
}

/** Bytes in which the specifications want their headers. */
const HEADER = 32_768;
const MULTIBOOT = 0x1badb002;
const MULTIBOOT2 = 0xe85250d6;
/** Of an ELF header, bytes up to behind the machine. */
const MACHINE_END = 20;
const I386 = 3;
const X86_64 = 62;

/** What an ELF file (an object, a linked kernel) is code for; `undefined` where it is none for these. */
export function machineOfFile(file: string): "i386" | "x86_64" | undefined {
  const bytes = readStart(file, MACHINE_END);
  if (bytes === undefined || bytes.length < MACHINE_END || bytes.readUInt32BE(0) !== 0x7f454c46)
    return undefined;
  return { [I386]: "i386" as const, [X86_64]: "x86_64" as const }[bytes.readUInt16LE(18)];
}

/** `file`: a linked kernel, absolute. `undefined` where it is none or has no header that a boot loader knows. */
export function imageBoot(file: string, root: string): ImageBoot | undefined {
  const bytes = readStart(file, HEADER);
  if (bytes === undefined || bytes.length < 52 || bytes.readUInt32BE(0) !== 0x7f454c46) return undefined;
  const is64 = bytes.readUInt16LE(18) === X86_64;
  const protocol = multibootOf(bytes);
  if (protocol === undefined) return undefined;
  const architecture = is64 ? { architecture: "x86_64" as const } : {};
  const kernel = relative(root, file);
  if (protocol === 1 && !is64)
    return { run: { kernel }, because: `${kernel} has a Multiboot header, which QEMU loads by itself` };
  const image = ".weft/boot.iso";
  return {
    run: { ...architecture, cdrom: image },
    finish: ["sh", "-c", grubScript(kernel, protocol, image)],
    because: `${kernel} has a Multiboot${protocol === 2 ? "2" : ""} header that GRUB can load, QEMU alone can't`,
  };
}

/** The header's magic, aligned as its specification says, with a checksum that fits. */
function multibootOf(bytes: Buffer): 1 | 2 | undefined {
  for (let at = 0; at + 12 <= Math.min(bytes.length, HEADER); at += 4) {
    const magic = bytes.readUInt32LE(at);
    const second = bytes.readUInt32LE(at + 4);
    const third = bytes.readUInt32LE(at + 8);
    if (magic === MULTIBOOT && at < 8192 && (magic + second + third) % 2 ** 32 === 0) return 1;
    const checksum = at + 16 <= bytes.length ? bytes.readUInt32LE(at + 12) : 0;
    if (magic === MULTIBOOT2 && at % 8 === 0 && (magic + second + third + checksum) % 2 ** 32 === 0) return 2;
  }
  return undefined;
}

function grubScript(kernel: string, protocol: 1 | 2, image: string): string {
  const folder = ".weft/iso";
  const load = protocol === 2 ? "multiboot2" : "multiboot";
  return [
    `mkdir -p ${folder}/boot/grub`,
    `cp '${kernel.replaceAll("'", "'\\''")}' ${folder}/boot/kernel`,
    `printf 'set timeout=0\\nmenuentry kernel {\\n  ${load} /boot/kernel\\n}\\n' > ${folder}/boot/grub/grub.cfg`,
    `grub-mkrescue -o ${image} ${folder}`,
  ].join(" && ");
}

function readStart(file: string, length: number): Buffer | undefined {
  return unlessRefused(() => {
    const descriptor = openFileOnly(file);
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0));
    } finally {
      closeSync(descriptor);
    }
  });
}
