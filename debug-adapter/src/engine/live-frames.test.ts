import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { liveFrames } from "./live-frames.js";

const table = { pairs: 256, factor: 0x9e3779b1, shift: 24 };

/** As readelf has them: of each piece its range, and the rules of its registers. */
function framesOf(trampolines: Parameters<typeof liveFrames>[0]["trampolines"]): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-frames-"));
  try {
    writeFileSync(join(folder, "frames.elf"), liveFrames({ trampolines, table }));
    return execFileSync("readelf", ["--debug-dump=frames", join(folder, "frames.elf")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("code in front of an instruction stands for it, with the registers that it has pushed", () => {
  const said = framesOf([[{ start: 0x1000, end: 0x1008, pushed: 8, saved: [9, 0], at: 0xc0100010 }]]);
  expect(said).toMatch(/FDE .*pc=00001000\.\.00001008/);
  expect(said).toMatch(/DW_CFA_def_cfa: r4 \(esp\) ofs 8/);
  expect(said).toMatch(/DW_CFA_offset: r9 .* at cfa-4/);
  expect(said).toMatch(/DW_CFA_offset: r0 \(eax\) at cfa-8/);
  expect(said).toMatch(/DW_CFA_val_expression: r8 \(eip\) \(DW_OP_addr: c0100010\)/);
});

test("in place of a call, a frame is one of a function that was called", () => {
  const said = framesOf([[{ start: 0x1000, end: 0x1008, pushed: 4, saved: [2] }]]);
  expect(said).toMatch(/DW_CFA_def_cfa: r4 \(esp\) ofs 8/);
  expect(said).toMatch(/DW_CFA_offset: r2 \(edx\) at cfa-8/);
  expect(said).not.toContain("val_expression");
});

test("in place of a return, the address is looked up until the advice has given it back", () => {
  const said = framesOf([
    [
      { start: 0x1000, end: 0x1002, pushed: 0, saved: [], nodes: 0x2000 },
      { start: 0x1002, end: 0x1008, pushed: 8, saved: [null, 0], nodes: 0x2000 },
    ],
  ]);
  // Stacks pass the byte before the one that a return leads to.
  expect(said).toMatch(/pc=00000fff\.\.00001002/);
  expect(said.match(/DW_OP_addr: 2000/g)).toHaveLength(2);
  expect(said).toMatch(/DW_CFA_offset: r0 \(eax\) at cfa-8/);
  // Every branch leads to an operation.
  const [, body = ""] = /val_expression: r8 \(eip\) \((.*)\)/.exec(said) ?? [];
  expect(body).toContain("DW_OP_bra");
  expect(said).not.toMatch(/Unknown|corrupt|warning/i);
});
