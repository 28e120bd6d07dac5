import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { outdate } from "../compile/build/refresh-objects.js";
import type { BuildSummary } from "../compile/build/weave-summary.js";
import { loadProject, PROJECT_FILE, projectCommands, writeAtomically } from "../kernel-build/index.js";
import { type Builder, buildMended, forgetObjects, type Mended } from "./build-mended.js";
import { completeBoot, fitMachine, passMenu } from "./complete-boot.js";
import { type EntryFunction, findEntry, isElsewhere } from "./entry-function.js";
import {
  mendsFor,
  type Proposal,
  projectText,
  proposeProject,
  type Survey,
  type Trial,
  tryBoot,
  tryDebugger,
  withMends,
} from "./index.js";
import { type Linked, readLinked } from "./linked-entry.js";

export interface Try extends Trial {
  readonly what: "build" | "boot" | "debug";
  readonly seconds: number;
}

export interface Tried {
  /** As it is now: what only the built kernel tells may have been added. */
  readonly proposal: Proposal;
  readonly answer: {
    readonly tried: readonly Try[];
    /** Of the woven build; absent when nothing was built. */
    readonly built?: BuildSummary["units"];
  };
}

export interface TryOptions extends Builder {
  /** What is found out once the kernel is built. */
  readonly lookAgain: () => Promise<Survey>;
  /** Writes `weft.json` and what belongs to it. `wrong`: an entry that the first aspect was written for before. */
  readonly write: (survey: Survey, proposal: Proposal, wrong?: EntryFunction) => void;
}

export async function tryProject(before: Survey, proposal: Proposal, options: TryOptions): Promise<Tried> {
  const { say } = options;
  let survey = before;
  const tried: Try[] = [];
  const step = async (what: Try["what"], trial: () => Promise<Trial>) => {
    const started = Date.now();
    const { fine, said } = await trial();
    tried.push({ what, fine, said, seconds: (Date.now() - started) / 1000 });
    say(`${fine ? "ok    " : "failed"} ${what}: ${said}\n`);
  };
  // What is there already was made without Weft, and make would not make it again.
  for (const object of survey.objects) outdate(object);
  let mended: Mended = { proposal, fine: false, said: "" };
  let linked: Linked | undefined;
  await step("build", async () => {
    mended = await buildMended(
      survey.root,
      proposal,
      options,
      survey.objects.length === 0 ? 1 : survey.units,
    );
    const found = mended.units === undefined ? undefined : await surveyBuilt(survey, options);
    if (found !== undefined) {
      const isEntryNew = survey.entry === undefined && found.entry !== undefined;
      survey = found;
      mended = { ...mended, proposal: addFound(survey, mended.proposal, options) };
      if (isEntryNew) mended = await buildMended(survey.root, mended.proposal, options);
    }
    linked = linkedOf(survey.root, survey.symbols);
    const right = entryElsewhere(survey, mended, linked);
    if (right !== undefined) {
      const wrong = survey.entry;
      survey = { ...survey, entry: right };
      mended = { ...mended, proposal: moveEntry(survey, mended.proposal, options, wrong) };
      mended = await buildMended(survey.root, mended.proposal, options);
    }
    mended = whetherAdvised(survey, whetherMade(survey, mended), linked);
    return mended;
  });
  const answer = () => ({ tried, ...(mended.units === undefined ? {} : { built: mended.units }) });
  if (mended.units === undefined) return { proposal: mended.proposal, answer: answer() };
  const { proposal: bootable, unmade } = await completeBoot(survey, mended.proposal, options);
  let completed = fitMachine(survey, bootable, options);
  if (unmade !== undefined) {
    await step("boot", () => Promise.resolve({ fine: false, said: unmade }));
    return { proposal: completed, answer: answer() };
  }
  const [project, given] = [loadProject(survey.root).value, runOf(survey.root)];
  if (project === undefined || given === undefined) return { proposal: completed, answer: answer() };
  let run = given;
  const symbols = project.build?.symbols ?? run.kernel;
  await step("boot", async () => {
    const trial = await tryBoot(project, run);
    const past =
      trial.isAtMenu === true
        ? passMenu(survey, completed, say)
        : await buildLoadable(survey, completed, trial.refused ?? "", options);
    if (past === undefined) return trial;
    completed = past;
    run = runOf(survey.root) ?? run;
    return tryBoot(project, run);
  });
  const place = placeToStop(survey, linked, run.stopAt);
  if (symbols !== undefined && place !== undefined)
    await step("debug", () => tryDebugger(project, run, symbols, place));
  believeDebugger(tried, say);
  return { proposal: completed, answer: answer() };
}

/** The kernel as its boot loader takes it, built again; `undefined` where `refused`, its words, say nothing that is known. */
async function buildLoadable(
  { root }: Survey,
  proposal: Proposal,
  refused: string,
  options: TryOptions,
): Promise<Proposal | undefined> {
  const mends = mendsFor(refused, root);
  const next = withMends(proposal, mends);
  if (next === undefined) return undefined;
  for (const { words, because } of mends) options.say(`+ compiler: ${words.join(" ")}  ${because}\n`);
  writeAtomically(join(root, PROJECT_FILE), projectText(next));
  forgetObjects(root);
  return (await buildMended(root, next, options)).proposal;
}

/** Scripts without `set -e` go on behind what failed, and end well. */
function whetherMade({ root, symbols }: Survey, mended: Mended): Mended {
  if (!mended.fine || symbols === undefined || existsSync(resolve(root, symbols))) return mended;
  const said = `it ended as if all went well, and ${symbols} was not made: what it printed above says why`;
  return { proposal: mended.proposal, fine: false, said };
}

/** None where GDB would wait for a function that the image does not have; that was told. */
function placeToStop(
  { entry }: Survey,
  linked: Linked | undefined,
  stopAt = entry?.name,
): string | undefined {
  const isTold = stopAt !== undefined && stopAt === entry?.name;
  return isTold && linked?.has(stopAt) === false ? undefined : stopAt;
}

const linkedOf = (root: string, symbols: string | undefined): Linked | undefined =>
  symbols === undefined ? undefined : readLinked(resolve(root, symbols));

/** By what was compiled, which a makefile may have said to nobody, and by what was linked of it. */
function entryOfBuilt(root: string, linked: Linked | undefined): EntryFunction | undefined {
  if (linked === undefined) return undefined;
  const project = loadProject(root).value;
  const compiles = project === undefined ? [] : projectCommands(project).value;
  return findEntry({ compiles, assembled: [], links: [] }, linked);
}

/** What was taken for the entry by its name is a program's beside the kernel, and the image leads to another. */
function entryElsewhere(
  { root, entry }: Survey,
  { fine, units }: Mended,
  linked: Linked | undefined,
): EntryFunction | undefined {
  if (!fine || units === undefined || entry === undefined || linked === undefined) return undefined;
  const found = isElsewhere(entry, linked) ? entryOfBuilt(root, linked) : undefined;
  return found === undefined || isElsewhere(found, linked) ? undefined : found;
}

/** Said, and written in the aspect and in `weft.json`. */
function moveEntry(
  survey: Survey,
  { settings, open }: Proposal,
  { say, write }: TryOptions,
  wrong: EntryFunction | undefined,
): Proposal {
  const [stop] = proposeProject(survey).settings.filter(({ name }) => name === "run.stopAt");
  const kept = settings.filter(({ name }) => name !== "run.stopAt");
  const moved = stop === undefined ? kept : [...kept, stop];
  const { name, file } = survey.entry as EntryFunction;
  say(
    `+ run.stopAt: ${JSON.stringify(name)}  the kernel's C code begins there (${relative(survey.root, file)}): ${wrong?.name} of ${relative(survey.root, wrong?.file ?? "")} is not in ${survey.symbols}\n`,
  );
  const proposal = { settings: moved, open };
  write(survey, proposal, wrong);
  return proposal;
}

/** Advice is in the kernel: the function that it is on is in what was linked, or nothing says that there is any. */
function whetherAdvised(
  { root, symbols, entry }: Survey,
  mended: Mended,
  linked: Linked | undefined,
): Mended {
  if (!mended.fine || mended.units === undefined) return mended;
  if (entry === undefined)
    return mended.units.woven > 0
      ? mended
      : { ...mended, said: `${mended.said}: ${NO_ENTRY} (${FIRST_ASPECT})` };
  if (linked === undefined || !isElsewhere(entry, linked)) return mended;
  const said = `${mended.said}, but ${entry.name} (${relative(root, resolve(root, entry.file))}), where the kernel's C code was taken to begin, is not in ${symbols}: name another function in the aspect and as run.stopAt`;
  return { ...mended, fine: false, said };
}

export const NO_ENTRY = "where the kernel's C code begins was not found, so there is no aspect yet";
export const FIRST_ASPECT = "weft new aspect NAME --pointcut EXPR";

/**
 * Where the kernel's C code begins may be in a source that the build makes, and what is linked of objects that were not there
 * can't be told before: asked again, when something was left open.
 */
async function surveyBuilt(survey: Survey, { lookAgain }: TryOptions): Promise<Survey | undefined> {
  if (survey.kind === "script" || (survey.entry !== undefined && survey.symbols !== undefined))
    return undefined;
  const again = await lookAgain();
  const symbols = survey.symbols ?? again.symbols;
  const entry = survey.entry ?? again.entry ?? entryOfBuilt(survey.root, linkedOf(survey.root, symbols));
  const boot = survey.boot ?? again.boot;
  if (symbols === survey.symbols && entry === survey.entry && boot === survey.boot) return undefined;
  return {
    ...survey,
    ...(symbols === undefined ? {} : { symbols }),
    ...(entry === undefined ? {} : { entry }),
    ...(boot === undefined ? {} : { boot }),
    open: survey.open.filter((clause) => again.open.includes(clause)),
  };
}

/** What the built kernel tells more, written and said. */
function addFound(survey: Survey, { settings }: Proposal, { say, write }: TryOptions): Proposal {
  const known = new Set(settings.map(({ name }) => name));
  const added = proposeProject(survey).settings.filter(({ name }) => !known.has(name));
  for (const { name, value, because } of added)
    say(`+ ${name}: ${JSON.stringify(value)}  ${because}, seen once it was built\n`);
  const proposal = { settings: [...settings, ...added], open: survey.open };
  write(survey, proposal);
  return proposal;
}

/** What GDB stops in has booted, be it that it draws what it says. */
function believeDebugger(tried: Try[], say: (text: string) => void): void {
  const at = tried.findIndex(({ what, fine }) => what === "boot" && !fine);
  const boot = tried[at];
  // What fell after its first line is no kernel that is silent.
  if (boot === undefined || boot.said.startsWith("its first line")) return;
  if (!tried.some(({ what, fine }) => what === "debug" && fine)) return;
  const said = "GDB stopped in its code; it says nothing on the serial console or the text screen";
  tried[at] = { ...boot, fine: true, said };
  say(`ok     boot: ${said}\n`);
}

const runOf = (root: string) => loadProject(root).value?.run;
