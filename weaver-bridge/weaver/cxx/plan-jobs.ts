/** What is woven together in C++. */
import type { AspectEffect, BuiltinShadow, Shadow, TextRange } from "../../model/index.js";
import { type PlannedJob, planJobs } from "../plan-jobs.js";
import { closingBracket, tokenize } from "../text/c-tokens.js";
import { rangeKey } from "../text/range-key.js";
import type { WeaveInput } from "../woven-unit.js";
import type { CxxAccess } from "./access/cxx-access.js";
import type { AspectClasses } from "./aspects/aspect-classes.js";
import type { CxxLevel } from "./operation.js";
import { createCxxSpeller } from "./types/spell-type.js";

export interface Job extends PlannedJob<CxxLevel> {
  readonly access?: CxxAccess;
  /** An operator that gives one of its operands, which advised reads have made values. */
  readonly choosesValue?: boolean;
}

export function planCxxJobs(
  input: WeaveInput,
  effects: readonly AspectEffect[],
  classes: AspectClasses,
): Job[] {
  const jobs = planJobs(input, effects, (match, effect): CxxLevel | undefined => {
    const scan = classes.scan(match.advice, match.aspect);
    return scan === undefined ? undefined : { match, effect, scan };
  });
  return withChosenValues(withOperators(jobs), input);
}

/** `c ? a : b` and `c, b` are no place any more where `a` or `b` is read by advice. */
function withChosenValues(jobs: readonly Job[], { facts, unitText: text }: WeaveInput): Job[] {
  const { canonical } = createCxxSpeller(facts);
  const values = new Set<string>();
  for (const { access } of jobs) {
    if (access === undefined || access.get.length === 0) continue;
    const { write, type, range } = access.shadow;
    // An array stays where it lies.
    if (write === undefined && canonical(type).kind !== "array") values.add(rangeKey(range));
  }
  if (values.size === 0) return [...jobs];
  const size = ({ shadow: { range } }: Job) => range.end - range.start;
  const choosing = new Set(jobs.filter(({ shadow }) => shadow.kind === "builtin" && isChoice(shadow, text)));
  for (const { shadow } of [...choosing].sort((a, b) => size(a) - size(b)))
    if ((shadow as BuiltinShadow).operands.slice(1).some(({ range }) => values.has(barely(range, text))))
      values.add(rangeKey(shadow.range));
  return jobs.map((job) =>
    choosing.has(job) && values.has(rangeKey(job.shadow.range)) ? { ...job, choosesValue: true } : job,
  );
}

const isChoice = ({ form, operator }: BuiltinShadow, text: string) =>
  form === "conditional" || text.slice(operator.start, operator.end) === ",";

/** Key of the range without the parentheses around it. */
function barely({ start, end }: TextRange, text: string): string {
  const tokens = tokenize(text, start, end);
  while (tokens[0]?.text === "(" && closingBracket(tokens, 0) === tokens.length - 1) {
    tokens.shift();
    tokens.pop();
  }
  return rangeKey({ start: tokens[0]?.start ?? start, end: tokens.at(-1)?.end ?? end });
}

/** An assignment that is advised as a write and as an operator is one job; the operator encloses the write. */
function withOperators(jobs: readonly Job[]): Job[] {
  const operators = new Map<string, Job & { readonly shadow: BuiltinShadow }>();
  for (const job of jobs)
    if (job.shadow.kind === "builtin")
      operators.set(rangeKey(job.shadow.range), { ...job, shadow: job.shadow });
  if (operators.size === 0) return [...jobs];
  const merged = new Set<Shadow>();
  const all = jobs.map((job): Job => {
    const { access } = job;
    if (access === undefined) return job;
    const { write, range, lvalue, indices } = access.shadow;
    const isElement = indices.length > 0 && operators.has(rangeKey(lvalue));
    const operator = write === undefined ? undefined : operators.get(rangeKey(range));
    const isOperand =
      access.shadow.kind === "ref" && operators.get(rangeKey(range))?.shadow.form === "prefix";
    const placed = { ...access, ...(isElement && { isElement }), ...(isOperand && { isOperand }) };
    if (operator === undefined) return { ...job, access: placed };
    merged.add(operator.shadow);
    return {
      shadow: job.shadow,
      levels: [...operator.levels, ...job.levels],
      triggers: [...new Set([...operator.triggers, ...job.triggers])],
      access: { ...placed, operator: { shadow: operator.shadow, levels: operator.levels } },
    };
  });
  return elementsFirst(all.filter(({ shadow }) => !merged.has(shadow)));
}

/** A read or reference of an element encloses the operator `[]` that finds its place, where both stand at one place. */
function elementsFirst(jobs: readonly Job[]): Job[] {
  const isElement = ({ access }: Job) =>
    access?.isElement === true && rangeKey(access.shadow.range) === rangeKey(access.shadow.lvalue);
  const elements = new Map(jobs.filter(isElement).map((job) => [rangeKey(job.shadow.range), job]));
  return jobs.flatMap((job) => {
    if (isElement(job)) return [];
    const found = job.shadow.kind === "builtin" ? elements.get(rangeKey(job.shadow.range)) : undefined;
    return found === undefined ? [job] : [found, job];
  });
}
