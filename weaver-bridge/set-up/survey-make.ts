/**
 * A kernel that make builds: asks make what it would do (`make -n`). Nothing is built unless that tells nothing, and then
 * only once, noted by a recorder, when it is agreed to.
 */
import { existsSync } from "node:fs";
import { basename, delimiter, join, relative, resolve } from "node:path";
import { removeTemporary, runProcess, temporaryFolder, writeStandIns } from "../kernel-build/index.js";
import { bootRecipe } from "./boot-recipe.js";
import { bootOfScripts } from "./boot-scripts.js";
import { missingPrograms, tellingLine } from "./build-failure.js";
import { type BuildTrace, compilerOf, hasDebugInfo, joinTraces, kernelOf, objectOf } from "./build-trace.js";
import { CROSS_TOOLS, missingTools } from "./cross-tools.js";
import { findEntry } from "./entry-function.js";
import { type MakeDatabase, parseMakeDatabase, parseMakeOutput } from "./make-output.js";
import { makeSettings, openQuestions, toolsOf, type Variable } from "./make-settings.js";
import type { Recording } from "./record-build.js";
import { recordMended } from "./record-mended.js";
import type { Survey, SurveyOptions } from "./survey-result.js";

const DEADLINE = 180_000;
/** A build is done once, whole; kernels that take longer have their own ways. */
const BUILD_DEADLINE = 1_800_000;
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
/** Targets that start the kernel, the ones without a window first. */
const BOOT_TARGETS =
  /^(qemu-nox|qemu-nographic|run-nox|run-nographic|run-console|qemu-serial|qemu|run-qemu|run|boot|emulate|emu|start|simulate|sim|launch|test-qemu)$/;
const STARTS = new RegExp(BOOT_TARGETS.source.replace("simulate", "debug|simulate"));
/** Targets that start QEMU and are called as nothing above. */
const MOST_ASKED = 6;
/** Targets that make all of it, where the makefile's first rule only links or starts it. */
const WHOLE = ["all", "everything", "world", "build", "kernel", "image", "iso"];
/** Put in the compiler's place, to see what follows a variable. */
const STAND_IN = "weft-compiler";

export function findMakefile(root: string): string | undefined {
  return MAKEFILES.find((file) => existsSync(join(root, file)));
}

/** What make said, and what is known from it. */
interface Asked {
  readonly command: readonly string[];
  readonly trace: BuildTrace;
  readonly known: MakeDatabase;
  readonly boot: Survey["boot"];
  /** What to make besides the default: the files that boot. */
  readonly goals: readonly string[];
  /** Empty when it had nothing to say. */
  readonly said: string;
  /** All of it is built already. */
  readonly isBuilt: boolean;
  readonly make: Make;
}

export async function surveyMake(root: string, options: SurveyOptions): Promise<Survey> {
  const told = await askUntilTold(root, options.command);
  const recorded =
    told.trace.compiles.length > 0 ? undefined : await recordOnce(root, told, told.command, options);
  const asked = recorded === undefined ? told : withUnmade(root, told);
  const trace = recorded === undefined ? asked.trace : joinTraces([asked.trace, recorded.trace]);
  const compiler = compilerOf(trace);
  const units = trace.compiles.length;
  const variable = recorded === undefined ? await findVariable(root, asked, compiler) : undefined;
  const { kernel, goals } = await findKernel(root, trace, asked);
  const boot = asked.boot ?? bootOfScripts(root);
  const entry = findEntry(trace);
  const tools = toolsOf(trace, variable);
  const missing = withMissing(tools.missing, recorded?.printed);
  return {
    root,
    name: basename(root),
    kind: "make",
    units,
    build: makeSettings({
      command: asked.command,
      goals,
      variable,
      units,
      compiler,
      tools,
      known: asked.known,
    }),
    ...(kernel === undefined ? {} : { symbols: relative(root, kernel) }),
    ...(boot === undefined ? {} : { boot }),
    ...(entry === undefined ? {} : { entry }),
    hasDebugInfo: hasDebugInfo(trace),
    ...(recorded === undefined ? {} : { mends: recorded.mends }),
    objects: asked.isBuilt || recorded !== undefined ? trace.compiles.map(objectOf) : [],
    open: [
      ...openQuestions(units, recorded?.said || asked.said, missing),
      ...failuresOf(recorded),
      ...openEnds(boot, units > 0 && kernel === undefined),
    ],
  };
}

/** Also what a shell in it did not find. */
export function withMissing(missing: readonly string[], printed = ""): string[] {
  return [...new Set([...missing, ...missingPrograms(printed)])];
}

/** What boots was made by what was noted, or it is to be made behind that: its own rule may not know what it needs. */
function withUnmade(root: string, asked: Asked): Asked {
  const goals = asked.goals.filter((goal) => !existsSync(resolve(root, goal)));
  const first = asked.known.variables.get(".DEFAULT_GOAL") ?? "";
  const isDefault = asked.command.length === 1 && goals.length > 0 && first !== "";
  return { ...asked, goals, command: isDefault ? [...asked.command, first] : asked.command };
}

function openEnds(boot: Survey["boot"], isUnlinked: boolean): string[] {
  return [
    ...(boot === undefined ? ["no rule of the build starts QEMU"] : []),
    ...(isUnlinked ? ["no linked kernel with a linker script was seen"] : []),
  ];
}

const failuresOf = (recorded: Recording | undefined): string[] =>
  recorded === undefined || recorded.code === 0
    ? []
    : [`the build failed: ${recorded.code === undefined ? "a signal ended it" : recorded.said}`];

/** As it is called; then with what can stand in for a cross compiler; then for a target of its own. */
async function askUntilTold(root: string, wanted: readonly string[] | undefined): Promise<Asked> {
  const command = wanted ?? ["make"];
  const plain = await askMake(root, command);
  if (plain.trace.compiles.length > 0) return plain;
  const asked = await askWithCrossTools(root, command, plain);
  if (asked.trace.compiles.length > 0 || wanted !== undefined) return asked;
  for (const target of WHOLE.filter((name) => plain.known.targets.has(name))) {
    const other = await askMake(root, [...command, target]);
    if (other.trace.compiles.length > 0) return other;
  }
  return asked;
}

async function askMake(root: string, command: readonly string[], tools?: string): Promise<Asked> {
  const make = createMake(root, command, tools);
  const first = await make(["-k"]);
  // Makes that it calls print theirs as well, before.
  const databases = (await make(["-p", "-k"])).text.split(/^# Make data base.*$/m);
  const known = parseMakeDatabase(databases.at(-1) ?? "");
  let trace = parseMakeOutput(first.text, root);
  const isBuilt = trace.compiles.length === 0;
  const boot = await findBoot(known, make, root);
  const goals = await goalsOf(boot, make);
  if (goals.length > 0 || isBuilt)
    trace = parseMakeOutput((await make([...goals, ...(isBuilt ? ["-B", "-k"] : [])])).text, root);
  const wasBuilt = isBuilt && trace.compiles.length > 0;
  return { command, trace, known, boot, goals, said: first.said, isBuilt: wasBuilt, make };
}

/** Makefiles that look for a cross compiler and say nothing without one find what can stand in for it. */
async function askWithCrossTools(root: string, command: readonly string[], plain: Asked): Promise<Asked> {
  const { standIns } = missingTools(CROSS_TOOLS);
  if (Object.keys(standIns).length === 0) return plain;
  const folder = temporaryFolder("weft-tools-");
  try {
    writeStandIns(folder, standIns, "");
    return await askMake(root, command, folder);
  } finally {
    removeTemporary(folder);
  }
}

type Make = (
  words: readonly string[],
) => Promise<{ readonly text: string; readonly said: string; readonly fine: boolean }>;

/** `tools`: a folder before those of `PATH`. */
function createMake(root: string, [program = "make", ...own]: readonly string[], tools?: string): Make {
  const path = [...(tools === undefined ? [] : [tools]), process.env.PATH ?? ""].join(delimiter);
  const environment = { ...process.env, LC_ALL: "C", MAKEFLAGS: "", PATH: path };
  return async (words) => {
    const run = await runProcess([program, "-n", "-w", ...own, ...words], {
      directory: root,
      environment,
      deadline: DEADLINE,
    });
    const said =
      run.code === undefined
        ? `${program} was ended by ${run.endedBy ?? "a signal"}`
        : tellingLine(run.errors.toString());
    return { text: run.output.toString(), said, fine: run.code === 0 };
  };
}

async function recordOnce(
  root: string,
  { said }: Asked,
  command: readonly string[],
  { agree, onOutput, signal }: SurveyOptions,
): Promise<Awaited<ReturnType<typeof recordMended>> | undefined> {
  const why = said === "" ? "" : ` (it said: ${said})`;
  const question = `make -n names no C or C++ unit${why}.\nRun ${command.join(" ")} once, to note what it compiles?`;
  if (!(await agree(question))) return undefined;
  const { standIns } = missingTools(CROSS_TOOLS);
  // What is built already would not be built again.
  return recordMended([...command, "-B"], root, { deadline: BUILD_DEADLINE, onOutput, signal, standIns });
}

async function findBoot(known: MakeDatabase, make: Make, root: string): Promise<Survey["boot"]> {
  const order = BOOT_TARGETS.source.slice(2, -2).split("|");
  const named = [...known.targets].filter((name) => BOOT_TARGETS.test(name));
  named.sort((left, right) => order.indexOf(left) - order.indexOf(right));
  // Called otherwise; those that wait for a debugger, or want the host's processor, last.
  const special = (name: string) => Number(/debug|gdb|kvm|test|trace/i.test(name));
  const others = known.starting.filter((name) => !named.includes(name));
  others.sort((left, right) => special(left) - special(right));
  const targets = [...named, ...others.slice(0, MOST_ASKED)];
  for (const target of targets) {
    const { guests } = parseMakeOutput((await make([target])).text, root);
    for (const guest of guests) {
      const recipe = bootRecipe(guest, root);
      if (recipe !== undefined) return { ...recipe, because: `make ${target} says so` };
    }
  }
  return undefined;
}

/** The files that boot, where make knows how to make them. */
async function goalsOf(boot: Survey["boot"], make: Make): Promise<string[]> {
  if (boot === undefined) return [];
  const { kernel, initrd, cdrom, disks = [] } = boot.run;
  const words = boot.run.arguments ?? [];
  const floppies = words.filter((_, at) => /^-fd[ab]$/.test(words[at - 1] ?? ""));
  const files = [kernel, initrd, cdrom, ...disks, ...floppies].filter((file) => file !== undefined);
  return (await make(files)).fine ? files : [];
}

async function findVariable(
  root: string,
  { trace, known, goals, isBuilt, make }: Asked,
  compiler: readonly string[],
): Promise<Variable | undefined> {
  const units = trace.compiles.length;
  if (units === 0) return undefined;
  const named = [...known.variables].filter(([, value]) => value.endsWith(compiler.at(-1) as string));
  const names = new Set(["CC", ...named.map(([name]) => name)]);
  const behind = (name: string) =>
    wordsBehind((known.variables.get(name) ?? "").replaceAll(root, "$(CURDIR)"), compiler);
  let best: Variable | undefined;
  for (const name of [...names].slice(0, 6)) {
    const { text } = await make([...goals, ...(isBuilt ? ["-B"] : []), `${name}=${STAND_IN}`]);
    const followers = parseMakeOutput(text, "/", STAND_IN).compiles.filter(({ arguments: words }) =>
      words.includes(STAND_IN),
    ).length;
    if (followers > (best?.units ?? 0)) best = { name, units: followers, behind: behind(name) };
    if (followers >= units) break;
  }
  return best;
}

/** `--sysroot=…` behind the compiler in a variable would be lost with it. A call of make's is a word, or a part of one. */
function wordsBehind(value: string, compiler: readonly string[]): string[] {
  return (value.match(/(?:\$\([^()]*\)|\$\{[^{}]*\}|\S)+/g) ?? []).slice(compiler.length);
}

async function findKernel(
  root: string,
  trace: BuildTrace,
  { boot, known, goals, make }: Asked,
): Promise<{ kernel: string | undefined; goals: readonly string[] }> {
  const kernel = kernelOf(trace.links, boot?.run.kernel);
  const first = known.variables.get(".DEFAULT_GOAL") ?? "";
  const target = kernel === undefined ? "" : relative(root, kernel);
  // What make does by itself may be to start the kernel.
  if (goals.length === 0 && STARTS.test(first) && known.targets.has(target))
    return { kernel, goals: [target] };
  if (kernel !== undefined) return { kernel, goals };
  // What boots may have lost its symbols; a second target often keeps them.
  const [other] = [...known.targets].filter((one) => one.endsWith(".elf"));
  const more = other === undefined ? [] : parseMakeOutput((await make([other])).text, root).links;
  const second = kernelOf(more);
  return { kernel: second, goals: second === undefined || other === undefined ? goals : [...goals, other] };
}
