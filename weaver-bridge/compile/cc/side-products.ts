/**
 * Where a compiler puts what it writes beside an object (coverage notes, stack usage, dumps, split debug information,
 * saved temporaries) and how it names it: by the command's output and the unit's name. Both differ in the compile of
 * woven text, so the driver is asked (`-###`) what it would do, and the answer is spelled in options.
 */
import { basename } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  ProcessError,
  runProcess,
  splitWords,
} from "../../kernel-build/index.js";

/** Paths as the driver spells them, relative to the command's directory. */
export interface SideProducts {
  /** For the compile of the woven text, behind all others. */
  readonly options: readonly string[];
  /** Of `-save-temps`: the preprocessed text, Clang's bitcode before any pass, and the object of a call that links. */
  readonly text?: string | undefined;
  readonly bitcode?: string | undefined;
  readonly object?: string | undefined;
  /** Split debug information, where Clang's assembler would name it after the object. */
  readonly splitDebug?: string | undefined;
}

const DEADLINE = 20_000;
const NONE: SideProducts = { options: [] };
const ASKED = new WeakMap<CompilerCommand, Promise<string>>();

/** Whether the command asks for files whose names the compiler derives from others. */
export function hasSideProducts({ items }: CompilerCommand): boolean {
  return items.some(
    (item) =>
      item.kind === "option" &&
      /^(-save-temps|--coverage|-coverage|-ftest-coverage|-fprofile-|-fbranch-probabilities|-fauto-profile|-fstack-usage|-gsplit-dwarf|-fcallgraph-info|-fdump-|-d[a-z]|-fcompare-debug|-fdiagnostics-format=.*-file|-fsave-optimization-record|-fopt-info|-ftime-trace)/.test(
        item.name,
      ),
  );
}

/** Nothing for a command without such files, and for a compiler that does not say (GCC before 11 has no such options). */
export async function sideProducts(command: CompilerCommand, input: CompilerInput): Promise<SideProducts> {
  if (!hasSideProducts(command) || isDistributed(command)) return NONE;
  const answer = ASKED.get(command) ?? askDriver(command);
  ASKED.set(command, answer);
  return readSideProducts(await answer, input.path);
}

/** What another host writes beside an object does not come back, and names of this host's folders mean nothing there. */
function isDistributed({ compiler }: CompilerCommand): boolean {
  return compiler.slice(0, -1).some((word) => /^(distcc|icecc|pump)$/.test(basename(word)));
}

async function askDriver({ compiler, argv, directory }: CompilerCommand): Promise<string> {
  // Neither cache nor distributor has a part in it.
  const asked = [...compiler.slice(-1), ...argv.slice(compiler.length), "-###"];
  try {
    const { errors } = await runProcess(asked, { directory, deadline: DEADLINE });
    return errors.toString();
  } catch (error) {
    if (error instanceof ProcessError) return "";
    throw error;
  }
}

/** `answer`: what the driver prints of `-###`, a command a line. `path` as the command spells it. */
export function readSideProducts(answer: string, path: string): SideProducts {
  const steps = answer
    .split("\n")
    .filter((line) => line.startsWith(" "))
    .map(splitWords);
  const first = steps.findIndex((words) => isCompiling(words) && reads(words, path));
  if (first === -1) return NONE;
  const others = steps.slice(first + 1);
  const next = others.findIndex((words) => isFirstStep(words) || isLinking(words));
  const own = [steps[first] as string[], ...others.slice(0, next === -1 ? undefined : next)];
  const text = own[0]?.includes("-E") === true ? outputOf(own[0]) : undefined;
  const compiling = own.filter((words) => isCompiling(words) && !words.includes("-E"));
  const saved = text === undefined ? {} : { text, ...savedOf(own, compiling) };
  return { options: compiling.some(isClang) ? clangOptions(compiling) : gccOptions(compiling), ...saved };
}

function savedOf(own: readonly string[][], compiling: readonly string[][]) {
  const last = own.at(-1) ?? [];
  const assembles = basename(last[0] ?? "") === "as" || last[1] === "-cc1as";
  const bitcode = compiling.find((words) => words.includes("-emit-llvm-bc"));
  const split = last.indexOf("-split-dwarf-output");
  return {
    object: assembles ? outputOf(last) : undefined,
    bitcode: bitcode && outputOf(bitcode),
    splitDebug: last[1] === "-cc1as" && split > 0 ? last[split + 1] : undefined,
  };
}

const isClang = (words: readonly string[]) => words[1] === "-cc1";
const isCompiling = (words: readonly string[]) =>
  isClang(words) || /(^|[/-])cc1(plus|obj|objplus)?$/.test(words[0] ?? "");
const isLinking = (words: readonly string[]) => /(^|[/-])(collect2|ld[.\w]*)$/.test(words[0] ?? "");

/** With saved temporaries each unit begins with its preprocessor run, without them with its only run. */
const isFirstStep = (words: readonly string[]) =>
  isCompiling(words) &&
  (words.includes("-E") || !words.some((word) => /^(-fpreprocessed|ir|cpp-output)$/.test(word)));

const NAMES = /^-(dumpbase|dumpbase-ext|dumpdir|main-file-name|o|MT|MQ|MF)$/;
const reads = (words: readonly string[], path: string) =>
  words.some((word, at) => at > 0 && word === path && !NAMES.test(words[at - 1] as string));

function outputOf(words: readonly string[]): string | undefined {
  const at = words.lastIndexOf("-o");
  return at === -1 ? undefined : words[at + 1];
}

/** An empty folder is the driver's own, not the output's; it comes last, as `-save-temps` would take its place. */
function gccOptions([words = []]: readonly string[][]): string[] {
  const value = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const [base, extension] = [value("-dumpbase"), value("-dumpbase-ext")];
  if (base === undefined || extension === undefined) return [];
  return ["-dumpbase", base, "-dumpbase-ext", extension, "-dumpdir", value("-dumpdir") ?? ""];
}

function clangOptions(compiling: readonly string[][]): string[] {
  const found = new Set<string>();
  const words = compiling.flat();
  words.forEach((word, at) => {
    if (/^-(coverage-notes-file|coverage-data-file|ftime-trace)=/.test(word)) found.add(word);
    if (/^-(stack-usage-file|opt-record-file|split-dwarf-file|split-dwarf-output)$/.test(word))
      found.add(`${word}\n${words[at + 1]}`);
  });
  return [...found].flatMap((option) => option.split("\n")).flatMap((word) => ["-Xclang", word]);
}
