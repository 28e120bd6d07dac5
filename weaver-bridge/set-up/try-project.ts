/** Builds, boots and debugs a project that was just made; says what worked, and what to put right. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { outdate } from "../compile/build/refresh-objects.js";
import type { BuildSummary } from "../compile/build/weave-summary.js";
import { loadProject, PROJECT_FILE, writeAtomically } from "../kernel-build/index.js";
import { type Builder, buildMended, type Mended } from "./build-mended.js";
import {
  imageBoot,
  type Proposal,
  projectText,
  proposeProject,
  type Survey,
  type Trial,
  tryBoot,
  tryDebugger,
} from "./index.js";

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
  /** Writes `weft.json` and what belongs to it. */
  readonly write: (survey: Survey, proposal: Proposal) => void;
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
  await step("build", async () => {
    mended = await buildMended(
      survey.root,
      proposal,
      options,
      survey.objects.length === 0 ? 1 : survey.units,
    );
    const found = mended.units === undefined ? undefined : await surveyBuilt(survey, options);
    if (found === undefined) return mended;
    const isEntryNew = survey.entry === undefined && found.entry !== undefined;
    survey = found;
    mended = { ...mended, proposal: addFound(survey, mended.proposal, options) };
    if (isEntryNew) mended = await buildMended(survey.root, mended.proposal, options);
    return mended;
  });
  const answer = () => ({ tried, ...(mended.units === undefined ? {} : { built: mended.units }) });
  if (mended.units === undefined) return { proposal: mended.proposal, answer: answer() };
  const completed = await completeBoot(survey, mended.proposal, options);
  const project = loadProject(survey.root).value;
  const run = project?.run;
  if (project === undefined || run === undefined) return { proposal: completed, answer: answer() };
  const symbols = project.build?.symbols ?? run.kernel;
  await step("boot", () => tryBoot(project, run));
  const place = run.stopAt ?? survey.entry?.name;
  if (symbols !== undefined && place !== undefined)
    await step("debug", () => tryDebugger(project, run, symbols, place));
  believeDebugger(tried, say);
  return { proposal: completed, answer: answer() };
}

/**
 * Where the kernel's C code begins may be in a source that the build makes, and what is linked of objects that were not there
 * can't be told before: asked again, when something was left open.
 */
async function surveyBuilt(survey: Survey, { lookAgain }: TryOptions): Promise<Survey | undefined> {
  if (survey.kind === "script" || (survey.entry !== undefined && survey.symbols !== undefined))
    return undefined;
  const again = await lookAgain();
  const symbols = survey.symbols ?? again.symbols;
  const entry = survey.entry ?? again.entry;
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

function stopSetting({ entry }: Survey): Proposal["settings"] {
  if (entry === undefined) return [];
  return [{ name: "run.stopAt", value: entry.name, because: "the kernel's C code begins there" }];
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

/** Where no rule says how the kernel boots, its own header may: added to the `weft.json` that was just written. */
async function completeBoot(survey: Survey, proposal: Proposal, { say, build }: Builder): Promise<Proposal> {
  const { kernel, cdrom, initrd, disks = [] } = survey.boot?.run ?? {};
  // What QEMU loads beside a kernel are files with words behind them, of a Multiboot kernel several.
  const modules = (initrd?.split(",") ?? []).map((module) => module.trim().split(" ")[0]);
  const missing = [kernel, cdrom, ...modules, ...disks].filter(
    (file) => file !== undefined && !existsSync(resolve(survey.root, file)),
  );
  if (survey.boot !== undefined && missing.length === 0) return proposal;
  if (kernel !== undefined && !missing.includes(kernel)) return withoutFiles(survey, proposal, missing, say);
  if (survey.symbols === undefined) return proposal;
  const boot = imageBoot(resolve(survey.root, survey.symbols), survey.root);
  if (boot === undefined) return proposal;
  const { run, finish, because } = boot;
  const image = run.kernel ?? run.cdrom;
  const settings = [
    ...proposal.settings.filter(({ name }) => !name.startsWith("run.") && name !== "build.image"),
    ...(finish === undefined ? [] : [{ name: "build.finish", value: finish, because }]),
    ...(image === undefined ? [] : [{ name: "build.image", value: image, because }]),
    ...Object.entries(run).map(([name, value]) => ({ name: `run.${name}`, value, because })),
    ...stopSetting(survey),
  ];
  const completed = { settings, open: proposal.open.filter((clause) => !/starts? QEMU/.test(clause)) };
  const instead = missing.length === 0 ? "" : `${missing.join(", ")} was not built; `;
  say(`+ run: ${instead}${because}\n`);
  writeAtomically(join(survey.root, PROJECT_FILE), projectText(completed));
  if (finish !== undefined) await build({ path: survey.root });
  return completed;
}

/** The kernel boots by itself; what a rule gives to QEMU besides and nobody made is left out. */
function withoutFiles(
  survey: Survey,
  { settings, open }: Proposal,
  missing: readonly (string | undefined)[],
  say: (text: string) => void,
): Proposal {
  const isThere = (file: unknown) => typeof file !== "string" || !missing.includes(file);
  const kept = settings.flatMap((setting) => {
    const { name, value } = setting;
    if (name === "build.image" && !isThere(value)) return [{ ...setting, value: survey.boot?.run.kernel }];
    if (!name.startsWith("run.")) return [setting];
    if (name === "run.initrd")
      return missing.some((file) => String(value).includes(file ?? "")) ? [] : [setting];
    if (!Array.isArray(value) || name !== "run.disks") return isThere(value) ? [setting] : [];
    const there = value.filter(isThere);
    return there.length === 0 ? [] : [{ ...setting, value: there }];
  });
  const files = missing.join(", ");
  say(
    `+ run: without ${files}, which is not there after the build: make it, then name it in ${PROJECT_FILE}\n`,
  );
  const proposal = {
    settings: kept,
    open: [...open, `${files} is not there, and the kernel was started without`],
  };
  writeAtomically(join(survey.root, PROJECT_FILE), projectText(proposal));
  return proposal;
}
