/** What a unit shows of the aspects: that two of them meet without an order, that advice calls itself. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateFolder, textDigest } from "../../kernel-build/index.js";
import { type Problem, unlessRefused } from "../../model/index.js";
import type { UnitAnalysis } from "../../pipeline/index.js";
import type { CcContext } from "./cc-context.js";

export const shownWarnings = (analysis: UnitAnalysis | undefined): Problem[] =>
  (analysis?.problems ?? []).filter(
    ({ code, severity }) => severity === "warning" && code.startsWith("pointcut/"),
  );

/** Units differ in their examples, and in the way in which advice comes to call itself. */
export const warningKey = ({ code, range, message }: Problem) =>
  JSON.stringify([code, range, code === "pointcut/recursion" ? "" : message]);

/** Of a project with these aspects, the first unit tells; under `weft build` none, it tells them at its end. */
export function untoldWarnings({ project, aspects }: CcContext, analysis: UnitAnalysis): Problem[] {
  const shown = shownWarnings(analysis);
  if (shown.length === 0 || project === undefined) return shown;
  if (process.env.WEFT_PROJECT) return [];
  const folder = join(stateFolder(project), "told");
  return shown.filter((problem) => {
    const isFirst = unlessRefused(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, textDigest(aspects.digest + warningKey(problem))), "", { flag: "wx" });
      return true;
    });
    return isFirst === true;
  });
}
