/** Checks of a parsed aspect file that need no other file: kinds of pointcuts, context variables, doubled names. */
import type { Aspect, AspectFile, NamedPointcut, PointcutExpression } from "../../model/index.js";
import { checkPointcut, codeTarget } from "./check-pointcut.js";
import { createKindFinder, type KindFinder } from "./kind-finder.js";
import { createPointcutScopes } from "./pointcut-scopes.js";
import type { ProblemSink } from "./problem-sink.js";
import { reportStrayText } from "./stray-text.js";

export function checkAspectFile(file: Omit<AspectFile, "problems">, sink: ProblemSink): void {
  checkText(file.text, sink);
  if (file.ordinarySource !== true) reportStrayText(file, sink);
  const kindOfNamed = createKindFinder(createPointcutScopes([file]));
  checkDoubled(file.aspects, "aspect", sink);
  checkDoubled(file.pointcuts, "pointcut", sink);
  const slices = file.slices?.filter((slice) => slice.members !== undefined || slice.bases !== undefined);
  checkDoubled(slices ?? [], "slice", sink);
  for (const pointcut of file.pointcuts) checkNamed(pointcut, undefined, kindOfNamed, sink);
  for (const aspect of file.aspects) {
    checkDoubled(aspect.pointcuts, "pointcut", sink);
    checkMembers(aspect, sink);
    for (const pointcut of aspect.pointcuts) checkNamed(pointcut, aspect, kindOfNamed, sink);
    const kindOfReference = (name: string) => kindOfNamed(name, aspect);
    for (const { pointcut, parameters } of aspect.advice)
      checkPointcut(pointcut, { sink, parameters, kindOfReference, wanted: "code" });
    for (const { pointcut } of aspect.introductions ?? []) {
      const kind = checkPointcut(pointcut, { sink, parameters: [], kindOfReference });
      if (kind !== "code") continue;
      const wrong = codeTarget(pointcut);
      sink.error(wrong.code, wrong.range, wrong.message, wrong.hint);
    }
    for (const { pointcut, sequence } of aspect.order) {
      checkPointcut(pointcut, { sink, kindOfReference });
      for (const item of sequence) checkOrderItem(item, sink, kindOfReference);
    }
  }
}

/** Members are renamed wherever they are named in bodies: a keyword among them would take C's own apart. */
function checkMembers(aspect: Aspect, sink: ProblemSink): void {
  for (const { name, nameRange } of aspect.members)
    if (KEYWORD.test(name))
      sink.error(
        "aspect/member-keyword",
        nameRange,
        `\`${name}\` is a keyword of C and can't name a member`,
        "Give the member another name.",
      );
}

const KEYWORD =
  /^(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while)$/;

/** UTF-16, an object file: there is nothing to read in it, and a file without aspects would look just so. */
function checkText(text: string, sink: ProblemSink): void {
  const at = text.indexOf("\0");
  if (at !== -1)
    sink.error(
      "aspect/not-text",
      { start: at, end: at + 1 },
      "there is a NUL byte in the file, so it is no plain text",
      "Save it as UTF-8.",
    );
}

function checkNamed(
  pointcut: NamedPointcut,
  aspect: Aspect | undefined,
  kindOfNamed: KindFinder,
  sink: ProblemSink,
): void {
  if (pointcut.expression === undefined) return;
  const { parameters } = pointcut;
  const kindOfReference = (name: string) => kindOfNamed(name, aspect);
  checkPointcut(pointcut.expression, { sink, parameters, kindOfReference });
}

function checkOrderItem(
  item: PointcutExpression,
  sink: ProblemSink,
  kindOfReference: (name: string) => ReturnType<KindFinder>,
): void {
  const kind = checkPointcut(item, { sink, parameters: [], kindOfReference });
  if (kind === "code")
    sink.error(
      "pointcut/code-not-name",
      item.range,
      "`order` takes names of aspects",
      'Write `order("High", "Low");`.',
    );
}

function checkDoubled(
  list: readonly Pick<NamedPointcut, "name" | "nameRange">[],
  what: string,
  sink: ProblemSink,
): void {
  const seen = new Set<string>();
  for (const { name, nameRange } of list) {
    if (seen.has(name))
      sink.error(
        "aspect/duplicate-name",
        nameRange,
        `${what} \`${name}\` is declared twice`,
        "Rename one of them.",
      );
    seen.add(name);
  }
}
