/**
 * Instructions in user mode of a remote procedure call on a booted kernel (mini-l4), client and server apart, as its
 * kernel counts them by single steps. Exact: the same on each run and machine with the same compiler. `idl` measures the
 * same operations without a kernel, beside stubs written by hand.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bootMiniL4,
  MINI_L4_VARIANTS,
  type MiniL4Variant,
  makeMiniL4,
  prepareMiniL4,
} from "../../support/mini-l4.js";
import { printTable } from "../support/table.js";

const OPERATIONS = ["tiny", "small", "large", "strxfer", "structxfer", "arrayxfer"] as const;

export function benchGuestCalls(): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-idl-guest-"));
  const root = join(folder, "mini-l4");
  try {
    prepareMiniL4(root);
    const rows = MINI_L4_VARIANTS.map((variant) => [variant.name, ...costs(root, variant)]);
    printTable(["instructions (client + server)", ...OPERATIONS], rows, "idl-booted");
    console.log(
      "\nOn the booted kernel: generated stubs, arguments and results in memory; V4 includes the two instructions of",
    );
    console.log("mini-l4's entry in the kernel interface page, each way. Goals stand in the bench idl.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function costs(root: string, variant: MiniL4Variant): string[] {
  makeMiniL4(root, variant, "cost");
  const { status, serial } = bootMiniL4(root, variant, "cost");
  if (status !== 33) throw new Error(`${variant.name}: QEMU ended with ${status}: ${serial}`);
  return OPERATIONS.map((name) => {
    const found = new RegExp(`^cost ${name} (\\d+) (\\d+)$`, "m").exec(serial);
    if (found === null) throw new Error(`${variant.name}: no line for ${name} in ${serial}`);
    return `${Number(found[1]) + Number(found[2])} (${found[1]}+${found[2]})`;
  });
}
