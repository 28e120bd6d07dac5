/**
 * Kernels whose build files are generated: CMake and Meson, both configured for Ninja in `.weft/build`, and Ninja alone.
 * Ninja tells all its commands without running one.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join, relative, resolve } from "node:path";
import {
  findInPath,
  parseCompilerCommand,
  quoted,
  readRegular,
  runProcess,
  stateFolder,
  stateProblem,
  writeStandIns,
} from "../kernel-build/index.js";
import { bootRecipe } from "./boot-recipe.js";
import { bootOfScripts } from "./boot-scripts.js";
import { missingPrograms } from "./build-failure.js";
import { sayHowToInstall } from "./build-packages.js";
import { type BuildTrace, compilerOf, hasDebugInfo, kernelOf, objectOf } from "./build-trace.js";
import { missingTools, plainStandIns } from "./cross-tools.js";
import { findEntry } from "./entry-function.js";
import { parseMakeOutput } from "./make-output.js";
import { openQuestions, programsSetting } from "./make-settings.js";
import type { BuildKind, ProposedSetting, Survey, SurveyOptions } from "./survey-result.js";

const DEADLINE = 300_000;
const BUILD_FOLDER = ".weft/build";
const BOOT_TARGETS = /^(qemu-nox|run-nox|qemu|run-qemu|run|boot|emulate|start|qemu-run.*|run-.*qemu.*)$/;

export async function surveyCMake(root: string, options: SurveyOptions): Promise<Survey> {
  const own = options.command?.slice(1) ?? [];
  const set = /\bCMAKE_TOOLCHAIN_FILE\b/.test(readRegular(join(root, "CMakeLists.txt"), "utf8"));
  const told = fileOf(own, /^(?:-DCMAKE_TOOLCHAIN_FILE(?::\w+)?=|--toolchain(?:=|$))/);
  const found = onlyFile(root, /\.cmake$(?<=(?:toolchain|^i[3-6]86|^x86).*)/i);
  const guessed = set || own.length > 0 ? undefined : found;
  const file = guessed === undefined ? [] : [`-DCMAKE_TOOLCHAIN_FILE=${guessed}`];
  const words = ["cmake", "-S", ".", "-B", BUILD_FOLDER, "-G", "Ninja", ...file, ...own];
  const launchers = ["C", "CXX"].map((language) => `-DCMAKE_${language}_COMPILER_LAUNCHER={launcher}`);
  const because =
    guessed === undefined
      ? "CMake puts weft cc before the compiler"
      : `${guessed} is the only toolchain file`;
  return surveyConfigured(root, options, {
    ...{ kind: "cmake", words, named: present(["CMakeLists.txt", found, told]) },
    settings: [{ name: "build.prepare", value: [...words, ...launchers], because }],
  });
}

export async function surveyMeson(root: string, options: SurveyOptions): Promise<Survey> {
  const own = (options.command ?? []).slice(1).filter((word) => word !== "setup");
  const told = fileOf(own, /^--cross-file(?:=|$)/);
  const found = onlyFile(root, /\.(?:ini|txt|build)$(?<=cross.*)|\.(?:ini|txt)$(?<=^(?:i[3-6]86|x86).*)/i);
  const guessed = own.length > 0 ? undefined : found;
  const file = guessed === undefined ? [] : ["--cross-file", guessed];
  const words = ["meson", "setup", BUILD_FOLDER, ...file, ...own];
  // Once set up, Meson itself looks after changes.
  const again = ["sh", "-c", `[ -f ${BUILD_FOLDER}/build.ninja ] || ${words.map(quoted).join(" ")}`];
  const because = guessed === undefined ? "there is a meson.build" : `${guessed} is the only cross file`;
  return surveyConfigured(root, options, {
    ...{ kind: "meson", words, named: present(["meson.build", guessed, told]) },
    settings: [{ name: "build.prepare", value: again, because }],
  });
}

/** What an option says, `=` before it or as the next word. */
function fileOf(words: readonly string[], option: RegExp): string | undefined {
  const at = words.findIndex((word) => option.test(word));
  if (at < 0) return undefined;
  return (words[at] as string).replace(option, "") || words[at + 1];
}

const present = (files: readonly (string | undefined)[]) => files.filter((file) => file !== undefined);

export async function surveyNinja(root: string): Promise<Survey> {
  return readNinja({ root, kind: "ninja", folder: ".", settings: [], standIns: {} });
}

interface Configuring {
  readonly kind: "cmake" | "meson";
  readonly words: readonly string[];
  /** Files that may name the compiler. */
  readonly named: readonly string[];
  readonly settings: readonly ProposedSetting[];
}

async function surveyConfigured(
  root: string,
  { onOutput, signal }: SurveyOptions,
  { kind, words, named, settings }: Configuring,
): Promise<Survey> {
  const missing = [kind, "ninja"].filter((name) => findInPath(name) === undefined);
  if (missing.length > 0)
    return failed(
      root,
      kind,
      `${missing.join(" and ")} must be on this machine to configure the kernel: ${missing.map(sayHowToInstall).join(", ")}`,
    );
  const misplaced = stateProblem(root);
  if (misplaced !== undefined) return failed(root, kind, misplaced.message);
  const { standIns } = missingTools(named.flatMap((file) => toolsNamedIn(resolve(root, file))));
  // Where the build will have them: what is configured keeps their whole paths.
  const folder = join(stateFolder({ root }), "programs");
  if (Object.keys(standIns).length > 0) writeStandIns(folder, standIns, "");
  const environment = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` };
  let said = "";
  const isConfigured = kind === "meson" && existsSync(join(root, BUILD_FOLDER, "build.ninja"));
  const run = isConfigured
    ? { code: 0 }
    : await runProcess(words, {
        ...{ directory: root, environment, deadline: DEADLINE, signal },
        onOutput: (piece) => {
          said = (said + piece.toString()).slice(-4000);
          onOutput?.(piece);
        },
      });
  if (run.code !== 0) return failed(root, kind, whyUnconfigured(words, said));
  return readNinja({ root, kind, folder: BUILD_FOLDER, settings, standIns });
}

/** `i686-elf-gcc` and its like, as a cross file names them. */
function toolsNamedIn(file: string): string[] {
  const text = existsSync(file) ? readRegular(file, "utf8") : "";
  return [
    ...text.matchAll(
      /(?<![\w/-])\w+(?:-\w+)+-(?:gcc|g\+\+|ld|as|ar|nm|objcopy|objdump|strip|ranlib)(?![\w-])/g,
    ),
  ].map(([name]) => name);
}

function whyUnconfigured(words: readonly string[], said: string): string {
  const [program] = missingPrograms(said);
  const failure = `${words.join(" ")} failed`;
  return program === undefined
    ? `${failure}: ${firstError(said)}`
    : `${failure}: ${program} is not on this machine: ${sayHowToInstall(program)}`;
}

/** What CMake and Meson call an error, in one line. */
function firstError(said: string): string {
  const lines = said.trim().split("\n");
  const at = lines.findIndex((line) => /error/i.test(line));
  const told = at < 0 ? lines.slice(-1) : lines.slice(at, at + 4);
  return told
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
}

interface Generated {
  readonly root: string;
  readonly kind: BuildKind;
  /** With the build.ninja, relative to the root. */
  readonly folder: string;
  readonly settings: readonly ProposedSetting[];
  /** What it was configured with. */
  readonly standIns: Readonly<Record<string, string>>;
}

async function readNinja({ root, kind, folder, settings, standIns }: Generated): Promise<Survey> {
  const directory = join(root, folder);
  const ask = async (...words: string[]) => {
    const run = await runProcess(["ninja", "-t", ...words], { directory, deadline: DEADLINE });
    return { text: run.output.toString(), said: run.errors.toString().trim(), fine: run.code === 0 };
  };
  const commands = await ask("commands");
  const trace = parseMakeOutput(commands.text, directory);
  const boot = (await findBoot(root, directory, ask)) ?? bootOfScripts(root);
  const kernel = kernelOf(trace.links, boot?.run.kernel && basename(boot.run.kernel));
  const entry = findEntry(trace);
  const asked = toolsOf(trace, kind);
  const tools = { ...asked, programs: { ...asked.programs, ...standIns } };
  const units = trace.compiles.length;
  return {
    root,
    name: basename(root),
    kind,
    units,
    build: [
      ...settings,
      {
        name: "build.make",
        value: folder === "." ? ["ninja"] : ["ninja", "-C", folder],
        because: `it compiles ${units} units`,
      },
      ...(Object.keys(tools.programs).length > 0 ? [programsSetting(tools.programs)] : []),
      {
        name: "build.clean",
        value: ["ninja", ...(folder === "." ? [] : ["-C", folder]), "-t", "clean"],
        because: "Ninja knows what it made",
      },
    ],
    ...(kernel === undefined ? {} : { symbols: relative(root, kernel) }),
    ...(boot === undefined ? {} : { boot }),
    ...(entry === undefined ? {} : { entry }),
    hasDebugInfo: hasDebugInfo(trace),
    objects: folder === "." ? trace.compiles.map(objectOf).filter((file) => existsSync(file)) : [],
    open: [
      ...openQuestions(units, commands.said, tools.missing),
      ...(boot === undefined ? ["no target of the build starts QEMU"] : []),
      ...(kernel === undefined && units > 0 ? ["no linked kernel with a linker script was seen"] : []),
    ],
  };
}

/** CMake has launchers; Meson and Ninja call compilers by their names. */
function toolsOf(
  trace: BuildTrace,
  kind: BuildKind,
): { programs: Record<string, string>; missing: readonly string[] } {
  const { standIns, missing } = missingTools(trace.programs);
  if (kind === "cmake") return { programs: standIns, missing };
  const compilers = trace.compiles.map(
    ({ arguments: words }) => parseCompilerCommand(words, "/").compiler.at(-1) ?? "gcc",
  );
  return { programs: { ...plainStandIns([...compilers, ...compilerOf(trace)]), ...standIns }, missing };
}

async function findBoot(
  root: string,
  directory: string,
  ask: (...words: string[]) => Promise<{ readonly text: string; readonly fine: boolean }>,
): Promise<Survey["boot"]> {
  const names = (await ask("targets", "all")).text.split("\n").map((line) => line.replace(/:.*$/, ""));
  for (const target of new Set(names.filter((name) => BOOT_TARGETS.test(basename(name))))) {
    const { guests } = parseMakeOutput((await ask("commands", target)).text, directory);
    for (const guest of guests) {
      const recipe = bootRecipe(guest, root);
      if (recipe !== undefined) return { ...recipe, because: `the target ${target} says so` };
    }
  }
  return undefined;
}

function failed(root: string, kind: BuildKind, why: string): Survey {
  return {
    root,
    name: basename(root),
    kind,
    units: 0,
    build: [],
    objects: [],
    hasDebugInfo: true,
    open: [why],
  };
}

/** The only file of such a name, in the folder or one below; `undefined` where it is none or one of several. */
function onlyFile(root: string, name: RegExp): string | undefined {
  const folders = [
    ".",
    "cmake",
    "toolchain",
    "toolchains",
    "scripts",
    "meson",
    "cross",
    "meson/cross",
    "build-aux",
  ];
  const found = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(folder, file)))
    .filter((file) => name.test(basename(file)));
  return found.length === 1 ? found[0] : undefined;
}
