/**
 * Facts that a declaration could say, tried: the residual function is made again with each, and its instructions are counted,
 * so that what is proposed stands beside what it gains. Whether it holds, callers have to know.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { removeTemporary, runProcess, temporaryFolder, trialArguments } from "../../kernel-build/index.js";
import { type Declaration, NO_BODY, readDeclarations } from "../../partial-eval/index.js";
import type { TriedUnit } from "./compiled-residuals.js";
import { textWithResiduals } from "./residual-text.js";
import { type MadeResidual, specializeUnit } from "./specialize-unit.js";
import type { UnitReader } from "./unit-trees.js";

export interface TriedFact {
  /** As a clause: `x noalias`. */
  readonly clause: string;
  /** Instructions of the residual function without it and with it. */
  readonly before: number;
  readonly after: number;
}

/** So many are tried for one declaration. */
const MOST = 8;
const DEADLINE_MS = 60_000;

export const sayTried = ({ clause, before, after }: TriedFact): string =>
  `declare \`${clause}\`: ${before} to ${after} instructions`;

/** Those that make it smaller, the best first. */
export async function triedFacts(
  reader: UnitReader,
  unit: TriedUnit,
  made: MadeResidual,
): Promise<readonly TriedFact[]> {
  const before = await instructionsOf(unit, made);
  const found: TriedFact[] = [];
  if (before === undefined) return found;
  for (const clause of clausesFor(made).slice(0, MOST)) {
    const declaration = withClause(made.declaration, clause);
    const again = declaration && (await specializeUnit(reader, [{ spec: made.spec, declaration }]));
    const [other] = again?.made ?? [];
    const after =
      other === undefined || other.residual.unmet.length > 0 ? undefined : await instructionsOf(unit, other);
    if (after !== undefined && after < before) found.push({ clause, before, after });
  }
  return found.sort((one, other) => one.after - other.after);
}

/** What would keep, or decide, what is not known: of pointers that lead there, and of what code in between may write. */
function clausesFor({ declaration, residual }: MadeResidual): string[] {
  const reads = residual.notes.flatMap((note) => note.reads);
  const facts = [...reads.flatMap(({ fact }) => fact ?? []), ...declaration.facts.map(sayPlace)];
  const pointers = new Set(facts.flatMap((fact) => /^(\w+)(?:->|\[)|^\*(\w+)$/.exec(fact)?.slice(1) ?? []));
  const has = (subject: string, word: RegExp) =>
    declaration.facts.some(
      (one) =>
        one.subject === subject &&
        one.path.length === 0 &&
        (word.test(one.isNoAlias === true ? "noalias" : "nonnull") || one.value !== undefined),
    );
  const written = [
    ...reads.flatMap(({ fact, after }) => (after === undefined ? [] : (fact ?? []))),
    ...declaration.assumed.flatMap(({ subject }) => (/->|\[|^\*/.test(subject) ? [subject] : [])),
  ];
  const calls = reads.flatMap(({ text, why }) => (text.endsWith("()") && why === NO_BODY ? [text] : []));
  return [
    ...[...pointers].filter((one) => one && !has(one, /noalias/)).map((one) => `${one} noalias`),
    ...[...new Set(calls)].map((one) => `extern ${one} pure`),
    ...[...new Set(written)].map((one) => `exclusive ${one}`),
    ...[...pointers].filter((one) => one && !has(one, /nonnull/)).map((one) => `${one} nonnull`),
  ];
}

const sayPlace = ({ subject, path }: Declaration["facts"][number]): string => subject + path.join("");

function withClause(declaration: Declaration, clause: string): Declaration | undefined {
  const { function: name, residual } = declaration;
  const [one] = readDeclarations(`specialize ${name} as ${residual} { ${clause}; }`).declarations;
  if (one === undefined) return undefined;
  return {
    ...declaration,
    facts: [...declaration.facts, ...one.facts],
    exclusive: [...declaration.exclusive, ...one.exclusive],
    pure: [...declaration.pure, ...one.pure],
  };
}

/** As the unit's own command compiles it, optimized at least by -O2; undefined where it does not. */
async function instructionsOf(
  { command, input, source }: TriedUnit,
  made: MadeResidual,
): Promise<number | undefined> {
  const folder = temporaryFolder("weft-tried-");
  const output = join(folder, "trial.s");
  const name = made.declaration.residual;
  const options = trialArguments(command, input, output);
  const optimized = options.some((one) => /^-O(?!0)/.test(one)) ? [] : ["-O2"];
  // A static function that nobody calls yet would be left out.
  const text = `${textWithResiduals(source, [made], () => "residual.c", command.directory)}\nvoid *weft_tried = ${name};\n`;
  try {
    const words = [...command.compiler, ...options, ...optimized, "-g0", "-S"];
    const run = await runProcess(words, {
      directory: command.directory,
      input: text,
      inputEncoding: "latin1",
      deadline: DEADLINE_MS,
    });
    return run.code === 0 ? instructionsIn(readFileSync(output, "latin1"), name) : undefined;
  } finally {
    removeTemporary(folder);
  }
}

/** Between the function's label and its size, in the assembler's text. */
function instructionsIn(assembly: string, name: string): number | undefined {
  const lines = assembly.split("\n");
  const from = lines.indexOf(`${name}:`);
  const end = lines.findIndex((line, at) => at > from && new RegExp(`^\\s*\\.size\\s+${name},`).test(line));
  return from < 0 || end < 0
    ? undefined
    : lines.slice(from, end).filter((line) => /^\s+[a-z]/.test(line)).length;
}
