/** `weft live list` and `weft live unweave`. */
import { lastValues, presentJournal, readHits, readJournal, unweaveLive } from "../../../live-weave/index.js";
import { liveTarget } from "../../../live-weave/live-target.js";
import { hasErrors, type Problem } from "../../../model/index.js";
import { EXIT, report } from "../../output.js";
import { describeGap, describeHook, gapJson, hookJson, waysOf } from "./describe.js";
import type { LiveFlags } from "./with-guest.js";

export async function list(flags: LiveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) {
    report(flags, target.problems);
    return EXIT.problems;
  }
  const journal = readJournal(target.project);
  const known = journal?.guest === target.guest.id ? journal : undefined;
  const hits = known === undefined ? undefined : await readHits(target.guest, known);
  const last = known === undefined ? [] : await lastValues(target.guest).of(known, hits);
  const present = new Set(known && (await presentJournal(target.guest, known)).hooks);
  const all = (known?.hooks ?? []).map((hook, index) => ({ hook, hits: hits?.[index], last: last[index] }));
  const seen = all.filter(({ hook }) => present.has(hook));
  const hooks = seen.map(({ hook }) => hook);
  const gone = all.flatMap(({ hook }) => (present.has(hook) ? [] : (hook.module ?? [])));
  const problems = [...(known?.state === "changing" ? [interrupted()] : []), ...goneWith(gone)];
  const gaps = known?.unreachable ?? [];
  report(flags, problems, {
    hooks: seen.map(({ hook, ...now }) => hookJson(hook, now)),
    unreachable: gaps.map((gap) => gapJson(gap)),
  });
  if (flags.json === true) return EXIT.fine;
  const lines = [...seen.map(({ hook, ...now }) => describeHook(hook, now)), ...gaps.map(describeGap)];
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  process.stderr.write(
    hooks.length === 0 ? "nothing is woven into the guest\n" : `${hooks.length} hooks${waysOf(hooks)}\n`,
  );
  return EXIT.fine;
}

export async function unweave(flags: LiveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) {
    report(flags, target.problems);
    return EXIT.problems;
  }
  const { problems, stopped, unwoven } = await unweaveLive(target.project, target.guest);
  const time = Math.round(stopped);
  report(flags, problems, hasErrors(problems) ? undefined : { unwoven, stopped: time });
  if (flags.json !== true && !hasErrors(problems))
    process.stdout.write(`${unwoven} hooks taken out; the guest stood for ${time} ms\n`);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** The module of each hook that is not there any more. */
function goneWith(modules: readonly string[]): Problem[] {
  return [...new Set(modules)].map((module) => ({
    code: "live/module-gone",
    severity: "note",
    message: `${modules.filter((one) => one === module).length} hooks are gone with the module ${module}, which was unloaded`,
    hint: "Once it is loaded again, weft live weave FILE hooks it again.",
  }));
}

function interrupted(): Problem {
  return {
    code: "live/interrupted",
    severity: "warning",
    message: "a weaving was ended while it changed the kernel's text",
    hint: "weft live weave FILE finishes it, weft live unweave undoes it.",
  };
}
