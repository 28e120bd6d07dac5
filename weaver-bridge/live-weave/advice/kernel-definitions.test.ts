import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";
import { kernelDefinitions } from "./kernel-definitions.js";

const symbol = (name: string, address: number, unit?: string): KernelSymbol => ({
  ...{ name, address, size: 4, kind: "object", isLocal: unit !== undefined },
  ...(unit === undefined ? {} : { unit }),
});

function imageOf(...symbols: readonly KernelSymbol[]) {
  const named = (name: string) => symbols.filter((one) => one.name === name);
  return { named } as unknown as KernelImage;
}

test("each unit means its own static objects, all mean the same shared ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-definitions-"));
  try {
    const compiled = (name: string) => {
      const object = join(folder, `${name}.o`);
      const text = `extern int count, shared, nowhere; int f_${name}(void) { return count + shared + nowhere; }`;
      execFileSync("gcc", ["-m32", "-fno-pic", "-c", "-x", "c", "-o", object, "-"], { input: text });
      return { object, source: `drivers/${name}.c` };
    };
    const units = ["one", "two", "three"].map(compiled);
    const image = imageOf(
      symbol("count", 0x100, "one.c"),
      symbol("count", 0x200, "two.c"),
      symbol("shared", 0x300),
    );
    expect([...(await kernelDefinitions(units, image))]).toEqual([
      ["count", 0x100],
      ["shared", 0x300],
      ["count$weft1", 0x200],
    ]);
    const asked = units.map(({ object }) => execFileSync("nm", ["-u", object], { encoding: "utf8" }));
    expect(asked.map((text) => /\bcount\S*/.exec(text)?.[0])).toEqual([
      "count",
      "count$weft1",
      "count$weft2",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
