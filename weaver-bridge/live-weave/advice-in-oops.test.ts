import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withAdviceInOops } from "./advice-in-oops.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "weft-oops-"));
  mkdirSync(join(root, ".weft/live"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function weave(): void {
  const origin = { file: join(root, "fault.ah"), startLine: 3, startColumn: 1, endLine: 3, endColumn: 2 };
  const binding = { joinPoint: { kind: "execution", signature: "void do_exit(long)" } };
  const hook = {
    address: 0xc103dc80,
    original: "5589e5",
    trampoline: 0xc08eb100,
    hits: 0xc08eb060,
    place: "do_exit",
    advice: [{ start: 0xc08eb020, end: 0xc08eb040 }],
    effects: [{ title: "Fault: before execution of do_exit", origin, binding }],
  };
  const generations = [{ key: "k", start: 0xc08eb000, end: 0xc08eb200, backs: [] }];
  const journal = {
    version: 4,
    guest: "g",
    state: "woven",
    generations,
    hooks: [hook],
    texts: [],
    physical: 0,
  };
  writeFileSync(join(root, ".weft/live/journal.json"), JSON.stringify(journal));
}

const TOLD =
  "weft: Fault: before execution of do_exit (fault.ah:3): the address is in its advice, which is woven at do_exit\n";

test("behind a place in advice stands which advice that is, however the line comes in", () => {
  const shown = withAdviceInOops({ root });
  weave();
  const pieces = ["[ 81.1] EIP: 0xc0", "8eb037\r\n[ 81.1] Code: 87\n", " 0xc08eb037\n"];
  expect(pieces.map((piece) => shown(Buffer.from(piece)).toString())).toEqual([
    "[ 81.1] EIP: 0xc0",
    `8eb037\r\n${TOLD}[ 81.1] Code: 87\n`,
    ` 0xc08eb037\n${TOLD}`,
  ]);
  for (const line of ["EIP: 0060:[<c08eb037>]\n", " [<c08eb037>] \n", " ? 0xc08eb037\n"])
    expect(shown(Buffer.from(line)).toString()).toBe(`${line}${TOLD}`);
});

test("what is in no advice, and what another guest left, is shown as it is", () => {
  const lines = "EIP: do_exit+0x10\nEIP: 0xc103dd00\nEAX: c08eb037\n\u00ff";
  const before = withAdviceInOops({ root });
  expect(before(Buffer.from(lines, "latin1"))).toEqual(Buffer.from(lines, "latin1"));
  weave();
  expect(before(Buffer.from(lines, "latin1"))).toEqual(Buffer.from(lines, "latin1"));
});
