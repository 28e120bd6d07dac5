/** A process that specializes one mutated text after the other; of each message the answer says what came of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseCompilerCommand } from "@weft/weaver-bridge/kernel-build";
import {
  clangUnitOf,
  createUnitReader,
  loadSpecializations,
  specializeUnit,
} from "@weft/weaver-bridge/pipeline";

export interface Asked {
  readonly spec: string;
  readonly text: string;
  /** Declarations of others are left out, unless there are none of these. */
  readonly functions: readonly string[];
}

export interface Answered {
  /** Residual functions. */
  readonly made: number;
  /** What was not made, in words. */
  readonly told: readonly string[];
  /** An exception. */
  readonly fault?: string;
}

const FILE = "unit.c";

process.on("message", (asked: Asked) => {
  void answer(asked).then((said) => process.send?.(said));
});

async function answer({ spec, text, functions }: Asked): Promise<Answered> {
  writeFileSync(FILE, text);
  const command = parseCompilerCommand(["gcc", "-m32", "-std=gnu11", "-c", FILE], process.cwd());
  const [input] = command.inputs;
  if (input === undefined) throw new Error("the command names no file");
  try {
    const { specs } = loadSpecializations([spec]);
    const all = specs.flatMap((one) => one.declarations.map((declaration) => ({ spec: one, declaration })));
    const some = all.filter(({ declaration }) => functions.includes(declaration.function));
    const asked = some.length > 0 ? some : all;
    // As in an editor: what clang understands of a text with mistakes is specialized all the same.
    const reader = createUnitReader(
      clangUnitOf(command, input),
      (file) => readFileSync(file, "latin1"),
      true,
    );
    const { made, problems } = await specializeUnit(reader, asked);
    return { made: made.length, told: problems.map(({ message }) => message) };
  } catch (error) {
    return { made: 0, told: [], fault: (error as Error).stack ?? String(error) };
  }
}
