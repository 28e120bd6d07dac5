import { expect, test } from "vitest";
import { proposedDeclaration, type SeenCall } from "./proposed-facts.js";
import { readDeclarations } from "./read-declarations.js";

const call = (...values: [string, string][]): SeenCall => ({
  arguments: values.map(([name, value]) => ({ name, value })),
});

test("what was always so is proposed, what often was is told, and it can be read", () => {
  const text = proposedDeclaration("filter", "run.weftrun", [
    call(["pc", "0xc010e120 <dns>"], ["packet", '0xc0486efc "a*/"'], ["length", "60"], ["mode", "LOUD"]),
    call(["pc", "0xc010e120 <dns>"], ["packet", "0xc0486f00"], ["length", "60"], ["mode", "QUIET"]),
    call(["pc", "0xc010e120 <dns>"], ["packet", "0xc0486f04"], ["length", "60"], ["mode", "QUIET"]),
    call(["pc", "0xc010e120 <dns>"], ["packet", "0xc0486f08"], ["length", "60"], ["mode", "QUIET"]),
  ]);
  expect(text.split("\n").slice(1, -1)).toEqual([
    "specialize filter as filter_usual {",
    "\tpc == &dns; /* in all 4 */",
    '\tpacket nonnull; /* 4 values: 0xc0486efc "a* /" in 1, 0xc0486f00 in 1, 0xc0486f04 in 1 */',
    "\tlength == 60; /* in all 4 */",
    "\t/* mode: 2 values: mode == QUIET in 3, mode == LOUD in 1 */",
    "}",
  ]);
  const { declarations, mistakes } = readDeclarations(text);
  expect(mistakes).toEqual([]);
  expect(declarations[0]?.facts).toHaveLength(3);
});

test("an address that no symbol names, what was optimized out, and a null pointer", () => {
  const text = proposedDeclaration("f", "a", [
    call(["p", "0x1000"], ["q", "0x0"], ["c", "10 '\\n'"], ["b", "false"], ["lost", "<optimized out>"]),
  ]);
  expect(text.split("\n").slice(2, -2)).toEqual([
    "\tp nonnull; /* 1 value: 0x1000 in 1 */",
    "\tq == 0; /* in all 1 */",
    "\tc == 10; /* in all 1 */",
    "\tb == 0; /* in all 1 */",
    "\t/* lost: 1 value: <optimized out> in 1 */",
  ]);
});
