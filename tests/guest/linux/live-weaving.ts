/** The Linux that the gate built, running another first program: one that works until it is ended. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countedText, type LiveGuest, repository, startGuest } from "../../support/live-guest/live-guest.js";

/** Its project's file names that program until the guest has ended. */
export async function withLiveLinux(
  sample: string,
  work: (guest: LiveGuest, own: { text: () => Buffer; folder: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-linux-"));
  const file = join(sample, "weft.json");
  const before = readFileSync(file, "utf8");
  const project = JSON.parse(before);
  const { from, size } = textOf(sample);
  const text = countedText(folder, from, size);
  // The program says that this kernel has no network, and goes on.
  project.run = {
    ...project.run,
    initrd: initramfs(sample, folder),
    failure: "Kernel panic",
    arguments: text.arguments,
  };
  writeFileSync(file, JSON.stringify(project));
  try {
    const guest = await startGuest(sample, /weft-init: works/, { text });
    try {
      await work(guest, { folder, text: () => guest.text(from, size) });
    } finally {
      await guest.end();
    }
  } finally {
    writeFileSync(file, before);
    rmSync(folder, { recursive: true, force: true });
  }
}

function initramfs(sample: string, folder: string): string {
  const source = join(repository, "sample-projects/linux-live/init/init.c");
  const flags = [
    "-m32",
    "-O2",
    "-ffreestanding",
    "-fno-stack-protector",
    "-fno-pic",
    "-fno-builtin",
    "-nostdlib",
  ];
  execFileSync("gcc", [...flags, "-static", "-no-pie", "-o", join(folder, "init"), source], {
    timeout: 60_000,
  });
  const list = ["dir /dev 0755 0 0", "nod /dev/console 0600 0 0 c 5 1", "dir /tmp 0777 0 0"];
  writeFileSync(join(folder, "files"), `${list.join("\n")}\nfile /init ${join(folder, "init")} 0755 0 0\n`);
  const pack = join(sample, "build/linux/usr/gen_init_cpio");
  writeFileSync(join(folder, "initramfs"), execFileSync(pack, [join(folder, "files")], { timeout: 60_000 }));
  return join(folder, "initramfs");
}

function textOf(sample: string): { readonly from: number; readonly size: number } {
  const symbols = readFileSync(join(sample, "build/linux/System.map"), "latin1");
  const at = (name: string) =>
    Number.parseInt(new RegExp(`^(\\w+) \\w ${name}$`, "m").exec(symbols)?.[1] ?? "", 16);
  return { from: at("_text"), size: at("_etext") - at("_text") };
}
