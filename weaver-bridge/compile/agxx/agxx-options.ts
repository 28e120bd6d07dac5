/**
 * The words of `weft ag++`: those of AspectC++'s `ag++` 2.3, and everything that g++ understands. A word that both could
 * mean goes to the aspect compiler, unless `--Xcompiler` came before it.
 */
export interface AgxxOptions {
  /** `-p`: folders whose files are woven; the current one when none is named. */
  readonly projects: readonly string[];
  /** `-a`: undefined for every `.ah` of the project, empty for `-a 0`. */
  readonly aspects: readonly string[] | undefined;
  /** `-k`: aspects may stand in ordinary sources of the project. */
  readonly keywords: boolean;
  /** `-r`: the project repository. */
  readonly repository: string | undefined;
  /** `--expr`: a pointcut to be answered instead of compiling. */
  readonly expression: string | undefined;
  readonly weaveOnly: boolean;
  readonly keepWoven: boolean;
  readonly noLine: boolean;
  readonly introductionDepth: number | undefined;
  /** The real compiler and its words. */
  readonly compiler: readonly string[];
  /** Accepted for compatibility; each says why it changes nothing. */
  readonly notes: readonly string[];
}

interface Draft {
  projects: string[];
  aspects: string[] | undefined;
  keywords: boolean;
  repository: string | undefined;
  expression: string | undefined;
  weaveOnly: boolean;
  keepWoven: boolean;
  noLine: boolean;
  introductionDepth: number | undefined;
  notes: string[];
  compilerName: string;
  target: string | undefined;
  words: string[];
}

type Flag = (draft: Draft) => void;
type Valued = (draft: Draft, value: string) => void;

const FLAGS: Readonly<Record<string, Flag>> = {
  "-k": (draft) => (draft.keywords = true),
  "--keywords": (draft) => (draft.keywords = true),
  "--weave_only": (draft) => (draft.weaveOnly = true),
  "--keep_woven": (draft) => (draft.keepWoven = true),
  "--keep_acc": (draft) => (draft.keepWoven = true),
  "--no_line": (draft) => (draft.noLine = true),
  "--gen_config": (draft) =>
    draft.notes.push("--gen_config: nothing to generate, units are preprocessed by the real compiler"),
  "--flow_analysis": (draft) => draft.notes.push("--flow_analysis: call targets are resolved as without it"),
  "--dynamic": (draft) => draft.notes.push("--dynamic: woven code needs no preparation for dynamic weaving"),
};

/** What changes nothing here: join points of data and operators and introspection are always at hand, the back end is g++. */
const IGNORED =
  /^--(?:introspection|data_joinpoints|builtin_operators|(?:no_)?attributes|(?:no_)?problem_(?:local_class|spec_scope|force_inline)|(?:no_)?warn_(?:deprecated|macro|limitations)|real-instances|pseudo-instances)$/;

const IGNORED_VALUED = new Set([
  "--ac_compiler",
  "--config",
  "--system-config",
  "--config_command",
  "--gen_size_type",
  "--warn_compatibility",
  "--verbose",
  "--proj_file",
]);

const VALUED: Readonly<Record<string, Valued>> = {
  "-p": (draft, value) => draft.projects.push(value),
  "--path": (draft, value) => draft.projects.push(value),
  "-a": addAspect,
  "--aspect_header": addAspect,
  "-r": (draft, value) => (draft.repository = value),
  "--repository": (draft, value) => (draft.repository = value),
  "--expr": (draft, value) => (draft.expression = value),
  "--c_compiler": (draft, value) => (draft.compilerName = value),
  "--target": (draft, value) => (draft.target = value),
  "--introduction_depth": (draft, value) => (draft.introductionDepth = Number(value)),
  "--include": (draft, value) => draft.words.push("-include", value),
  "--output": (draft, value) => draft.words.push("-o", value),
};

function addAspect(draft: Draft, value: string): void {
  draft.aspects ??= [];
  if (value !== "0") draft.aspects.push(value);
}

/** Options of ac++ that transform whole trees of files; here nothing is written beside the object. */
const WHOLE_TREES = new Set(["-i", "--include_files", "-d", "--dest"]);

/** What `-x` may be followed by when it is g++'s. */
const LANGUAGE =
  /^(?:none|c\+\+(?:-(?:header|cpp-output|system-header|user-header))?|c(?:-header)?|cpp-output|assembler(?:-with-cpp)?)$/;

/** A string is what is wrong with the words. */
export function parseAgxxOptions(words: readonly string[]): AgxxOptions | string {
  const draft: Draft = {
    projects: [],
    aspects: undefined,
    keywords: false,
    repository: undefined,
    expression: undefined,
    weaveOnly: false,
    keepWoven: false,
    noLine: false,
    introductionDepth: undefined,
    notes: [],
    compilerName: "g++",
    target: undefined,
    words: [],
  };
  let forCompiler = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === "--Xcompiler" || word === "--Xweaver") {
      forCompiler = word === "--Xcompiler";
      continue;
    }
    const next = words[at + 1];
    const flag = lookUp(FLAGS, word);
    if (word === "-x" && next !== undefined && !LANGUAGE.test(next) && !forCompiler) {
      draft.expression = next;
      at++;
    } else if (WHOLE_TREES.has(word) && !forCompiler) return wholeTrees(word);
    else if (flag !== undefined && !(forCompiler && isShort(word))) flag(draft);
    else if (IGNORED.test(word)) continue;
    else {
      const taken = takeValued(draft, word, next, forCompiler);
      if (typeof taken === "string") return taken;
      if (taken === 0) draft.words.push(word);
      else at += taken - 1;
    }
  }
  if (draft.introductionDepth !== undefined && !(draft.introductionDepth >= 0))
    return "--introduction_depth wants a number";
  const { compilerName, target, words: rest, ...options } = draft;
  // g++ is made for one target; clang++ takes it as ac++ does.
  const cross = target !== undefined && compilerName.includes("clang") ? [`--target=${target}`] : [];
  return { ...options, compiler: [compilerName, ...cross, ...rest] };
}

const isShort = (word: string) => !word.startsWith("--");

/** How many words an option with a value takes; 0 when it is none of ours, a message when the value is missing. */
function takeValued(
  draft: Draft,
  word: string,
  next: string | undefined,
  forCompiler: boolean,
): number | string {
  const [name, joined] = splitValue(word);
  const ignored = IGNORED_VALUED.has(name);
  const valued = lookUp(VALUED, name);
  if ((!ignored && valued === undefined) || (forCompiler && isShort(word))) return 0;
  const value = joined ?? next;
  if (value === undefined) return `${name} needs a value`;
  valued?.(draft, value);
  return joined === undefined ? 2 : 1;
}

/** `--path=dir`, `-pdir` and `-rfile`; `-p` alone has its value in the next word. */
function splitValue(word: string): [string, string | undefined] {
  const long = /^(--[a-z_-]+)=(.*)$/s.exec(word);
  if (long !== null) return [long[1] as string, long[2]];
  // g++ has options that begin alike (-pthread, -pipe, -ansi, -rdynamic): only paths may be joined.
  const short = /^(-[par])([./~].*)$/s.exec(word);
  return short === null ? [word, undefined] : [short[1] as string, short[2]];
}

function wholeTrees(word: string): string {
  return `${word} transforms whole trees of files, which Weft does not do: units are woven as they are compiled. 'weft ag++ --keep_woven' keeps the woven text.`;
}

export const AGXX_HELP = `Usage: weft ag++ [OPTIONS] FILES... [G++ OPTIONS]

Compiles and links as g++ would, with the aspects of the project woven in; takes the command line of AspectC++'s ag++.
'weft-ag++' is the same as one word, for build systems.

  -p, --path DIR            a folder of the project (repeatable); the current folder by default. Files elsewhere are
                            left as they are, their functions may still be called from join points
  -a, --aspect_header FILE  weave this aspect file (repeatable), not every .ah of the project; 0 for none. What aspect
                            files and units include of aspect files is woven as well
  -k, --keywords            aspects may stand in ordinary sources of the project
  -r, --repository FILE     write the project's model (ac-model XML 2.3) and, beside it, FILE.json
  -x, --expr POINTCUT       say what a pointcut matches in the repository or the given files; nothing is compiled
  --weave_only              write the woven text (FILE.acc, or -o) and do not compile
  --keep_woven              write it as well
  --no_line                 no line markers in it
  --introduction_depth N    how deep introductions into introduced code go; 10
  --c_compiler NAME         the real compiler; g++
  --Xcompiler, --Xweaver    of short options that both have, what follows is g++'s, or ours again

Join points of data and operators and introspection (AC::TypeInfo) need no option. Cross targets follow from the compiler and its options (-m32; of clang++ --target=TRIPLE).
WEFT_RESIDENT=off in the environment does without the resident processes that 'weft cc --help' tells of.
`;

import { lookUp } from "../../model/index.js";
