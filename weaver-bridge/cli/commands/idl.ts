/** `weft idl`: stubs for one IDL file, or for all that a project lists; `--explain` says what they do. */
import { basename, join, resolve } from "node:path";
import {
  type CompileOutput,
  clientStubs,
  compileIdl,
  type IdlCommand,
  parseIdlArguments,
} from "../../idl/index.js";
import { findProjectRoot, loadProject } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { type StubCount, stubInstructions } from "../../pipeline/index.js";
import { layoutJson } from "../idl/layout-json.js";
import { loadIdl } from "../idl/load-idl.js";
import { generateStubs } from "../idl/project-stubs.js";
import { writeOutputs } from "../idl/write-outputs.js";
import { EXIT, hasErrors, report } from "../output.js";

export async function idl(args: readonly string[]): Promise<number> {
  const { value, errors } = parseIdlArguments(args);
  if (value === undefined) {
    for (const error of errors) process.stderr.write(`weft idl: ${error}\n`);
    process.stderr.write("(weft idl --help lists the options)\n");
    return EXIT.usage;
  }
  for (const option of value.ignored) process.stderr.write(`weft idl: ${option} has no effect\n`);
  return value.file === undefined ? wholeProject(value) : oneFile(value, value.file);
}

async function oneFile(command: IdlCommand, file: string): Promise<number> {
  const loaded = await loadIdl({ ...command, file });
  if (loaded.input === undefined) {
    report(command, loaded.problems);
    return EXIT.problems;
  }
  const {
    outputs,
    layout,
    explanation,
    problems: found,
  } = compileIdl({ ...loaded.input, selfTest: command.selfTest });
  const problems = [...loaded.problems, ...found];
  const failed = hasErrors(problems);
  const folder = resolve(command.out ?? ".");
  const wanted =
    failed || (command.explain && command.out === undefined) ? [] : chosen(command, file, outputs);
  const written = wanted.map(({ name, text }) => ({ path: join(folder, name), text }));
  writeOutputs(written);
  const counts =
    command.count && !failed ? await stubInstructions({ outputs, ...clientStubs(file, layout) }) : undefined;
  const result = {
    file,
    kernel: command.kernel,
    outputs: written.map(({ path }) => path),
    interfaces: layoutJson(layout, counts),
  };
  report(command, problems, failed ? undefined : result);
  if (!command.json && command.explain && !failed) process.stdout.write(`${explanation}${countText(counts)}`);
  return failed ? EXIT.problems : EXIT.fine;
}

function countText(counts: ReadonlyMap<string, StubCount> | undefined): string {
  if (counts === undefined) return "";
  const lines = [...counts].map(
    ([stub, { instructions, loops }]) =>
      `  ${stub}: ${instructions}${loops ? ", and the turns of its loops: each is counted once" : ""}`,
  );
  return `\ninstructions of client stubs alone, inlined by g++ -m32 -O2 where they are called; a call also costs its server's\n${lines.join("\n")}\n`;
}

/** All outputs, or the one that `-c`, `-s` or `-t` asks for, with the support headers that it includes. */
function chosen(
  { only, outputName }: IdlCommand,
  file: string,
  outputs: readonly CompileOutput[],
): CompileOutput[] {
  if (only === undefined) return [...outputs];
  const base = basename(file).replace(/\.idl$/i, "");
  const name = `${base}_${only}.${only === "template" ? "c" : "h"}`;
  return outputs.flatMap((output) => {
    if (output.name === name) return [{ ...output, name: outputName ?? name }];
    return output.name.includes("/") ? [output] : [];
  });
}

async function wholeProject(command: IdlCommand): Promise<number> {
  const root = findProjectRoot(process.cwd());
  if (root === undefined) {
    process.stderr.write(
      "weft idl: name an IDL file: there is no project here\n(weft idl --help lists the options)\n",
    );
    return EXIT.usage;
  }
  const loaded = loadProject(root);
  const problems: Problem[] = [...loaded.problems];
  const made = loaded.value === undefined ? undefined : await generateStubs(loaded.value, "all");
  problems.push(...(made?.problems ?? []));
  const result = made === undefined ? undefined : { outputs: made.written };
  report(command, problems, hasErrors(problems) ? undefined : result);
  if (!command.json && made !== undefined && !hasErrors(problems))
    process.stdout.write(
      `${made.files} IDL file${made.files === 1 ? "" : "s"}, ${made.written.length} files written\n`,
    );
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}
