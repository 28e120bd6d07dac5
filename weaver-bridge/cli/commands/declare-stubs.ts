/** `weft specialize --from FILE.idl`: declarations for the client stubs of an interface, to be filled in. */
import { resolve } from "node:path";
import { compileIdl, stubDeclarations } from "../../idl/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import { idlInput } from "../../project/stubs/project-stubs.js";
import { EXIT, report } from "../output.js";

export interface DeclareStubsFlags {
  readonly from: string;
  /** One operation, as the interface or as C calls it. */
  readonly function?: string;
  readonly json?: boolean;
}

export async function declareStubs(flags: DeclareStubsFlags): Promise<number> {
  const file = resolve(flags.from);
  const { input, problems } = await idlInput(file);
  const compiled = input === undefined ? undefined : compileIdl(input);
  const all = [...problems, ...(compiled?.problems ?? [])];
  if (compiled === undefined || hasErrors(all)) {
    report(flags, all);
    return EXIT.problems;
  }
  const { text, known, declared } = stubDeclarations(file, compiled.layout, flags.function);
  const nothing = declared.length === 0 ? [noStub(flags, known)] : [];
  report(flags, [...all, ...nothing], declared.length === 0 ? undefined : { stubs: declared, text });
  if (declared.length === 0) return EXIT.problems;
  if (flags.json !== true) process.stdout.write(text);
  return EXIT.fine;
}

function noStub({ from, function: name }: DeclareStubsFlags, known: readonly string[]): Problem {
  const which = name === undefined ? "" : ` ${name}`;
  return {
    code: "specialize/no-stub",
    severity: "error",
    message: `${from} gives no client stub${which}`,
    hint: `There are: ${known.join(", ") || "none"}.`,
  };
}
