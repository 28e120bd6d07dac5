/** A first program of ours for the kernel that the gate built, in an initial file system of its own. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = ["-m32", "-O2", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-fno-builtin"];

/** `more`: lines for the kernel's `gen_init_cpio`. Returns the file that it packs into `folder`. */
export function packFirstProgram(
  kernel: string,
  folder: string,
  source: string,
  more: readonly string[],
): string {
  const program = join(folder, "init");
  execFileSync("gcc", [...FLAGS, "-nostdlib", "-static", "-no-pie", "-o", program, source], {
    timeout: 60_000,
  });
  const console = ["dir /dev 0755 0 0", "nod /dev/console 0600 0 0 c 5 1"];
  const list = join(folder, "files");
  writeFileSync(list, `${[...console, ...more, `file /init ${program} 0755 0 0`].join("\n")}\n`);
  const packed = join(folder, "initramfs");
  writeFileSync(packed, execFileSync(join(kernel, "usr/gen_init_cpio"), [list], { timeout: 60_000 }));
  return packed;
}
