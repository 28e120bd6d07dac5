/**
 * Advice for a kernel that runs already: the unit's text as it is, so that all its types and functions are known, and
 * behind it the advice as functions of their own. A hook in the running kernel calls one of them for each join point:
 *
 *     void __weft_live_3_0(const unsigned char *frame) { advice(*(struct process **)(frame + 16)); }
 *
 * `frame` is the stack where the hook found it: three saved registers, the return address, the arguments. Pure.
 */
import type { Effect, ExecutionShadow, FunctionEntity } from "../model/index.js";
import { admit, requireAdvice } from "./admit-advice.js";
import { adviceCall } from "./advice-chain.js";
import { unexpandedTail } from "./aspect-tail.js";
import { effectsOf } from "./effects.js";
import { createGeneratedCode, type GeneratedCode } from "./generated-code.js";
import type { Level, Operation } from "./operation.js";
import { planJobs } from "./plan-jobs.js";
import { createProblemList } from "./problem-list.js";
import { Unweavable } from "./unweavable.js";
import { createBodyReader, placeConstants, renderAppendix } from "./weave.js";
import { executionOperation, parameterNames, refuse } from "./weave-execution.js";
import { createSite } from "./weave-site.js";
import type { WeaveInput, WovenUnit } from "./woven-unit.js";

/** What a hook in the running kernel has to call. */
export interface LiveHook {
  /** The C function that runs the advice. */
  readonly symbol: string;
  /** The function of the kernel at whose entry it is called. */
  readonly target: string;
  readonly isStatic: boolean;
  /** The advice reads arguments. */
  readonly usesArguments: boolean;
  readonly effects: readonly Effect[];
}

export interface LiveAdvice {
  /** For the compiler, latin1. */
  readonly text: string;
  readonly hooks: readonly LiveHook[];
  readonly problems: WovenUnit["problems"];
}

/** Saved registers and the return address, in bytes: the first argument comes behind them. */
const ARGUMENTS_AT = 16;

/** `unit` makes the names of this unit's hooks its own. */
export function liveAdvice(input: WeaveInput, unit: number): LiveAdvice {
  const { unitText, facts, matches, files } = input;
  const code = createGeneratedCode();
  const bodies = createBodyReader(files, input.tail ?? unexpandedTail(files));
  const { effects } = effectsOf(facts, matches);
  const problems = createProblemList();
  const hooks: LiveHook[] = [];
  const functions: string[] = [];
  const jobs = planJobs(input, effects, (match, effect): Level | undefined => {
    const body = bodies.bodyOf(match);
    return body === undefined ? undefined : { match, effect, body };
  });
  for (const { shadow, levels } of jobs) {
    const { range } = placeConstants(shadow, facts);
    try {
      if (shadow.kind !== "execution") throw notLive(`${shadow.kind} join points`);
      const symbol = `__weft_live_${unit}_${hooks.length}`;
      const made = hookAt(shadow, levels, input, code, symbol);
      problems.push(made.remarks, range);
      hooks.push(made.hook);
      functions.push(made.text);
    } catch (failure) {
      if (!(failure instanceof Unweavable)) throw failure;
      problems.push([failure], range);
    }
  }
  const appendix = renderAppendix(code, files, bodies.tail, unitText.length, unitText.length);
  const prelude = functions.length === 0 ? "" : GUARD;
  return {
    text: `${unitText}${appendix.text}\n${prelude}${functions.join("\n")}\n`,
    hooks,
    problems: problems.list,
  };
}

function hookAt(
  shadow: ExecutionShadow,
  matched: readonly Level[],
  { facts, unitText, target }: WeaveInput,
  code: GeneratedCode,
  symbol: string,
): { hook: LiveHook; text: string; remarks: readonly Unweavable[] } {
  const { named, constants } = placeConstants(shadow, facts);
  const entity = facts.entities[shadow.entity] as FunctionEntity;
  const place = { at: named.start, topLevel: shadow.topLevel, rank: 0, inSharedInline: false };
  const site = createSite(facts, unitText, code, place, constants, target);
  refuse(shadow, entity, site);
  const operation = executionOperation(entity, parameterNames(entity), site);
  const other = matched.find(({ match }) => match.advice.kind !== "before");
  if (other !== undefined) site.remarks.push(notLive(`${other.match.advice.kind} advice`));
  const before = matched.filter(({ match }) => match.advice.kind === "before");
  const conditioned = before.find(({ match }) => match.test !== undefined);
  if (conditioned !== undefined) throw notLive("advice under cflow, that or target conditions");
  const levels = admit(before, operation, site);
  requireAdvice(site);
  let usesArguments = false;
  const frame = (key: string) => {
    usesArguments = true;
    return argumentAt(key, operation);
  };
  const calls = levels.map((level) => adviceCall(level, operation, frame, code));
  const hook = {
    ...{ symbol, target: entity.name, isStatic: entity.isStatic, usesArguments },
    effects: levels.map(({ effect }) => effect),
  };
  return { hook, text: hookFunctions(symbol, calls.join(" ")), remarks: site.remarks };
}

/** An lvalue in the caller's frame, so that advice may assign arguments. */
function argumentAt(key: string, { items }: Operation): string {
  const earlier = [...items].slice(0, [...items.keys()].indexOf(key));
  const sizes = earlier.map(([, { type }]) => ` + ((sizeof(${type}) + 3) & ~3u)`);
  const item = items.get(key);
  return `(*(${item?.pointerType ?? "void *"})(__weft_frame + ${ARGUMENTS_AT}${sizes.join("")}))`;
}

/** One that runs the advice, and one that does so unless the advice is running on this stack already. */
function hookFunctions(symbol: string, calls: string): string {
  const head = "__attribute__((used, noinline, regparm(1))) void";
  const parameter = "(unsigned char *__weft_frame)";
  return `${head} ${symbol}${parameter} { (void)__weft_frame; ${calls} }
${head} ${symbol}_guarded${parameter} {
  unsigned *__weft_mark = __weft_live_enter(__weft_frame);
  if (__weft_mark) { ${symbol}(__weft_frame); *__weft_mark = 0; }
}`;
}

/**
 * Stacks on which advice runs, by their place. Two stacks that want one entry are told apart, and the second then runs
 * unguarded rather than not at all.
 */
const GUARD = `
__attribute__((weak)) unsigned __weft_live_active[65];
__attribute__((weak)) unsigned __weft_live_cut;
static inline __attribute__((always_inline, unused)) unsigned *__weft_live_enter(const unsigned char *__weft_frame) {
  unsigned __weft_key = (unsigned)__weft_frame >> 12;
  unsigned *__weft_mark = &__weft_live_active[__weft_key & 63];
  if (*__weft_mark == __weft_key) { __weft_live_cut++; return 0; }
  if (*__weft_mark) return &__weft_live_active[64];
  *__weft_mark = __weft_key;
  return __weft_mark;
}
`;

function notLive(what: string): Unweavable {
  return new Unweavable(
    "not-live",
    `${what} can't be woven into a running kernel`,
    "Live are `before` advice on `execution`; weave the rest when the kernel is built.",
  );
}
