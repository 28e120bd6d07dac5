import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fakeGround } from "../parts/test/fake-ground.js";
import { createVariableStore } from "../values/variable-store.js";
import { GdbProcess } from "./gdb-connection.js";

const HOSTILE = '$_shell("true")';

test("a name of debug information that would have GDB run something is in no expression", async () => {
  const variables = [
    { name: HOSTILE, type: "int [3]" },
    { name: `x+${HOSTILE}` },
    { name: "own", type: "struct s" },
  ];
  const ground = fakeGround((command) => {
    if (command.startsWith("-stack-list-variables")) return { variables };
    if (command.startsWith("-var-create")) return { name: "var1", numchild: "1", type: "struct s" };
    if (command.startsWith("-var-list-children"))
      return { children: [{ name: "var1.a", exp: HOSTILE, numchild: "0", type: "char [8]", value: "x" }] };
    if (command.startsWith("-var-info-path")) return { path_expr: `((own).${HOSTILE})` };
    return { value: "" };
  });
  const store = createVariableStore(ground.gdb);
  const names = { shown: (name: string) => name, expression: (name: string) => name, constants: () => [] };
  const scope = store.scopeReference("locals", { threadId: 1, frameId: 0 }, names as never);
  const [own, ...others] = await store.variables(store.referenceOf(scope) as never);
  expect([own?.name, others]).toEqual(["own", []]);
  await store.variables(store.referenceOf(own?.variablesReference ?? 0) as never);
  expect(ground.said.filter((command) => command.includes("$_"))).toEqual([]);
  expect(ground.said.filter((command) => command.startsWith("-var-create"))).toHaveLength(1);
});

test("GDB on a recording or a dump has no shell to start programs by", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-gdb-"));
  try {
    const program = join(folder, "gdb");
    writeFileSync(program, "#!/bin/sh\necho $SHELL\n", { mode: 0o755 });
    const shellOf = async (isData: boolean) => {
      const child = await new GdbProcess(program, folder, isData).start();
      return (await text(child.stdout as NodeJS.ReadableStream)).trim();
    };
    expect(await shellOf(true)).toBe("/bin/false");
    expect(await shellOf(false)).toBe(process.env.SHELL ?? "");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
