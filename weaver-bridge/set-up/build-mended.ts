/** The first woven build of a kernel, and what is needed for it on this machine: told, written, tried again. */
import { join } from "node:path";
import type { BuildOptions, BuildOutcome } from "../compile/build/build-project.js";
import { outdate, outputOf } from "../compile/build/refresh-objects.js";
import type { BuildSummary } from "../compile/build/weave-summary.js";
import { firstError, PROJECT_FILE, readUnitRecords, writeAtomically } from "../kernel-build/index.js";
import { missingPrograms } from "./build-failure.js";
import { sayHowToInstall } from "./build-packages.js";
import { mendsFor, type Proposal, projectText, type Trial, withMends, withOneJob } from "./index.js";
import { IDLE } from "./make-settings.js";

export interface Mended extends Trial {
  /** What was built with. */
  readonly proposal: Proposal;
  /** Absent when nothing could be built. */
  readonly units?: BuildSummary["units"];
}

/** One that made a folder goes further than the one before. */
const ROUNDS = 8;
const KEPT = 1 << 20;

export interface Builder {
  /** Gets lines for people. */
  readonly say: (text: string) => void;
  /** Builds and tells people of it; `onOutput` gets what its programs print. */
  readonly build: (options: BuildOptions, onOutput?: (piece: Buffer) => void) => Promise<BuildOutcome>;
  /** Says what is built next, among what {@link build} tells. */
  readonly announce: (text: string) => void;
}

/**
 * The `weft.json` of the folder is the proposal's, and stays so. `expected`: how many units are to be compiled at least; where
 * a build comes out with fewer, what was made before Weft came stands in their place, and all is made again.
 */
export async function buildMended(
  root: string,
  proposal: Proposal,
  builder: Builder,
  expected = 1,
): Promise<Mended> {
  const { say } = builder;
  let current = proposal;
  let isDirty = false;
  for (let round = 0; round < ROUNDS; round++) {
    // Archives whose rules name no objects are not made again because the compiler is called with other words.
    const isAfresh = round > 0 && canClean(current);
    const first = await buildOnce(builder, { path: root, ...(isAfresh ? { clean: true } : {}) });
    // Rules that don't look at objects see nothing to do.
    const isShort = first.units !== undefined && first.units.total < expected && !isAfresh;
    const woven = isShort ? await buildOnce(builder, { path: root, clean: true }) : first;
    if (woven.units !== undefined) return judged(current, woven.units);
    // One after the other, so that the first error is the last thing said.
    const single = await buildSingly(builder, current, root, woven.printed);
    if (single.units !== undefined) {
      const slow = withOneJob(current);
      write(root, slow);
      say("+ build.make: -j1, its rules go wrong when several things are done at once\n");
      return judged(slow, single.units);
    }
    isDirty = single.isDirty;
    const mends = mendsFor(woven.printed + single.printed, root);
    const next = withMends(current, mends);
    if (next === undefined) break;
    for (const { words, because, folders } of mends)
      say(
        `+ ${folders === undefined ? `compiler: ${words.join(" ")}` : "build.prepare: mkdir -p"}  ${because}\n`,
      );
    current = next;
    write(root, current);
    forgetObjects(root);
  }
  return { proposal: current, fine: false, said: await blame(root, current, isDirty, builder) };
}

function judged(proposal: Proposal, units: BuildSummary["units"]): Mended {
  if (units.total === 0) return { proposal, fine: false, said: NOTHING };
  // Where the kernel begins is known, and advice on that is to be in it.
  const isUnmet = units.woven === 0 && proposal.settings.some(({ name }) => name === "run.stopAt");
  if (isUnmet && units.notWoven === 0)
    return { proposal, units, fine: false, said: `${units.total} units, 0 woven: ${UNMET}` };
  const left = units.notWoven === 0 ? "" : `, ${units.notWoven} left as they are (see above)`;
  // The unit with the first aspect's only join point may be the one that was left.
  const fine = units.woven > 0 || units.notWoven === 0;
  return { proposal, units, fine, said: `${units.total} units, ${units.woven} woven${left}` };
}

/**
 * With one job; once more from the start where it fails otherwise than several jobs did: what they left half made, such as
 * a list that rules append to, is then what fails.
 */
async function buildSingly(
  builder: Builder,
  proposal: Proposal,
  path: string,
  before: string,
): Promise<Built & { readonly isDirty: boolean }> {
  const single = await buildOnce(builder, { path, jobs: 1 });
  const isDirty = single.units === undefined && firstError(single.printed) !== firstError(before);
  if (!isDirty || !canClean(proposal)) return { ...single, isDirty: false };
  return { ...(await buildOnce(builder, { path, jobs: 1, clean: true })), isDirty };
}

const canClean = ({ settings }: Proposal): boolean => settings.some(({ name }) => name === "build.clean");

const UNMET = "no aspect matches anything in them; weft check says what comes near";
const NOTHING =
  "no unit was compiled through Weft, so nothing is woven: to make all seems up to date; remove what it made, then weft build";

/** Whose fault it is when it fails is the first that one wants to know. */
async function blame(path: string, proposal: Proposal, clean: boolean, builder: Builder): Promise<string> {
  builder.announce("The same without aspects:\n");
  const { fine, printed } = await buildOnce(builder, { path, withoutAspects: true, jobs: 1, clean });
  const missing = sayMissing(printed);
  if (!fine && missing.length > 0) return `it does not build without aspects either: ${missing.join("; ")}`;
  return fine
    ? "without aspects it builds; weft check says what is wrong with them, weft build tries again"
    : `it does not build without aspects either${sayStandIns(proposal)}; put right what is said above, then weft build`;
}

/** A sentence for each program that what was printed says is not there. */
export function sayMissing(printed: string): string[] {
  return missingPrograms(printed).map((name) => `${name} is not on this machine: ${sayHowToInstall(name)}`);
}

/** A cross compiler reads assembler, and finds libraries, that the host's does not. */
function sayStandIns({ settings }: Proposal): string {
  const programs = settings.find(({ name }) => name === "build.programs")?.value ?? {};
  const names = Object.entries(programs).flatMap(([name, command]: [string, string]) =>
    command.split(" ")[0] === name || command === IDLE ? [] : [name],
  );
  return names.length === 0
    ? ""
    : ` (${names.join(", ")}: not on this machine, the host's stand in; with the real ones it may)`;
}

export interface Built {
  readonly fine: boolean;
  readonly units?: BuildSummary["units"];
  readonly printed: string;
}

export async function buildOnce({ build }: Builder, options: BuildOptions): Promise<Built> {
  let printed = "";
  const { fine, summary } = await build(options, (piece) => {
    printed = (printed + piece.toString()).slice(-KEPT);
  });
  return { fine, ...(summary === undefined ? {} : { units: summary.units }), printed };
}

/** Build systems don't see that the compiler is called with other words. */
export function forgetObjects(root: string): void {
  for (const record of readUnitRecords({ root })) outdate(outputOf(record));
}

function write(root: string, proposal: Proposal): void {
  writeAtomically(join(root, PROJECT_FILE), projectText(proposal));
}
