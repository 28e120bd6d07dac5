/**
 * `#if` around aspects and advice. The preprocessor does not decide which aspects exist, so that an editor can show
 * them without a configuration; whoever writes a condition around one is told. Include guards are no conditions.
 */
import type { ProblemSink } from "./problem-sink.js";
import { scanToken, type Token } from "./scan-token.js";

export function createConditionals(text: string, sink: ProblemSink) {
  const open: { readonly directive: Token; readonly isGuard: boolean; reported: boolean }[] = [];
  let isFirst = true;
  return {
    /** Takes notice of a directive at file or aspect scope. */
    follow(directive: Token): void {
      const word = /^#\s*(\w+)/.exec(text.slice(directive.start, directive.end))?.[1] ?? "";
      if (/^if/.test(word))
        open.push({ directive, isGuard: isFirst && isIncludeGuard(text, directive), reported: false });
      else if (word === "endif") open.pop();
      isFirst = false;
    },
    /** Reports the innermost open condition, once, because something of the aspect language stands in it. */
    guard(token: Token): void {
      isFirst = false;
      const condition = open.findLast((item) => !item.isGuard);
      if (condition === undefined || condition.reported || token.start < condition.directive.end) return;
      condition.reported = true;
      const { start, end } = condition.directive;
      sink.warning(
        "aspect/conditional",
        { start, end },
        "this condition does not switch the aspects and pointcuts inside it on or off",
        "They are always active. Put them into a file of their own and list it where it is wanted.",
      );
    },
  };
}

function isIncludeGuard(text: string, directive: Token): boolean {
  const name = /^#\s*ifndef\s+(\w+)/.exec(text.slice(directive.start, directive.end))?.[1];
  const next = scanToken(text, directive.end);
  return (
    name !== undefined &&
    next.kind === "directive" &&
    /^#\s*define\s+(\w+)/.exec(text.slice(next.start, next.end))?.[1] === name
  );
}
