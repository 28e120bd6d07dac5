/** What a machine runs before the kernel, where that is not the BIOS that QEMU has by itself. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { RunRecipe } from "../project-file/project.js";

/** Where distributions put UEFI for QEMU as one file. */
const UEFI: Readonly<Record<"i386" | "x86_64", readonly string[]>> = {
  x86_64: [
    "/usr/share/ovmf/OVMF.fd",
    "/usr/share/qemu/OVMF.fd",
    "/usr/share/edk2/x64/OVMF.4m.fd",
    "/usr/share/edk2-ovmf/x64/OVMF.fd",
    "/usr/share/edk2/ovmf/OVMF.fd",
  ],
  i386: ["/usr/share/ovmf/OVMF32.fd", "/usr/share/edk2/ia32/OVMF.4m.fd", "/usr/share/edk2-ovmf/ia32/OVMF.fd"],
};

/** Absolute; `undefined` where it is not on this machine, or QEMU's own is meant. */
export function firmwareFile(root: string, run: RunRecipe): string | undefined {
  const { firmware, architecture = "i386" } = run;
  if (firmware === undefined) return undefined;
  const files = firmware === "uefi" ? UEFI[architecture] : [resolve(root, firmware)];
  return files.find((file) => existsSync(file));
}
