/**
 * Which advice a join point can serve. Advice that asks for what is not there is left out, with its reason, and the
 * other advice of the join point is still woven.
 */
import { buildLineMap, type SourceRange } from "../../model/index.js";
import { CONSTANT_FIELDS, type ContextReference } from "../aspect-text/advice-use.js";
import { RecurringFailure, Unweavable } from "../unweavable.js";
import { localKey } from "./glue/local-variables.js";
import type { Level, Operation } from "./glue/operation.js";
import type { WeaveSite } from "./weave-site.js";

/** The levels that can be woven, noted as such at the site; the reasons for the others become remarks. */
export function admit(levels: readonly Level[], operation: Operation, site: WeaveSite): Level[] {
  const admitted = levels.filter((level) => {
    try {
      checkUse(level, operation);
      return true;
    } catch (failure) {
      if (!(failure instanceof Unweavable)) throw failure;
      site.remarks.push(failure);
      return false;
    }
  });
  site.woven.push(...admitted);
  return admitted;
}

/** Ends the weaving of a join point that no advice is left for. */
export function requireAdvice(site: WeaveSite): void {
  const reason = site.remarks.pop();
  if (site.woven.length === 0 && site.enter === "" && reason !== undefined) throw reason;
  if (reason !== undefined) site.remarks.push(reason);
}

/** Refuses uses of `tjp` that this join point can't serve; the message stands at the use in the `.ah` file. */
function checkUse(level: Level, operation: Operation): void {
  const { use } = level.body;
  for (const { source } of level.match.bindings)
    if (source.kind === "local" && !operation.items.has(localKey(source.variable)))
      throw new Unweavable(
        "local-context",
        `local variables are not in reach at the ${operation.description}`,
        "Bind them at calls, reads and writes inside the function.",
      );
  if (use.valueReturn !== undefined)
    throw atBody(
      level,
      use.valueReturn,
      "return-value",
      "advice returns a value",
      "A return leaves the advice alone. Set 'tjp->result' in around or after advice to change the result.",
    );
  const misuse = use.misuses[0];
  if (misuse !== undefined) {
    throw atBody(
      level,
      misuse,
      "unknown-context",
      misuseMessage(misuse.text),
      "In C, 'tjp' has arg0, arg1 and so on, result, target, that, entity, signature, filename, line, pc, args and proceed().",
    );
  }
  for (const reference of use.references) checkReference(level, operation, reference);
  if (operation.noReturn && level.match.advice.kind === "after") throw neverAfter(level, operation);
}

function misuseMessage(text: string): string {
  if (text === "tjp") return "'tjp' alone is no value";
  if (text === "tjp->proceed") return "'tjp->proceed()' is called without arguments";
  if (text.endsWith("()")) return `'${text.slice(0, -2)}' is a value in C, no function`;
  return `'${text}' is no field of a join point`;
}

function checkReference(level: Level, operation: Operation, reference: ContextReference): void {
  const { name } = reference;
  const { kind } = level.match.advice;
  const where = operation.description;
  if (name === "proceed") {
    if (kind !== "around")
      throw atBody(
        level,
        reference,
        "proceed-outside-around",
        `proceed() in ${kind} advice`,
        "Only around advice decides whether the join point runs. Remove the call, or make it around advice.",
      );
    return;
  }
  if (name === "result") {
    if (kind === "before")
      throw atBody(
        level,
        reference,
        "no-result",
        "before advice runs when there is no result yet",
        "Use after or around advice to see the result.",
      );
    if (operation.result === undefined)
      throw atBody(
        level,
        reference,
        "no-result",
        `${where} has no result`,
        "Narrow the pointcut to join points that have one, for example with a result type in the match expression.",
      );
    refuseCalled(level, reference, operation.result);
    return;
  }
  if (CONSTANT_FIELDS.has(name) || operation.constants.has(name)) return;
  const item = operation.items.get(name);
  if (item === undefined)
    throw atBody(
      level,
      reference,
      "no-such-context",
      `${where} has no '${name}'`,
      `It has: ${[...operation.items.keys(), ...operation.constants.keys()].join(", ")}. Narrow the pointcut or the body.`,
    );
  refuseCalled(level, reference, item.type);
  if (level.body.use.modes.get(name) === "pointer" && !item.assignable)
    throw atBody(
      level,
      reference,
      "not-assignable",
      `'tjp->${name}' can't be changed at ${where}`,
      "It is a computed value. Copy it to a variable of your own first.",
    );
}

/** AspectC++ writes `*tjp->result()`. Types that may be, or stand for, pointers to functions are left to the compiler. */
function refuseCalled(level: Level, reference: ContextReference, type: string): void {
  if (
    !reference.called ||
    !/^(?:(?:const|volatile|signed|unsigned|short|long|char|int|_Bool|float|double|(?:struct|union|enum)\s+\w+\b)\s*|\*\s*)+$/.test(
      type,
    )
  )
    return;
  throw atBody(
    level,
    reference,
    "unknown-context",
    misuseMessage(`tjp->${reference.name}()`),
    `It is '${type.trim()}': write 'tjp->${reference.name}' without parentheses, and without the '*' that AspectC++ has before them.`,
  );
}

function atBody(
  level: Level,
  at: { start: number; end: number },
  code: string,
  message: string,
  hint: string,
): Unweavable {
  const range: SourceRange = buildLineMap(level.body.text).rangeOf(at);
  return new Unweavable(code, message, hint, range);
}

function neverAfter({ match }: Level, { description }: Operation): Unweavable {
  return new RecurringFailure(
    "never-after",
    `after advice of '${match.aspect.name}' can't run: the ${description} never returns`,
    "The function is declared noreturn. Use before advice, or exclude it from the pointcut.",
    match.aspect.name,
  );
}
