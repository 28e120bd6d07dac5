/**
 * Kernels are older than the compiler that builds them today: what its messages say must be told to it, so that it builds
 * them as it once did. Pure.
 */
import { isCompilerName } from "../kernel-build/index.js";
import { missingFolders } from "./build-failure.js";
import { missingTools } from "./cross-tools.js";
import type { Proposal, ProposedSetting } from "./survey-result.js";

export interface Mend {
  /** Words for the compiler. */
  readonly words: readonly string[];
  /** That of C says that it does not know them. */
  readonly isForCxx?: true;
  /** That it writes into, relative to where it runs: repositories keep no empty ones. */
  readonly folders?: readonly string[];
  /** Programs that it did not find, and what stands in for them. */
  readonly programs?: Readonly<Record<string, string>>;
  /** A clause. */
  readonly because: string;
}

/** From what a failed build of the folder `root` printed; empty where it says nothing that is known. */
export function mendsFor(printed: string, root: string): Mend[] {
  const warnings = new Set([...printed.matchAll(/\[-Werror=([\w+-]+)=?\]/g)].map(([, name = ""]) => name));
  const folders = missingFolders(printed, root);
  const notFound = [...printed.matchAll(NOT_FOUND)].map(([, name = ""]) => name);
  const { standIns } = missingTools(notFound);
  const names = Object.keys(standIns);
  const mends: (Mend | undefined)[] = [
    wordsOf(
      [...warnings].map((name) => `-Wno-error=${name}`),
      "the compiler of this machine warns of more, and warnings are errors here",
    ),
    ...KNOWN.map(([pattern, mend]) => (pattern.test(printed) ? mend : undefined)),
    folders.length === 0
      ? undefined
      : {
          words: [],
          folders,
          because: `${folders.join(", ")}: the build writes there, and nothing makes it`,
        },
    names.length === 0
      ? undefined
      : {
          words: [],
          programs: standIns,
          because: `${names.join(", ")}: not on this machine, so what does the same stands in`,
        },
  ];
  return mends.filter((mend) => mend !== undefined);
}

function wordsOf(words: readonly string[], because: string): Mend | undefined {
  return words.length === 0 ? undefined : { words, because };
}

/** What compilers, linkers and boot loaders say of one line each, and what helps. */
const KNOWN: readonly (readonly [RegExp, Mend])[] = [
  [
    /\[-Werror\]$/m,
    {
      words: ["-w"],
      because:
        "what the compiler of this machine warns of has no name to except it by, and warnings are errors here",
    },
  ],
  [
    /multiple definition of [`'‘]/,
    {
      words: ["-fcommon"],
      because: "headers define variables, which gcc before version 10 made one of",
    },
  ],
  [
    /undefined reference to [`'‘]__stack_chk_fail/,
    { words: ["-fno-stack-protector"], because: "the compiler of this machine protects stacks unasked" },
  ],
  [
    /undefined reference to [`'‘]_GLOBAL_OFFSET_TABLE_|[`'‘](?:_GLOBAL_OFFSET_TABLE_|__x86\.get_pc_thunk\.\w+)['’] referenced in section|\brelocation R_\w+ (?:(?!relocation R_).)*recompile with -fPI[CE]/,
    { words: ["-fno-pie"], because: "the compiler of this machine makes position-independent code unasked" },
  ],
  [
    // What the build links by the compiler: programs that it runs itself, and kernels that GRUB is to load.
    /when making a PIE object|ELF files with relocs are not supported/,
    {
      words: ["-fno-pie", "-no-pie"],
      because: "the compiler of this machine links position-independent programs unasked",
    },
  ],
  [
    /conflicting (?:declaration|types for) .*\bsize_t\b/,
    {
      words: ["-U__SIZE_TYPE__", "-D__SIZE_TYPE__=__typeof__(0ul)"],
      because: "size_t is unsigned long to a cross compiler for ELF, as it is to this kernel",
    },
  ],
  [
    /is incompatible with i386:x86-64 output|mismatch for [`'‘](?:push|pop)|suffix for [`'‘](?:push|pop)/,
    {
      words: ["-m32", "-fno-pie", "-fno-stack-protector"],
      programs: { as: "as --32", ld: "ld -m elf_i386" },
      because: "it was written on a 32-bit machine, whose compiler made code for that unasked",
    },
  ],
  [
    /undefined reference to [`'‘]operator delete(?:\[\])?\(void\*, unsigned /,
    {
      words: ["-fno-sized-deallocation"],
      isForCxx: true,
      because: "size_t is unsigned long to a cross compiler for ELF, as its operator delete has it",
    },
  ],
  [
    /operator new(?:(?! takes type |operator new).)* takes type (?:(?! as first parameter| takes type ).)*\bsize_t\b(?:(?! as first parameter| takes type ).)* as first parameter/,
    {
      words: ["-fpermissive"],
      isForCxx: true,
      because: "size_t is unsigned long to a cross compiler for ELF, as its operator new has it",
    },
  ],
];

/** As make and shells say it, of tools of a cross compiler. */
const NOT_FOUND =
  /(?:^|[\s:])(\w+(?:-\w+)*-[a-z+]+): (?:command not found|not found|No such file or directory)/gm;

/** What the compiler of that name, or called by that command, is told. */
export function wordsFor(compiler: string, mends: readonly Mend[]): string[] {
  const isCxx = /(?:g|c|clang)\+\+(?:-\d+)?(?:\s|$)/.test(compiler);
  return [...new Set(mends.flatMap(({ words, isForCxx }) => (isForCxx === true && !isCxx ? [] : words)))];
}

/** The proposal with the words given to its compilers; `undefined` where they have them. */
export function withMends(proposal: Proposal, mends: readonly Mend[]): Proposal | undefined {
  const found: Record<string, string> = Object.assign({}, ...mends.map((mend) => mend.programs ?? {}));
  if (Object.keys(found).length > 0)
    return withMends(withPrograms(proposal, found), mends.map(onlyWords)) ?? withPrograms(proposal, found);
  const made = withFolders(proposal, new Set(mends.flatMap(({ folders = [] }) => folders)));
  if (made !== undefined) return withMends(made, mends) ?? made;
  const because = mends.flatMap((mend) => (mend.words.length === 0 ? [] : [mend.because])).join("; ");
  let changed = false;
  const added = (command: string, compiler = command): string => {
    const missing = wordsFor(compiler, mends).filter((word) => !command.split(" ").includes(word));
    changed ||= missing.length > 0;
    return [command, ...missing].join(" ");
  };
  const settingOf = (name: string) => proposal.settings.find((one) => one.name === name)?.value;
  const programs = Object.entries((settingOf("build.programs") ?? {}) as Record<string, string>);
  const prepare = (settingOf("build.prepare") ?? []) as string[];
  const setting = prepare.some((word) => word.includes("{launcher}"))
    ? { name: "build.prepare", value: withCompilerFlags(prepare, added), because }
    : programs.some(([name]) => isCompilerName(name))
      ? {
          name: "build.programs",
          value: Object.fromEntries(
            programs.map(([name, command]) => [name, isCompilerName(name) ? added(command) : command]),
          ),
          because,
        }
      : { name: "build.compiler", value: added(String(settingOf("build.compiler") ?? "gcc")), because };
  if (!changed) return undefined;
  const at = proposal.settings.findIndex(({ name }) => name === setting.name);
  const settings = [...proposal.settings];
  if (at >= 0) settings[at] = setting;
  else settings.splice(settings.findIndex(({ name }) => name === "build.make") + 1, 0, setting);
  return { ...proposal, settings };
}

const onlyWords = ({ programs: _programs, ...mend }: Mend): Mend => mend;

function withPrograms(proposal: Proposal, found: Readonly<Record<string, string>>): Proposal {
  const name = "build.programs";
  const known = proposal.settings.find((one) => one.name === name);
  const value = { ...(known?.value as object | undefined), ...found };
  const because = known?.because ?? `${Object.keys(found).join(", ")}: not on this machine`;
  const others = proposal.settings.filter((one) => one !== known);
  return { ...proposal, settings: [...others, { name, value, because }] };
}

/** `undefined` where nothing is new, or something else is prepared. */
function withFolders(proposal: Proposal, folders: ReadonlySet<string>): Proposal | undefined {
  const name = "build.prepare";
  const known = proposal.settings.find((one) => one.name === name);
  const [program, , ...before] = (known?.value ?? MAKING) as readonly string[];
  const all = [...new Set([...before, ...folders])];
  if (program !== MAKING[0] || all.length === before.length) return undefined;
  const setting = {
    name,
    value: [...MAKING, ...all],
    because: "the build writes there, and nothing makes them",
  };
  const settings: ProposedSetting[] = proposal.settings.filter((one) => one !== known);
  settings.splice(
    settings.findIndex((one) => one.name === "build.make"),
    0,
    setting,
  );
  return { ...proposal, settings };
}

const MAKING: readonly string[] = ["mkdir", "-p"];

/** CMake's own way to say them: what it calls its launchers with is not theirs to change. */
function withCompilerFlags(
  prepare: readonly string[],
  added: (command: string, compiler: string) => string,
): string[] {
  const languages = [
    ["-DCMAKE_C_FLAGS=", "gcc"],
    ["-DCMAKE_CXX_FLAGS=", "g++"],
  ] as const;
  const others = prepare.filter((word) => !languages.some(([name]) => word.startsWith(name)));
  const flags = languages.map(([name, compiler]) => {
    const known = prepare.find((word) => word.startsWith(name))?.slice(name.length) ?? "";
    return `${name}${added(known, compiler).trim()}`;
  });
  return [...others, ...flags];
}

/** The same with one job: rules that don't say what they need go wrong when several things are done at once. */
export function withOneJob(proposal: Proposal): Proposal {
  return {
    ...proposal,
    settings: proposal.settings.map((setting) =>
      setting.name === "build.make"
        ? {
            ...setting,
            value: [...(setting.value as string[]), "-j1"],
            because: "its rules go wrong when several things are done at once",
          }
        : setting,
    ),
  };
}
