import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("a method that leaves its object is told, and a function of an object that is made of functions is not", async () => {
  const file = `${root}weaver-bridge/model/planted-methods-${process.pid}.ts`;
  onTestFinished(() => rmSync(file));
  writeFileSync(
    file,
    [
      "interface Reader { readonly size: number; read(at: number): number }",
      "class Bytes implements Reader { constructor(readonly size: number) {} read(at: number) { return at + this.size; } }",
      "interface Plain { look(at: number): number }",
      "export const reader = (size: number): Reader => new Bytes(size);",
      "export const handed = (from: Reader) => [1].map(from.read);",
      "export const taken = ({ size, read }: Reader) => read(size);",
      "export const copied = (from: Reader) => ({ ...from, size: 1 });",
      "interface Span { readonly start: number; readonly length: number }",
      "class Letters implements Span { constructor(readonly start: number) {} get length() { return 1; } }",
      "export const letters = (start: number): Span => new Letters(start);",
      "export const shortened = (from: Span) => ({ ...from, start: 1 });",
      "export const fine = (from: Reader, plain: Plain) => [from.read(1), from.size, ...[1].map(plain.look)];",
    ].join("\n"),
  );
  const [result] = await new ESLint({ cwd: root }).lintFiles([file]);
  expect(result.messages.map(({ messageId, line }) => [messageId, line])).toEqual([
    ["unbound", 5],
    ["unbound", 6],
    ["copied", 7],
    ["copied", 11],
  ]);
}, 60_000);
