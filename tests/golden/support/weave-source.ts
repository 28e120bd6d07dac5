/**
 * From a C or C++ file and its aspects to woven text, with the real preprocessor, libclang and matcher. Everything happens in
 * a folder of its own under relative names, so that no path of this machine gets into the text.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseInProcess } from "@weft/weaver-bridge/clang-ast";
import type { AspectFile, Language, Problem, UnitFacts } from "@weft/weaver-bridge/model";
import {
  createIntroducer,
  type IntroductionRequest,
  introduceIntoC,
  preparedAspects,
} from "@weft/weaver-bridge/pipeline";
import { matchAspects, parseAspectFile, wantedFacts } from "@weft/weaver-bridge/pointcut";
import {
  type IntroducedUnit,
  renderTail,
  splitTail,
  type WovenUnit,
  weave,
} from "@weft/weaver-bridge/weaver";
import { CLANG } from "../../support/compilers.js";

export interface WovenSource {
  readonly unitText: string;
  readonly facts: UnitFacts;
  readonly woven: WovenUnit;
  /** Of the aspect file, of matching and of weaving, in this order. */
  readonly problems: readonly Problem[];
}

export interface SourceOptions {
  /** Dialect, for example `-std=gnu89` or `-std=gnu++98`, which makes the source C++; `-m32` is always there. */
  readonly dialect?: string;
  /** The project's word on the running thread. */
  readonly thread?: AspectFile;
  /** Further options, `-fno-rtti`. */
  readonly flags?: readonly string[];
}

/** Weaves `aspects` (text of `aspects.ah`) into `source` (text of `in.c`). */
export function weaveSource(source: string, aspects: string, options: SourceOptions = {}): WovenSource {
  const dialect = options.dialect ?? "-std=gnu11";
  const { thread } = options;
  const language = dialect.includes("++") ? "c++" : "c";
  const name = language === "c" ? "in.c" : "in.cc";
  const flags = ["-m32", dialect, ...(options.flags ?? [])];
  return inFolder((folder) => {
    writeFileSync(join(folder, name), source, "latin1");
    const file = parseAspectFile("aspects.ah", aspects);
    const files = preparedAspects(thread === undefined ? [file] : [file, thread], language);
    const preprocessed = execFileSync("gcc", [...flags, "-E", "-x", language, "-"], {
      cwd: folder,
      input: `#include "${name}"\n${renderTail(files, language)}`,
      encoding: "latin1",
      timeout: 60_000,
    });
    const { unitText: original, tail } = splitTail(preprocessed);
    const parse = (text: string) =>
      parseInProcess(text, {
        language,
        arguments: flags,
        fileName: name,
        wanted: { ...wantedFacts(files), classes: true },
      });
    const introduced = introduceInto({ unitText: original, fileName: name, files, tail }, language, parse);
    const unitText = introduced?.text ?? original;
    const facts = parse(unitText);
    const { matches, cflows, problems } = matchAspects(facts, files);
    const woven = weave({
      ...{ unitText, facts, matches, files, cflows },
      tail: introduced?.tail ?? tail,
      target: "i686-linux-gnu",
    });
    return {
      unitText,
      facts,
      woven,
      problems: [...file.problems, ...(introduced?.problems ?? []), ...problems, ...woven.problems],
    };
  });
}

/** As the pipeline does, without waiting for anything. */
function introduceInto(
  request: IntroductionRequest,
  language: Language,
  parse: (text: string) => UnitFacts,
): IntroducedUnit | undefined {
  if (language === "c") return introduceIntoC(request);
  const introducer = createIntroducer(request, language);
  for (let text: string | undefined = request.unitText; text !== undefined; )
    text = introducer.step(parse(text));
  return introducer.result;
}

export const GCC_STRICT = ["gcc", "-m32", "-O2", "-Wall", "-Wextra", "-Werror"] as const;
export const CLANG_STRICT = [CLANG, "-m32", "-O2", "-Wall", "-Wextra", "-Werror"] as const;

/** Compiles preprocessed text; returns what the compiler said, empty when it was content. */
export function compile(
  text: string,
  command: readonly string[],
  output?: { readonly file: string; readonly link?: boolean },
): string {
  const [program, ...flags] = command as [string, ...string[]];
  const language = program.includes("++") ? "c++-cpp-output" : "cpp-output";
  const target = output === undefined ? ["-c", "-o", "/dev/null"] : ["-o", output.file];
  const mode = output === undefined || output.link === true ? [] : ["-c"];
  const run = spawnSync(program, [...flags, ...mode, ...target, "-x", language, "-"], {
    input: Buffer.from(text, "latin1"),
    encoding: "latin1",
    timeout: 60_000,
  });
  if (run.error !== undefined) throw run.error;
  return run.status === 0 ? run.stderr : run.stderr || `exit code ${run.status}`;
}

/** Output of the program that `text` is; throws what the compiler said, or how the program ended. */
export function runProgram(text: string, command: readonly string[]): string {
  return inFolder((folder) => {
    const file = join(folder, "program");
    const said = compile(text, command, { file, link: true });
    if (said !== "") throw new Error(said);
    return execFileSync(file, { encoding: "latin1", timeout: 10_000 });
  });
}

export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "weft-golden-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
