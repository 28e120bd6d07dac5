/** Which of the hooks that are wanted at one instruction are made. */
import { expect, test } from "vitest";
import { I686 } from "../../object-code/index.js";
import type { LiveHook } from "../../weaver/index.js";
import type { KernelImage } from "../image/kernel-image.js";
import { placeHooks, type WantedPlace } from "./place-hooks.js";

const AT = 0xc0100000;
/** push ebp; mov ebp, esp; sub esp, 8; ret */
const CODE = Buffer.from([0x55, 0x89, 0xe5, 0x83, 0xec, 0x08, 0xc3]);

const IMAGE: KernelImage = {
  ...{ file: "k", machine: I686, symbols: [], digest: "", named: () => [] },
  sections: [{ name: ".text", address: AT, size: CODE.length, isCode: true, isWritable: false, bytes: CODE }],
  bytesAt: (address, length) => CODE.subarray(address - AT, address - AT + length),
};

type Access = NonNullable<LiveHook["access"]>["kind"];

/** Of the first advice of an aspect. */
function hookOf(target: string, access?: Access): LiveHook {
  const effect = { by: { name: "Count" }, binding: { adviceIndex: 0 } };
  return {
    ...{ target, effects: [effect], symbol: target, uses: { arguments: new Map() }, runsBefore: true },
    ...(access === undefined ? {} : { access: { kind: access, file: "a.c", line: 1, within: "f" } }),
  } as unknown as LiveHook;
}

const placed = (...hooks: readonly LiveHook[]) => placedWith(undefined, ...hooks);

function placedWith(doubt: string | undefined, ...hooks: readonly LiveHook[]): string[] {
  const wanted = hooks.map((hook): WantedPlace => {
    const piece = { start: AT, end: AT + CODE.length };
    const accessed = hook.access && `${hook.access.kind} ${hook.target}`;
    return {
      ...{ hook, place: hook.target, address: AT, piece, isInside: true },
      ...(accessed === undefined ? {} : { accessed }),
      ...(doubt === undefined ? {} : { doubt }),
    };
  });
  const refused: string[] = [];
  const planned = placeHooks(wanted, [], IMAGE, [], (_, place) => void refused.push(place));
  expect(refused).toEqual([]);
  return planned.map(({ place }) => place);
}

test("two functions that were inlined at one instruction are two executions", () => {
  expect(placed(hookOf("outer"), hookOf("inner"))).toEqual(["outer", "inner"]);
});

test("a function that several units have from a header is one execution, and an access is one", () => {
  expect(placed(hookOf("outer"), hookOf("outer"))).toEqual(["outer"]);
  expect(placed(hookOf("s::n", "set"), hookOf("s::n", "set"))).toEqual(["s::n"]);
});

test("what one instruction gets and sets is two join points, as in code that is woven before it is compiled", () => {
  expect(placed(hookOf("s::n", "get"), hookOf("s::n", "set"))).toEqual(["s::n", "s::n"]);
  expect(placed(hookOf("s::n", "get"), hookOf("s::m", "get"))).toEqual(["s::n", "s::m"]);
});

test("of members of which one is accessed, and the code does not say which, one is counted", () => {
  const doubt = "bit-fields share these bytes";
  expect(placedWith(doubt, hookOf("s::a", "get"), hookOf("s::b", "get"))).toEqual(["s::a"]);
  expect(placedWith(doubt, hookOf("s::a", "get"), hookOf("s::b", "set"))).toEqual(["s::a", "s::b"]);
});
