/** `weft live list` and `weft live unweave`. */
import { lastValues, readHits, readJournal, unweaveLive } from "../../../live-weave/index.js";
import type { Problem } from "../../../model/index.js";
import { EXIT, hasErrors, report } from "../../output.js";
import { describeGap, describeHook, gapJson, hookJson, waysOf } from "./describe.js";
import { type LiveFlags, liveTarget } from "./live-target.js";

export async function list(flags: LiveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) {
    report(flags, target.problems);
    return EXIT.problems;
  }
  const journal = readJournal(target.project);
  const known = journal?.guest === target.guest.id ? journal : undefined;
  const hooks = known?.hooks ?? [];
  const hits = known === undefined ? undefined : await readHits(target.guest, known);
  const last = known === undefined ? [] : await lastValues(target.guest).of(known, hits);
  const seen = hooks.map((hook, index) => ({ hook, hits: hits?.[index], last: last[index] }));
  const problems = known?.state === "changing" ? [interrupted()] : [];
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
  const before = readJournal(target.project)?.hooks.length ?? 0;
  const { problems, stopped } = await unweaveLive(target.project, target.guest);
  const time = Math.round(stopped);
  report(flags, problems, hasErrors(problems) ? undefined : { unwoven: before, stopped: time });
  if (flags.json !== true && !hasErrors(problems))
    process.stdout.write(`${before} hooks taken out; the guest stood for ${time} ms\n`);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

function interrupted(): Problem {
  return {
    code: "live/interrupted",
    severity: "warning",
    message: "a weaving was ended while it changed the kernel's text",
    hint: "weft live weave FILE finishes it, weft live unweave undoes it.",
  };
}
