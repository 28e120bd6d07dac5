/**
 * A first file system for a Linux that has none: a program that says that user space is there, and a shell if one is put
 * beside it. Texts of files that `weft init` writes into the project, for its owner to change.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { factsOfWord } from "../machine/index.js";
import type { ProposedSetting, SetUpFile } from "./survey-result.js";

export interface InitialFileSystem {
  /** What comes out, relative to the root. */
  readonly image: string;
  readonly setting: ProposedSetting;
  readonly files: readonly SetUpFile[];
}

const FOLDER = "initramfs";
const IMAGE = ".weft/initramfs.cpio";

export interface LinuxTree {
  readonly root: string;
  /** Where what is made goes, relative to it. */
  readonly out: string;
  readonly architecture: "i386" | "x86_64";
}

/** `undefined` where the kernel does not bring the program that packs it. */
export function initialFileSystem({ root, out, architecture }: LinuxTree): InitialFileSystem | undefined {
  if (!existsSync(join(root, "usr/gen_init_cpio.c"))) return undefined;
  const wide = architecture === "x86_64" ? "-m64" : "-m32";
  return {
    image: IMAGE,
    setting: {
      name: "build.finish",
      value: ["sh", `${FOLDER}/pack.sh`],
      because: `packs ${FOLDER}/init.c as the kernel's first program; with a static busybox beside it, there is a shell`,
    },
    files: [
      { path: `${FOLDER}/init.c`, text: initText(architecture) },
      { path: `${FOLDER}/pack.sh`, text: packText(wide, join(out, "usr/gen_init_cpio")) },
    ],
  };
}

function packText(wide: string, packer: string): string {
  return `#!/bin/sh
# Packs the kernel's first file system: init, and, if a static busybox for this kernel lies here, a shell.
set -eu
cd "$(dirname "$0")"
mkdir -p ../.weft
gcc ${wide} -O2 -Wall -ffreestanding -fno-stack-protector -fno-pic -fno-builtin -nostdlib -static -no-pie \\
  -o ../.weft/init init.c
cat >../.weft/initramfs.list <<END
dir /dev 0755 0 0
nod /dev/console 0600 0 0 c 5 1
dir /proc 0755 0 0
dir /sys 0755 0 0
dir /bin 0755 0 0
file /init ../.weft/init 0755 0 0
END
if [ -x busybox ]; then
  echo "file /bin/busybox busybox 0755 0 0" >>../.weft/initramfs.list
  echo "slink /bin/sh busybox 0755 0 0" >>../.weft/initramfs.list
fi
../${packer} ../.weft/initramfs.list >../${IMAGE}.new
mv ../${IMAGE}.new ../${IMAGE}
`;
}

function initText(architecture: "i386" | "x86_64"): string {
  const { numbers, call } = factsOfWord(architecture === "x86_64" ? 8 : 4).linux.programCalls;
  return `/*
 * The kernel's first program. It calls the kernel directly, so that no C library is needed; what you want to see under
 * your aspects goes in here, or into a busybox beside it.
 */
enum { ${numbers} };

static long call(long number, long a, long b, long c, long d, long e)
{
	long result;
${call}
	return result;
}

static void say(const char *text)
{
	long length = 0;
	while (text[length])
		length++;
	call(SYS_WRITE, 1, (long)text, length, 0, 0);
}

void _start(void)
{
	static char *const arguments[] = { "sh", 0 };
	static char *const environment[] = { "PATH=/bin", "HOME=/", 0 };

	call(SYS_MOUNT, (long)"proc", (long)"/proc", (long)"proc", 0, 0);
	call(SYS_MOUNT, (long)"sysfs", (long)"/sys", (long)"sysfs", 0, 0);
	say("user space is up\\n");
	call(SYS_EXECVE, (long)"/bin/sh", (long)arguments, (long)environment, 0, 0);
	for (;;)
		call(SYS_PAUSE, 0, 0, 0, 0, 0);
}
`;
}
