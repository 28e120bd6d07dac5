import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { factsOfWord } from "@weft/weaver-bridge/machine";
import { expect, test } from "vitest";
import { handlerFrames, trapEntries, trapFrames } from "./trap-frames.js";

const range = (name: string, start: bigint, size = 16n) => ({ name, start, size });

/** What readelf says of the frames, without its layout. */
function read(file: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-frames-"));
  try {
    writeFileSync(join(folder, "entries.elf"), file);
    return execFileSync("readelf", ["--debug-dump=frames", join(folder, "entries.elf")], {
      encoding: "utf8",
      timeout: 60_000,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("entries of Linux are those that call C with the registers on their stack", () => {
  const names = ["handle_exception", "asm_exc_page_fault", "do_fork", "ret_from_fork"];
  const functions = [...names.map((name) => range(name, 1n)), range("asm_exc_page_fault_end", 2n, 0n)];
  expect(trapEntries(functions).map(({ name }) => name)).toEqual([
    "handle_exception",
    "asm_exc_page_fault",
    "ret_from_fork",
  ]);
  expect(trapEntries([range("kernel_main", 1n), range("ret_from_fork", 2n)])).toEqual([]);
});

test("binutils read the frames of i386: where registers are, and that nobody calls a thread's beginning", () => {
  const text = read(
    trapFrames([range("handle_exception", 0xc13c6460n), range("ret_from_fork", 0xc13c6000n)], factsOfWord(4)),
  );
  expect(text).toMatch(/Augmentation:\s+"S"/);
  expect(text).toContain("r8 (eip) at cfa+48");
  expect(text).toContain("r4 (esp) at cfa+60");
  expect(text).toMatch(/FDE cie=00000000 pc=c13c6461\.\.c13c6470/);
  expect(text).toContain("DW_CFA_undefined: r8 (eip)");
  expect(text).toMatch(/FDE cie=00000028 pc=c13c6000\.\.c13c6010/);
});

test("and those of x86_64", () => {
  const text = read(trapFrames([range("asm_exc_page_fault", 0xffffffff81a00b40n)], factsOfWord(8)));
  expect(text).toContain("r16 (rip) at cfa+128");
  expect(text).toContain("r7 (rsp) at cfa+152");
  expect(text).toMatch(/pc=ffffffff81a00b41\.\.ffffffff81a00b50/);
  expect(text).not.toMatch(/warning|error/i);
});

test("a handler's first instruction: where it was entered from, with an error code and without", () => {
  const handlers = [
    { start: 0xc0101000n, hasErrorCode: false },
    { start: 0xc0101010n, hasErrorCode: true },
  ];
  const text = read(handlerFrames(handlers, factsOfWord(4)));
  expect(text).toContain("DW_CFA_def_cfa: r4 (esp) ofs 12");
  expect(text).toContain("DW_CFA_def_cfa: r4 (esp) ofs 16");
  expect(text).toContain("r8 (eip) at cfa-12");
  expect(text).toMatch(/pc=c0101010\.\.c0101011/);
  const wide = read(handlerFrames([{ start: 0xffffffff81a00b40n, hasErrorCode: true }], factsOfWord(8)));
  expect(wide).toContain("r16 (rip) at cfa+8");
  expect(wide).toContain("r7 (rsp) at cfa+32");
  expect(text + wide).not.toMatch(/warning|error/i);
});
