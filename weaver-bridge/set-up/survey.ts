/**
 * What can be found out about somebody's kernel: how it is built, with which compiler, what is linked, how it boots. Which
 * build system it is decides who asks: make by a dry run, CMake, Meson and Ninja by configuring in `.weft/build`, whatever
 * says nothing beforehand by one build with a recorder. All of them run programs of the folder, so nobody calls this for
 * one that is not trusted.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readRegular } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { withKnownOptions } from "./machine-options.js";
import { sayMissingSubmodules } from "./submodules.js";
import { isKbuild, surveyKbuild } from "./survey-kbuild.js";
import { findMakefile, surveyMake } from "./survey-make.js";
import { surveyCMake, surveyMeson, surveyNinja } from "./survey-ninja.js";
import type { BuildKind, Survey, SurveyOptions } from "./survey-result.js";
import { surveyScript } from "./survey-script.js";

const SCRIPTS = ["build.sh", "make.sh", "compile.sh", "build", "mk.sh"];

/** Which one it would be, and in words what asking it means. `undefined` where none is found. */
export function buildOf(
  root: string,
  command?: readonly string[],
): { kind: BuildKind; asks: string } | undefined {
  const has = (file: string) => existsSync(join(root, file));
  const program = basename(command?.[0] ?? "");
  const generated = has("CMakeLists.txt") ? "cmake" : has("meson.build") ? "meson" : undefined;
  if (command !== undefined && program === generated)
    return { kind: generated, asks: `configures it in .weft/build with ${command.join(" ")}` };
  if (command !== undefined && !/^g?make$/.test(program))
    return { kind: "script", asks: `runs ${command.join(" ")} once and notes which compilers it calls` };
  if (isKbuild(root)) return { kind: "kbuild", asks: "reads .config" };
  if (findMakefile(root) !== undefined || command !== undefined)
    return { kind: "make", asks: "asks make what it would do (make -n)" };
  if (generated === "cmake") return { kind: "cmake", asks: "configures it with cmake -B .weft/build" };
  if (generated === "meson") return { kind: "meson", asks: "configures it with meson setup .weft/build" };
  if (has("build.ninja")) return { kind: "ninja", asks: "asks ninja what it would do (ninja -t commands)" };
  const script = scriptOf(root);
  if (script === undefined) return undefined;
  return { kind: "script", asks: `runs ./${script} once and notes which compilers it calls` };
}

/** Folders are called `build` as well. */
function scriptOf(root: string): string | undefined {
  return SCRIPTS.find((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true);
}

export async function surveyKernel(root: string, options: SurveyOptions): Promise<Survey> {
  const found = await surveyBuild(root, options);
  const submodules = sayMissingSubmodules(root);
  const survey = submodules === undefined ? found : { ...found, open: [...found.open, submodules] };
  return survey.boot === undefined ? survey : { ...survey, boot: await withKnownOptions(survey.boot) };
}

async function surveyBuild(root: string, options: SurveyOptions): Promise<Survey> {
  const kind = buildOf(root, options.command)?.kind ?? "none";
  const script = scriptOf(root);
  if (kind === "kbuild") return surveyKbuild(root, options.command);
  if (kind === "make") return surveyMakeOrGenerated(root, options);
  if (kind === "cmake") return surveyCMake(root, options);
  if (kind === "meson") return surveyMeson(root, options);
  if (kind === "ninja") return surveyNinja(root);
  if (kind === "script") return surveyScript(root, options.command ?? callOf(root, script ?? ""), options);
  return {
    ...{ root, name: basename(root), kind, units: 0, build: [], objects: [], hasDebugInfo: true },
    open: [noBuild(root)],
  };
}

/** A makefile may only call CMake. */
async function surveyMakeOrGenerated(root: string, options: SurveyOptions): Promise<Survey> {
  const has = (file: string) => options.command === undefined && existsSync(join(root, file));
  const generated = has("CMakeLists.txt") ? surveyCMake : has("meson.build") ? surveyMeson : undefined;
  if (generated === undefined) return surveyMake(root, options);
  const survey = await surveyMake(root, { ...options, agree: () => Promise.resolve(false) });
  return survey.units > 0 ? survey : generated(root, options);
}

function noBuild(root: string): string {
  const below = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => buildOf(join(root, name)) !== undefined);
  const shown = below.slice(0, 5).join(", ");
  const more = below.length === 0 ? "" : `; there is one in ${shown}${below.length > 5 ? "…" : ""}`;
  const scripts = compilingScripts(root).map((name) => `weft init -- sh ${name}`);
  const compiling = scripts.length === 0 ? "" : `; a script that compiles is there: ${scripts.join(", ")}`;
  const other = OTHER_BUILDS.find(([file]) => existsSync(join(root, file)));
  const called = other === undefined ? "" : `; it has ${other[0]}: ${other[1]}`;
  return `${root} has no makefile, CMakeLists.txt, meson.build, build.ninja or build.sh${called}${more}${compiling}`;
}

/** What is built by other tools, which are not asked what they would do: how they are called, and noted once. */
const OTHER_BUILDS: readonly (readonly [string, string])[] = [
  ["SConstruct", "weft init -- scons"],
  ["wscript", "weft init -- python3 waf configure build"],
  ["xmake.lua", "weft init -- xmake"],
  ["Jamfile", "weft init -- jam"],
  ["Tupfile", "weft init -- tup"],
  ["justfile", "weft init -- just"],
  ["configure", "run ./configure, then weft init again"],
];

/** Scripts lose their mode in archives. */
function callOf(root: string, script: string): string[] {
  const isProgram = ((statSync(join(root, script), { throwIfNoEntry: false })?.mode ?? 0) & 0o111) !== 0;
  return isProgram ? [`./${script}`] : ["sh", script];
}

/** Called as no build is; at most five. */
function compilingScripts(root: string): string[] {
  return readdirSync(root)
    .filter((name) => name.endsWith(".sh"))
    .filter((name) => {
      const text = unlessRefused(() => readRegular(join(root, name), "latin1")) ?? "";
      return /^[^\S\n]*(?:[\w-]+-)?(?:gcc|g\+\+|cc|clang|make|ninja)\s/m.test(text);
    })
    .slice(0, 5);
}
