/** What `weft specialize` writes and says of the residual functions that were made. */
import { existsSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { residualFile, residualFiles, writeResiduals } from "../../compile/cc/unit-residuals.js";
import { type Project, readLatin1, readRegular, writeAtomically } from "../../kernel-build/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import type { ResidualContext } from "../../partial-eval/index.js";
import { lineOf, type MadeResidual, sayTried, type TriedFact } from "../../pipeline/index.js";
import { foreignFiles } from "../../project/foreign-files.js";
import { EXIT, fail, report } from "../output.js";

export interface SpecializeFlags {
  /** A file of declarations, or a project's folder. */
  readonly file?: string | undefined;
  readonly function?: string;
  readonly out?: string;
  readonly explain?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
  /** A recording, in which to look for facts about `function`, or an interface, whose stubs are declared. */
  readonly from?: string;
  readonly most?: number;
  /** Words after `--`. */
  readonly compiler: readonly string[];
}

/** What came of the declarations. */
export interface Result {
  readonly made: readonly MadeResidual[];
  readonly problems: readonly Problem[];
  /** What `--explain` says that could be declared. */
  readonly proposed: ReadonlyMap<MadeResidual, readonly TriedFact[]>;
}

/** One file with all that came of the declarations; one that is wrong costs itself alone. */
export function answerFile(
  flags: SpecializeFlags,
  file: string,
  { made, problems, proposed }: Result,
): number {
  const isWhole = !hasErrors(problems);
  if (!isWhole && flags.check === true) return fail(flags, problems);
  const output = join(resolve(flags.out ?? dirname(file)), `${basename(file, extname(file))}.c`);
  const whole = made.map(({ text }) => text).join("\n");
  if (flags.check === true) {
    const again = `weft specialize ${flags.file} --out ${dirname(output)} -- …`;
    return checkStale(flags, [{ file: output, text: whole }], again);
  }
  const foreign = flags.out === undefined ? [] : foreignFiles([output]);
  if (foreign.length > 0) return fail(flags, foreign);
  if (flags.json === true || flags.explain === true || flags.out !== undefined) {
    if (flags.out !== undefined) writeAtomically(output, whole, "latin1");
    report(flags, problems, {
      residuals: made.map(describe),
      ...(flags.out === undefined ? {} : { written: output }),
    });
    if (flags.json !== true && flags.explain === true)
      process.stdout.write(made.map((one) => explain(one, proposed.get(one))).join("\n"));
  } else {
    report(flags, problems);
    process.stdout.write(Buffer.from(whole, "latin1"));
  }
  return isWhole ? EXIT.fine : EXIT.problems;
}

/** One file for each declaration, as `weft build` writes them. */
export function answerProject(
  flags: SpecializeFlags,
  project: Project,
  { made, problems, proposed }: Result,
): number {
  const isWhole = !hasErrors(problems);
  if (flags.check === true && !isWhole) return fail(flags, problems);
  if (flags.check === true)
    return checkStale(
      flags,
      made.flatMap((one) => {
        const file = residualFile(project, one, flags.out);
        // Without --out it is enough that all can be made: what a build writes is nobody's to keep.
        return flags.out === undefined && !existsSync(file) ? [] : [{ file, text: one.text }];
      }),
      flags.out === undefined ? "weft build" : `weft specialize --out ${flags.out}`,
    );
  const foreign =
    flags.out === undefined
      ? []
      : foreignFiles(made.flatMap((one) => residualFiles(residualFile(project, one, flags.out))));
  if (foreign.length > 0) return fail(flags, foreign);
  writeResiduals(project, made, flags.out);
  report(flags, problems, {
    residuals: made.map(describe),
    written: flags.out === undefined ? join(project.root, ".weft", "residual") : resolve(flags.out),
  });
  const exit = isWhole ? EXIT.fine : EXIT.problems;
  if (flags.json === true) return exit;
  for (const one of made)
    process.stdout.write(
      flags.explain === true
        ? explain(one, proposed.get(one))
        : `${relative(process.cwd(), residualFile(project, one, flags.out))}: ${one.declaration.function}, ${one.residual.lines.length} lines\n`,
    );
  return exit;
}

function describe({ declaration, source, text, residual }: MadeResidual): object {
  const bytes = textOf(source);
  const places = residual.notes
    .filter(({ file }) => file === source)
    .map((note) => ({ ...note, line: lineOf(bytes, note.start) }));
  return {
    function: declaration.function,
    residual: declaration.residual,
    source,
    text,
    places,
    contexts: residual.contexts,
    limits: residual.limits,
  };
}

function explain({ declaration, residual }: MadeResidual, tried: readonly TriedFact[] = []): string {
  const places = residual.notes.map((note) => {
    const bytes = textOf(note.file);
    const text = bytes.slice(note.start, note.end).replace(/\s+/g, " ");
    const place = `${relative(process.cwd(), note.file)}:${lineOf(bytes, note.start)}`;
    const what = note.value === undefined ? note.what : `${note.what}: ${note.value}`;
    const copies = note.copies > 1 ? ` (${note.copies} times)` : "";
    const unknown = note.unknown.length === 0 ? "" : `  not known: ${note.unknown.join(", ")}`;
    return `  ${place}: ${what.padEnd(10)} ${text}${copies}${unknown}`;
  });
  const { contexts } = residual;
  const tree =
    contexts === undefined || contexts.calls.length === 0
      ? []
      : ["  contexts:", ...contextLines(contexts, "    ")];
  const limits = residual.limits.map((note) => `  limit: ${note}`);
  return `${[`${declaration.residual}: ${residual.lines.length} lines`, ...places, ...tree, ...limits, ...tried.map((one) => `  ${sayTried(one)}`)].join("\n")}\n`;
}

/** Each function that was followed, with what was known, how large it came out and where it was called. */
function contextLines(context: ResidualContext, indent: string): string[] {
  const { function: name, known, from, copies, lines, calls } = context;
  const given = known.length === 0 ? "" : ` (${known.join(", ")})`;
  const size = `${lines} ${lines === 1 ? "line" : "lines"}`;
  const times = copies > 1 ? `, ${copies} times` : "";
  const place =
    from === undefined
      ? ""
      : `, called at ${relative(process.cwd(), from.file)}:${lineOf(textOf(from.file), from.start)}`;
  return [
    `${indent}${name}${given}: ${size}${times}${place}`,
    ...calls.flatMap((one) => contextLines(one, `${indent}  `)),
  ];
}

function checkStale(
  flags: SpecializeFlags,
  files: readonly { readonly file: string; readonly text: string }[],
  again: string,
): number {
  const stale = files.filter(({ file, text }) => !existsSync(file) || readRegular(file, "latin1") !== text);
  if (stale.length === 0) return EXIT.fine;
  return fail(
    flags,
    stale.map(({ file }) =>
      problem(
        "specialize/stale",
        `${file} is not what ${flags.file ?? "the project"} gives now`,
        `Make it anew: ${again}`,
      ),
    ),
  );
}

export const textOf = (file: string): string => readLatin1(file) ?? "";

export function problem(code: string, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint };
}
