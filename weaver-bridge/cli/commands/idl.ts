/** `weft idl`: stubs for one IDL file, or for all that a project lists; `--explain` says what they do. */
import { join, resolve } from "node:path";
import {
  baseName,
  type CompileOutput,
  clientStubs,
  compileIdl,
  type IdlCommand,
  parseIdlArguments,
  testCalls,
} from "../../idl/index.js";
import { findProjectRoot, loadProject, lookInSystemAlone, ProcessError } from "../../kernel-build/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import {
  type ExecutedCounts,
  executedCalls,
  type StubCount,
  stubInstructions,
} from "../../pipeline/index.js";
import { loadIdl } from "../../project/stubs/load-idl.js";
import { generateStubs } from "../../project/stubs/project-stubs.js";
import { writeOutputs } from "../../project/stubs/write-outputs.js";
import { EXIT, report } from "../output.js";
import { layoutJson } from "./layout-json.js";
import { machMessages } from "./mach-messages.js";

export async function idl(args: readonly string[]): Promise<number> {
  const { value, errors } = parseIdlArguments(args);
  if (value === undefined) {
    for (const error of errors) process.stderr.write(`weft idl: ${error}\n`);
    process.stderr.write("(weft idl --help lists the options)\n");
    return EXIT.usage;
  }
  // Headers that an interface imports are read by gcc, which is none of the folder's.
  lookInSystemAlone();
  for (const option of value.ignored) process.stderr.write(`weft idl: ${option} has no effect\n`);
  const { file, mach } = value;
  if (file === undefined) return wholeProject(value);
  return mach === undefined ? oneFile(value, file) : machMessages(value, file, mach);
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
    failed || command.checkOnly || (command.explain && command.out === undefined)
      ? []
      : chosen(command, file, outputs);
  const written = wanted.map(({ name, text }) => ({ path: join(folder, name), text }));
  writeOutputs(folder, written);
  const counts =
    command.count && !failed ? await stubInstructions({ outputs, ...clientStubs(file, layout) }) : undefined;
  const executed = command.count && !failed ? await countCalls(command, file, loaded.input) : undefined;
  if (executed?.why !== undefined)
    problems.push({
      code: "idl/not-counted",
      severity: "warning",
      message: `not all calls were counted: ${executed.why}`,
      hint: "Calls are compiled with gcc -m32 and stepped with ptrace; the client stubs' own instructions are told without that.",
    });
  const result = {
    file,
    kernel: command.kernel,
    outputs: written.map(({ path }) => path),
    interfaces: layoutJson(layout, counts, executed && { ...executed, length: command.length }),
  };
  report(command, problems, failed ? undefined : result);
  if (!command.json && command.explain && !failed)
    process.stdout.write(`${explanation}${countText(command, counts, executed)}`);
  return failed ? EXIT.problems : EXIT.fine;
}

async function countCalls(
  { kernel, length }: IdlCommand,
  file: string,
  input: Parameters<typeof compileIdl>[0],
): Promise<ExecutedCounts> {
  const { outputs, layout } = compileIdl({ ...input, selfTest: true });
  const selfTest = `${baseName(file)}_self_test.c`;
  try {
    return await executedCalls({ outputs, selfTest, calls: testCalls(layout), kernel, length });
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return { counts: new Map(), why: error.message };
  }
}

function countText(
  { length }: IdlCommand,
  counts: ReadonlyMap<string, StubCount> = new Map(),
  executed?: ExecutedCounts,
): string {
  if (executed === undefined) return "";
  const lines = [...counts].map(([stub, { instructions, loops }]) => {
    const ran = executed.counts.get(stub);
    if (ran !== undefined)
      return `  ${stub}: ${ran.client + ran.server} (client ${ran.client}, server ${ran.server})`;
    return `  ${stub}: not run; its client has ${instructions}${loops ? ", and the turns of its loops" : ""}`;
  });
  return `\ninstructions that a call executes in client and server (gcc -m32 -O2; ${length} elements in all that has a length; a string instruction counts once)\n${lines.join("\n")}\n`;
}

/** All outputs, or the one that `-c`, `-s` or `-t` asks for, with the support headers that it includes. */
function chosen(
  { only, outputName }: IdlCommand,
  file: string,
  outputs: readonly CompileOutput[],
): CompileOutput[] {
  if (only === undefined) return [...outputs];
  const name = `${baseName(file)}_${only}.${only === "template" ? "c" : "h"}`;
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
