/** Advice in and out of a kernel at work, again and again, as fast as it goes: prepared once, woven and taken out many times. */
import { presentGuest, runningGuest } from "@weft/weaver-bridge/guest";
import { loadProject } from "@weft/weaver-bridge/kernel-build";
import { advisedUnits } from "../../../weaver-bridge/live-weave/advised-units.js";
import {
  findArea,
  type LiveOutcome,
  unweaveLive,
  weaveLive,
} from "../../../weaver-bridge/live-weave/index.js";
import { runningKernel } from "../../../weaver-bridge/live-weave/live-target.js";

export interface StressOutcome {
  readonly weaves: number;
  /** Milliseconds for which the guest stood, for each weave and unweave together. */
  readonly stopped: number;
  readonly hooks: number;
  readonly traps: number;
  /** What could not be done, with the round. */
  readonly failures: readonly string[];
}

/** One of the aspects after the other, sometimes one over another without taking that out before. */
export type Stress = (aspects: readonly number[], weaves: number) => Promise<StressOutcome>;

/** Of the first files given, which are absolute. */
export async function stressWeaving(
  root: string,
  files: readonly string[],
  weaves: number,
): Promise<StressOutcome> {
  const stress = await prepareStress(root, files);
  return stress([...files.keys()], weaves);
}

/** Throws where an aspect can't be read. */
export async function prepareStress(root: string, files: readonly string[]): Promise<Stress> {
  const project = loadProject(root).value;
  const record = project && runningGuest(project);
  const guest = record && (await presentGuest(record));
  const kernel = project && guest && (await runningKernel({ project, guest })).kernel;
  if (project === undefined || guest === undefined || kernel === undefined)
    throw new Error(`no guest of ${root}`);
  const area = await findArea(project, kernel.image, guest);
  if ("code" in area) throw new Error(area.message);
  const sets: Awaited<ReturnType<typeof advisedUnits>>[] = [];
  for (const file of files) {
    const advised = await advisedUnits(project, kernel, [file]);
    const [wrong] = advised.problems.filter(({ severity }) => severity === "error");
    if (wrong !== undefined) throw new Error(`${file}: ${wrong.message}`);
    sets.push(advised);
  }
  return async (aspects, weaves) => {
    const failures: string[] = [];
    let [stopped, hooks, traps] = [0, 0, 0];
    for (let round = 0; round < weaves; round++) {
      const { units, shared } = sets[aspects[round % aspects.length] as number] as (typeof sets)[number];
      const woven = await weaveLive({ project, guest, kernel, area, units, ...(shared && { shared }) });
      failures.push(...failuresOf(woven, round));
      stopped += woven.stopped;
      hooks += woven.hooks.length;
      traps += woven.hooks.filter(({ trap }) => trap !== undefined).length;
      if (round % 3 === 1 && round + 1 < weaves) continue;
      const out = await unweaveLive(project, guest);
      failures.push(...failuresOf(out, round));
      stopped += out.stopped;
    }
    return { weaves, stopped: stopped / weaves, hooks, traps, failures };
  };
}

/** That a processor is in the advice as it goes is no failure: it is told as a note. */
function failuresOf({ problems }: LiveOutcome, round: number): string[] {
  const wrong = problems.filter(({ severity }) => severity !== "note");
  return wrong.map(({ message }) => `${round}: ${message}`);
}
