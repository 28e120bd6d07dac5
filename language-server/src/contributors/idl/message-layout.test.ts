/** What an editor gets to draw: every bit of a message stands in one box, on every kernel that a project can name. */
import { expect, test } from "vitest";
import type { IdlLayoutResult, OperationDrawing } from "../../protocol/index.js";
import { testSnapshot } from "../test-snapshot.js";
import { messageLayout } from "./message-layout.js";

const IDL = `interface store {
  void mix(in octet a, in short b, in long c, inout double d, in string<20> name);
  attribute long level;
  fpage map(in long handle);
};
`;
const CLIENT = `int f(store s, idl4_fpage_t *p) { return store_map(s, 3, 0); }
`;
const snapshot = testSnapshot({ "/store.idl": IDL, "/client.c": CLIENT });

const within = (word: string) => {
  const before = IDL.slice(0, IDL.indexOf(word)).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
};
const asked = (word: string) => messageLayout(snapshot, "/store.idl", undefined, within(word));
function drawn(answer: IdlLayoutResult): readonly OperationDrawing[] {
  if ("message" in answer) throw new Error(answer.message);
  return answer.operations;
}
const text = ({ messages }: OperationDrawing) =>
  messages.map(({ direction, parts }) => [
    direction,
    ...parts.map(
      ({ title, boxes }) =>
        `${title}: ${boxes.map(({ name, place, size }) => [name, place, size].filter(Boolean).join(", ")).join(" | ")}`,
    ),
  ]);

test("an operation from anywhere in it, an attribute's accessors, a whole interface", () => {
  const names = (word: string) => drawn(asked(word)).map(({ name }) => name);
  expect(names("mix")).toEqual(["store::mix"]);
  expect(names("string<20>")).toEqual(["store::mix"]);
  expect(names("level")).toEqual(["store::_get_level", "store::_set_level"]);
  expect(names("store")).toHaveLength(4);
});

test("boxes stand in the order of their places and leave no gap", () => {
  const [mix] = drawn(asked("mix"));
  expect(text(mix!)).toMatchInlineSnapshot(`
    [
      [
        "request",
        "EDX: a, bits 0 to 7, 1 byte | unused, 1 byte | b, bits 16 to 31, 2 bytes",
        "EBX: c, 4 bytes",
        "EDI: id of the operation, 4 bytes",
        "Memory from +24: length of name, +24, 4 bytes | d (inout), +28, 8 bytes | name, +36, up to 21 bytes | unused, 3 bytes",
      ],
      [
        "reply",
        "EDX: unused, 4 bytes",
        "EBX: unused, 4 bytes",
        "EDI: exception, 4 bytes",
        "Memory from +24: d (inout), +24, 8 bytes",
      ],
    ]
  `);
  for (const part of mix!.messages.flatMap(({ parts }) => parts)) {
    if (part.kind === "register") expect(part.boxes.reduce((sum, { bits }) => sum + bits, 0)).toBe(32);
  }
  expect(mix!.optimizations.some(({ applied }) => applied)).toBe(true);
  expect(mix!.optimizations.some(({ applied }) => !applied)).toBe(true);
});

test("a stub that C calls is drawn from the line of the call; a flexpage takes two registers", () => {
  const source = snapshot.text("/client.c");
  const [map] = drawn(messageLayout(snapshot, "/client.c", source, { line: 0, character: 2 }));
  expect(map!.name).toBe("store::map");
  expect(text(map!)[1]).toEqual([
    "reply",
    "EDX: result, send base, 4 bytes",
    "EBX: result, flexpage, 4 bytes",
    "EDI: exception, 4 bytes",
  ]);
});

test("says why there is nothing to draw", () => {
  const broken = testSnapshot({ "/a.idl": "interface a { void f(in nothing x); };" });
  expect(messageLayout(broken, "/a.idl", undefined, { line: 0, character: 21 })).toEqual({
    message: expect.stringMatching(/errors/),
  });
  expect(messageLayout(snapshot, "/client.c", undefined, { line: 0, character: 0 })).toEqual({
    message: expect.stringMatching(/No stub/),
  });
});
