import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("a table that is asked for any name is told, and one that is asked for a name of its own is not", async () => {
  const file = `${root}weaver-bridge/model/planted-${process.pid}.ts`;
  onTestFinished(() => rmSync(file));
  writeFileSync(
    file,
    [
      "const TABLE: Readonly<Record<string, number>> = { a: 1 };",
      "const KINDS = { a: 1, b: 2 } as const;",
      "export const any = (name: string) => TABLE[name];",
      'export const own = (name: "a" | "b") => KINDS[name] + (TABLE.a ?? 0);',
      "export const listed = (at: number) => [1, 2][at];",
    ].join("\n"),
  );
  const [result] = await new ESLint({ cwd: root }).lintFiles([file]);
  expect(result.messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([["weft/own-entries", 3]]);
}, 60_000);
