/** `cflow` that is decided at run time, where it counts for all threads of a program together. */
import { allowedRules, type Problem } from "../../model/index.js";
import { createPlaces } from "../syntax/problem-sink.js";
import type { RuntimeTest } from "./classes/runtime-test.js";
import type { ShadowMatch } from "./match-aspects.js";

/** Of the aspects' matches in a unit whose threads Weft can't tell apart: one problem for each advice. */
export function oneCounterProblems(matches: readonly ShadowMatch[]): Problem[] {
  const counting = new Map(
    matches.flatMap(({ advice }) =>
      advice.flatMap((match) =>
        match.test !== undefined && asksFlow(match.test) ? [[match.advice, match] as const] : [],
      ),
    ),
  );
  return [...counting.values()].flatMap(({ advice, file }): Problem[] =>
    allowedRules(file.text, advice).has("one-counter")
      ? []
      : [
          {
            code: "pointcut/one-counter",
            severity: "warning",
            range: createPlaces(file.file, file.text)(advice.pointcut.range),
            message: "`cflow` is decided at run time here, by one counter for all threads",
            hint: "What another thread is inside counts as well. Say in weft.json how to find the running thread (`currentThread`), compile a program that has threads with -pthread, or write the comment `weft: allow one-counter` in the advice if there is one thread.",
          },
        ],
  );
}

function asksFlow(test: RuntimeTest): boolean {
  if (test.kind === "cflow") return true;
  if (test.kind === "all" || test.kind === "any") return test.of.some(asksFlow);
  return test.kind === "not" && asksFlow(test.of);
}
