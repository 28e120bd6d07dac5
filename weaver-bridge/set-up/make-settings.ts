/** What a survey of a build proposes as `build.…`: how `weft cc` comes to the compiler. Pure but for what is in `PATH`. */
import { basename } from "node:path";
import { findInPath, parseCompilerCommand } from "../kernel-build/index.js";
import { sayHowToInstall } from "./build-packages.js";
import type { BuildTrace } from "./build-trace.js";
import { missingTools, plainStandIns, standInFor } from "./cross-tools.js";
import type { MakeDatabase } from "./make-output.js";
import type { ProposedSetting } from "./survey-result.js";

/** A variable of the makefile, and how many of the units follow it. */
export interface Variable {
  readonly name: string;
  readonly units: number;
  /** What it says to the compiler, as the makefile has it. */
  readonly behind: readonly string[];
}

export interface BuildTools {
  /** `build.programs`; empty where none are wanted. */
  readonly programs: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
  /** Units get their compiler by the variable. */
  readonly byVariable: boolean;
}

export function toolsOf(trace: BuildTrace, variable: Variable | undefined): BuildTools {
  const { standIns, missing } = missingTools(trace.programs);
  const compilers = new Set(
    trace.compiles.map(({ arguments: words }) => parseCompilerCommand(words, "/").compiler.at(-1) ?? "gcc"),
  );
  const isMissing = [...compilers].some((name) => Object.hasOwn(standIns, name));
  const byVariable = variable !== undefined && variable.units >= trace.compiles.length && !isMissing;
  const plain = byVariable ? {} : plainStandIns(compilers);
  return { programs: { ...plain, ...standIns, ...idleGuests(trace) }, missing, byVariable };
}

/** What runs in place of a guest that a build starts. */
export const IDLE = "true";

/** A build that ends by starting what it built would not end: weft run starts it. */
export function idleGuests({ guests }: BuildTrace): Record<string, string> {
  return Object.fromEntries(guests.map(({ words }) => [basename(words[0] ?? ""), IDLE]));
}

interface MakeFacts {
  readonly command: readonly string[];
  readonly goals: readonly string[];
  readonly variable: Variable | undefined;
  readonly units: number;
  readonly compiler: readonly string[];
  readonly tools: BuildTools;
  readonly known: MakeDatabase;
}

export function makeSettings({
  command,
  goals,
  variable,
  units,
  compiler,
  tools,
  known,
}: MakeFacts): ProposedSetting[] {
  const settings: ProposedSetting[] = [];
  const name = variable?.name ?? "CC";
  const own = variable?.behind ?? [];
  const isPlain = name === "CC" && own.length === 0 && Object.keys(tools.programs).length === 0;
  const words = tools.byVariable && !isPlain ? [[`${name}={cc}`, ...own].join(" ")] : [];
  const boots = goals.length === 0 ? "" : `; ${goals.join(" and ")} ${goals.length === 1 ? "boots" : "boot"}`;
  const because = tools.byVariable
    ? `${variable?.units} of ${units} units follow the variable ${name}${boots}`
    : `${units === 1 ? "the unit names its compiler itself" : `the ${units} units name their compiler themselves`}${boots}`;
  settings.push({ name: "build.make", value: [...command, ...goals, ...words], because });
  if (tools.byVariable && compiler.join(" ") !== "gcc") settings.push(compilerSetting(compiler, units));
  if (Object.keys(tools.programs).length > 0) settings.push(programsSetting(tools.programs));
  if (known.targets.has("clean"))
    settings.push({
      name: "build.clean",
      value: cleanCommand(command),
      because: "the makefile has a target of that name",
    });
  return settings;
}

/** The same make, in the same folder, with the same variables; of its goals none. */
function cleanCommand([program = "make", ...words]: readonly string[]): string[] {
  const kept = words.filter((word, at) => {
    if (word.startsWith("-") || /^\w+[:?+]?=/.test(word)) return true;
    return /^(?:-[CfIo]|--(?:directory|file|makefile|include-dir))$/.test(words[at - 1] ?? "");
  });
  return [program, ...kept, "clean"];
}

/** One that is named by a whole path and is not there has a stand-in by its name. */
function compilerSetting(compiler: readonly string[], units: number): ProposedSetting {
  const program = compiler.at(-1) ?? "gcc";
  const standIn =
    program.includes("/") && findInPath(program) === undefined ? standInFor(basename(program)) : undefined;
  if (standIn === undefined)
    return {
      name: "build.compiler",
      value: compiler.join(" "),
      because: `${units} units are compiled by it`,
    };
  return {
    name: "build.compiler",
    value: standIn,
    because: `${program} is not on this machine, and this does the same`,
  };
}

export function programsSetting(programs: Readonly<Record<string, string>>): ProposedSetting {
  const changed = Object.entries(programs).filter(([name, command]) => name !== command);
  const namesOf = (isIdle: boolean) =>
    changed.filter(([, command]) => (command === IDLE) === isIdle).map(([name]) => name);
  const [guests, replaced] = [namesOf(true), namesOf(false)];
  const because = [
    ...(replaced.length === 0
      ? ["weft cc stands in their place while the kernel is built"]
      : [`${replaced.join(", ")}: not on this machine, so what does the same stands in`]),
    ...guests.map((name) => `${name}: the build starts what it built, which weft run does`),
  ].join("; ");
  return { name: "build.programs", value: programs, because };
}

export function openQuestions(units: number, said: string, missing: readonly string[]): string[] {
  const why = said === "" ? "" : ` (it said: ${said})`;
  return [
    ...(units === 0 ? [`the build would compile no C or C++ unit${why}`] : []),
    ...missing.map(
      (name) => `${name} is not on this machine, and the build calls it: ${sayHowToInstall(name)}`,
    ),
  ];
}
