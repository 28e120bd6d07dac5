/** `weft live weave`: advice into the running kernel. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { startNatively, startsNatively } from "../../../clang-ast/src/index.js";
import { readRegular, startProcessesBy } from "../../../kernel-build/index.js";
import { type Advised, advisedUnits } from "../../../live-weave/advised-units.js";
import {
  findArea,
  imageCode,
  type KernelImage,
  type LiveOutcome,
  readJournal,
  unreadSources,
  type WeaveRequest,
  weaveLive,
} from "../../../live-weave/index.js";
import { liveTarget, recordedTarget, runningKernel } from "../../../live-weave/live-target.js";
import { otherNames } from "../../../live-weave/other-names.js";
import { otherTypes } from "../../../live-weave/unprepared/same-types.js";
import { hasErrors, type Problem } from "../../../model/index.js";
import { askedAspects } from "../../../project/asked-aspects.js";
import { EXIT, fail, report } from "../../output.js";
import { describeOutcome, outcomeJson } from "./describe.js";
import { type LiveFlags, withGuest } from "./with-guest.js";
import {
  describeParts,
  modulesLeftOut,
  type PartAccounts,
  partsJson,
  wovenAccounts,
} from "./woven-accounts.js";

export interface WeaveFlags extends LiveFlags {
  readonly watch?: boolean;
  readonly standBy?: boolean;
  /** The sources' join points are read, and what became of each is told. */
  readonly accounts?: boolean;
}

const POLL = 100;

/** With `watch`, problems are told and the next save is waited for, until the guest ends. */
export async function weave(files: readonly string[], flags: WeaveFlags): Promise<number> {
  // A kernel's file makes this a large process, which Node takes long to copy.
  if (startsNatively()) startProcessesBy(startNatively);
  if (flags.standBy === true) return standBy(files, flags);
  const first = await weaveOnce(files, flags);
  if (flags.watch !== true) return first;
  let seen = savedAt(files);
  for (let polls = 1; ; polls++) {
    await sleep(POLL);
    const now = savedAt(files);
    if (polls % 10 === 0 && "problems" in recordedTarget(flags)) return EXIT.fine;
    if (now === seen) continue;
    seen = now;
    const started = Date.now();
    const code = await withGuest(flags, () => weaveOnce(files, flags));
    if (code === EXIT.fine)
      process.stderr.write(`weft live weave: woven again in ${Date.now() - started} ms\n`);
  }
}

/**
 * For who weaves often: what can be read before is read now, then each line of standard input weaves, and is answered by a
 * line of JSON. Ends with its input.
 */
async function standBy(files: readonly string[], flags: LiveFlags): Promise<number> {
  const inLines = { ...flags, json: true, inLines: true };
  await withGuest(inLines, () => getReady(files, inLines));
  for await (const _ of createInterface({ input: process.stdin }))
    await withGuest(inLines, () => weaveOnce(files, inLines));
  return EXIT.fine;
}

/** What is wrong is told when it is woven. */
async function getReady(files: readonly string[], flags: LiveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) return EXIT.problems;
  const { kernel } = await runningKernel(target);
  const named = files.map((file) => resolve(file));
  if (kernel !== undefined) await advisedUnits(target.project, kernel, named);
  return EXIT.fine;
}

function savedAt(files: readonly string[]): string {
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
}

async function weaveOnce(files: readonly string[], flags: WeaveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  const { project, guest } = target;
  const read = await runningKernel(target);
  if (read.kernel === undefined) return fail(flags, [read.problem]);
  const { kernel } = read;
  const { image } = kernel;
  const area = await findArea(project, image, guest, (text) =>
    process.stderr.write(`weft live weave: ${text}\n`),
  );
  if ("code" in area) return fail(flags, [area]);
  const journal = readJournal(project);
  const before = journal?.guest === guest.id ? journal.hooks.flatMap(({ aspects }) => aspects) : [];
  const named = [...new Set([...before, ...files.map((file) => resolve(file))])];
  const { advised, outcome } = await weaveAdvice({ project, guest, kernel, area }, named);
  if (hasErrors(advised.problems)) return fail(flags, advised.problems);
  const code = imageCode(image);
  const told = [...kernel.problems, ...advised.problems, ...(code === undefined ? [] : unreadSources(code))];
  if (outcome === undefined) return fail(flags, [...told, ...unmet(0, named, kernel.whole)]);
  const woven = { ...outcome, stopped: outcome.stopped + kernel.stopped };
  const failed = [...told, ...unmet(advised.hooks, named, kernel.whole), ...outcome.problems];
  const isAsked = flags.accounts === true && !hasErrors(failed);
  const accounts = isAsked ? await tellAccounts({ project, kernel }, named, outcome) : UNASKED;
  const problems = [...failed, ...accounts.problems];
  report(flags, problems, hasErrors(problems) ? undefined : { ...outcomeJson(woven), ...accounts.json });
  if (flags.json !== true && !hasErrors(problems))
    process.stdout.write(describeOutcome(woven) + accounts.text);
  return hasErrors(problems) || outcome.hooks.length === 0 ? EXIT.problems : EXIT.fine;
}

async function tellAccounts(
  { project, kernel }: Pick<WeaveRequest, "project" | "kernel">,
  named: readonly string[],
  outcome: LiveOutcome,
): Promise<typeof UNASKED> {
  const code = imageCode(kernel.image);
  if (code === undefined) return { ...UNASKED, problems: [NO_INFORMATION] };
  const { files } = askedAspects(named, project);
  const modules = kernel.modules.map((one) => ({ ...one, code: imageCode(one.image) }));
  const parts: PartAccounts[] = [];
  for (const one of [{ name: undefined, code }, ...modules])
    if (one.code !== undefined) {
      const accounts = await wovenAccounts(one.code, { files }, outcome);
      parts.push({ module: one.name, image: one.code, accounts });
    }
  const untold = modules.filter((one) => one.code === undefined);
  return {
    problems: [
      ...parts.flatMap(({ accounts }) => accounts.problems),
      ...modulesLeftOut(untold, outcome.hooks),
    ],
    json: partsJson(parts),
    text: describeParts(parts),
  };
}

const UNASKED: { problems: readonly Problem[]; json: object; text: string } = {
  ...{ problems: [], json: {}, text: "" },
};

const NO_INFORMATION: Problem = {
  code: "live/no-accounts",
  severity: "warning",
  message: "what became of each join point is not told: the kernel's file has no debug information",
  hint: "Compile with -g, and don't strip it.",
};

/** In units that are read soon, and where the compiler rejects the advice, in those that it has more to do with. */
async function weaveAdvice(
  into: Omit<WeaveRequest, "units" | "shared">,
  named: readonly string[],
  isSure = false,
): Promise<{ readonly advised: Advised; readonly outcome?: LiveOutcome }> {
  const advised = await advisedUnits(into.project, into.kernel, named, isSure);
  const { units, shared, problems } = advised;
  if (hasErrors(problems) || units.length === 0) return { advised };
  const code = into.guest.isForeign === true ? imageCode(into.kernel.image) : undefined;
  const others = code === undefined ? [] : await otherTypes(units, code);
  if (others.length > 0) return { advised: { ...advised, problems: [...problems, ...others] } };
  const outcome = await weaveLive({ ...into, units, ...(shared && { shared }) });
  const isRejected = outcome.problems.some(({ code }) => code === "live/advice-rejected");
  return isRejected && !advised.isSure ? weaveAdvice(into, named, true) : { advised, outcome };
}

function unmet(hooks: number, named: readonly string[], image: KernelImage): Problem[] {
  if (hooks > 0) return [];
  const message = "no advice matches anything that can be woven live";
  const texts = named.map((file) => readRegular(file, "utf8"));
  const aliases = otherNames(texts, image).map(
    ([name, other]) => `${name} is only another name of ${other}: name that.`,
  );
  const hint = [...aliases, SHOWN, FIRST_MEMBER].join(" ");
  return [{ code: "live/no-match", severity: "error", message, hint }];
}

const SHOWN =
  "weft joinpoints --pointcut EXPR shows what there is; what a module has is woven once the guest has loaded it.";
const FIRST_MEMBER =
  "The address of a struct's first member is the struct's own: no instruction computes it, so such a ref has no place.";
