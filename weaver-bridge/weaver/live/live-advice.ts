/**
 * Advice for a kernel that runs already: the unit's text as it is, so that all its types and functions are known, and
 * behind it the advice as functions of their own, which hooks in the running kernel call (`live-functions.ts`). Pure.
 */
import type {
  AccessShadow,
  CallShadow,
  ExecutionShadow,
  FunctionEntity,
  Shadow,
  VariableEntity,
} from "../../model/index.js";
import { unexpandedTail } from "../aspect-text/aspect-tail.js";
import { admit, requireAdvice } from "../c/admit-advice.js";
import { executionOperation, parameterNames, refuse } from "../c/execution/weave-execution.js";
import { adviceCall } from "../c/glue/advice-chain.js";
import { createGeneratedCode, type GeneratedCode } from "../c/glue/generated-code.js";
import type { ContextItem, Level, Operation } from "../c/glue/operation.js";
import { bindingKeys } from "../c/glue/passing.js";
import { pointerText } from "../c/glue/spell-type.js";
import { createSite, type WeaveSite } from "../c/weave-site.js";
import { effectsOf } from "../effects.js";
import { type PlannedJob, planJobs } from "../plan-jobs.js";
import { createProblemList } from "../problem-list.js";
import { Unweavable } from "../unweavable.js";
import { createBodyReader, placeConstants, renderAppendix } from "../weave.js";
import type { WeaveInput } from "../woven-unit.js";
import { aroundPlan, notAround } from "./live-around.js";
import { isWide, LIVE_ENDINGS, liveFunctions, livePrelude, resultAt } from "./live-functions.js";
import type { LiveAccess, LiveAdvice, LiveHook } from "./live-hook.js";
import { withoutSharedBodies } from "./without-bodies.js";

const PC: ContextItem = { type: "unsigned long", pointerType: "unsigned long *", assignable: false };

/** What an operation has in a running kernel: the address of the instruction is known there alone. */
function withPc<T extends Pick<Operation, "items" | "constants">>(operation: T): T {
  const constants = new Map([...operation.constants].filter(([key]) => key !== "pc"));
  return { ...operation, constants, items: new Map([...operation.items, ["pc", PC]]) };
}

/** `unit` makes the names of this unit's hooks its own. */
export function liveAdvice(input: WeaveInput, unit: number): LiveAdvice {
  const { unitText, facts, matches, files } = input;
  const code = createGeneratedCode();
  const bodies = createBodyReader(files, input.tail ?? unexpandedTail(files));
  const { effects } = effectsOf(facts, matches);
  const problems = createProblemList();
  const hooks: LiveHook[] = [];
  const jobs = planJobs(input, effects, (match, effect): Level | undefined => {
    const body = bodies.bodyOf(match);
    return body === undefined ? undefined : { match, effect, body };
  });
  for (const job of jobs.flatMap(joinPointsOf)) {
    const { shadow, levels } = job;
    const { range } = placeConstants(shadow, facts);
    try {
      const symbol = `__weft_live_${unit}_${hooks.length}`;
      const made =
        job.kind !== undefined
          ? accessHook(job, input, code, symbol)
          : shadow.kind === "execution" || shadow.kind === "call"
            ? hookAt(shadow, levels, input, code, symbol)
            : undefined;
      if (made === undefined) throw notLive(`${shadow.kind} join points`);
      problems.push(made.remarks, range);
      hooks.push(made.hook);
    } catch (failure) {
      if (!(failure instanceof Unweavable)) throw failure;
      problems.push([failure], range);
    }
  }
  const appendix = renderAppendix(code, files, bodies.tail, unitText.length, unitText.length);
  return {
    ...{ unitText, shortText: withoutSharedBodies(unitText) },
    prelude: `${appendix.text}\n${hooks.length === 0 ? "" : livePrelude()}`,
    ...{ hooks, problems: problems.list },
  };
}

/** What gets a hook of its own: a join point, or one side of an access. */
type LiveJob =
  | AccessJob
  | { readonly shadow: Shadow; readonly levels: readonly Level[]; readonly kind?: never };

interface AccessJob {
  readonly shadow: AccessShadow;
  readonly levels: readonly Level[];
  readonly kind: LiveAccess["kind"];
}

/** Of `a += b` two: its read and its write. */
function joinPointsOf({ shadow, levels, access }: PlannedJob<Level>): LiveJob[] {
  if (access === undefined) return [{ shadow, levels }];
  const kinds = ["get", "set", "ref"] as const;
  return kinds
    .filter((kind) => access[kind].length > 0)
    .map((kind) => ({ shadow: access.shadow, levels: access[kind], kind }));
}

function accessHook(
  { kind, shadow, levels: matched }: AccessJob,
  input: WeaveInput,
  code: GeneratedCode,
  symbol: string,
): { hook: LiveHook; remarks: readonly Unweavable[] } {
  const { facts, target } = input;
  const { named, constants } = placeConstants(shadow, facts);
  const entity = facts.entities[shadow.entity] as VariableEntity;
  const place = { at: named.start, topLevel: shadow.topLevel, rank: 0, inSharedInline: false };
  const site = createSite(input, code, place, constants);
  const object = objectType(shadow, site);
  const items = new Map<string, ContextItem>(object === undefined ? [] : [["target", object]]);
  const operation: Operation = withPc({
    ...{ items, needs: new Map(), perform: () => "", noReturn: false, marker: site.marker },
    constants: new Map([...constants, ["that", "((void *)0)"], ["args", kind === "set" ? "1" : "0"]]),
    description: `${kind} of '${entity.name}'`,
  });
  const possible = matched.filter(({ match, body }) => {
    const reason =
      match.advice.kind === "around"
        ? notLive(`around advice on ${kind}`)
        : match.test !== undefined
          ? notLive("advice under cflow, that or target conditions")
          : [...body.use.modes.keys(), ...bindingKeys(match)].some((key) => VALUES.test(key))
            ? notLive(
                `${kind} advice that reads the value`,
                "The compiler chooses where it is; the object is `tjp->target`.",
              )
            : notLocals(match);
    if (reason !== undefined) site.remarks.push(reason);
    return reason === undefined;
  });
  const levels = admit(possible, operation, site);
  requireAdvice(site);
  const uses = { pc: false, target: false, arguments: new Map<number, string>() };
  const frame = (key: string) => {
    if (key === "pc") uses.pc = true;
    else uses.target = true;
    return key === "pc" ? "__weft_pc" : "__weft_object";
  };
  const calls = (when: "before" | "after") =>
    levels
      .filter(({ match }) => match.advice.kind === when)
      .map((level) => adviceCall(level, operation, frame, code));
  const [before, after] = [calls("before"), calls("after").reverse()];
  const { file, line } = facts.lineMap.positionAt(shadow.nameRange.start);
  const within = facts.entities[shadow.within]?.name ?? "";
  const text = [
    ...(before.length === 0 ? [] : [liveFunctions(symbol, before.join(" "), "", isWide(target))]),
    ...(after.length === 0
      ? []
      : [liveFunctions(`${symbol}${LIVE_ENDINGS.behind}`, after.join(" "), "", isWide(target))]),
  ];
  const hook: LiveHook = {
    ...{ symbol, target: [...entity.scope, entity.name].join("::"), isStatic: entity.isStatic },
    ...{ access: { kind, file, line, within }, isShared: levels.every(isShared(["pc", "target"])), uses },
    ...{ runsBefore: before.length > 0, runsAfter: after.length > 0 },
    effects: levels.map(({ effect }) => effect),
    text: text.join("\n"),
  };
  return { hook, remarks: site.remarks };
}

/** The hook itself hands over the instruction and, of an access, the object. */
const isShared = (keys: readonly string[]) => (level: Level) =>
  [...level.body.use.references.map(({ name }) => name), ...bindingKeys(level.match)].every((key) =>
    keys.includes(key),
  );

const VALUES = /^(?:arg\d|result$|entity$|idx)/;

/** Undefined for a variable, and where the type has no name. */
function objectType({ object }: AccessShadow, { speller }: WeaveSite): ContextItem | undefined {
  if (object === undefined) return undefined;
  try {
    const type = object.arrow ? speller.decayed(object.type) : speller.pointerTo(object.type);
    return { type, pointerType: pointerText(type), assignable: false };
  } catch (failure) {
    if (failure instanceof Unweavable) return undefined;
    throw failure;
  }
}

function hookAt(
  shadow: ExecutionShadow | CallShadow,
  matched: readonly Level[],
  input: WeaveInput,
  code: GeneratedCode,
  symbol: string,
): { hook: LiveHook; remarks: readonly Unweavable[] } {
  const { facts, target } = input;
  const { named, constants } = placeConstants(shadow, facts);
  const entity = facts.entities[shadow.entity] as FunctionEntity;
  const place = { at: named.start, topLevel: shadow.topLevel, rank: 0, inSharedInline: false };
  const site = createSite(input, code, place, constants);
  if (shadow.kind === "execution") refuse(shadow, entity, site);
  if (matched.some(({ match }) => match.advice.kind === "around"))
    return aroundHook(shadow, entity, matched, site, symbol);
  const operation = withPc(executionOperation(entity, parameterNames(entity), site));
  const possible = matched.filter((level) => {
    const reason = notPossible(level, operation, isWide(target));
    if (reason !== undefined) site.remarks.push(reason);
    return reason === undefined;
  });
  const levels = admit(possible, operation, site);
  requireAdvice(site);
  const uses = { pc: false, target: false, arguments: new Map<number, string>() };
  const frame = (key: string) => {
    if (key === "pc") uses.pc = true;
    if (key === "pc") return "__weft_pc";
    if (key === "result")
      return `(*(${pointerText(operation.result ?? "void")})(__weft_frame + ${resultAt(isWide(target))}))`;
    const distance = `${symbol}_at_${key}`;
    uses.arguments.set(Number(key.slice("arg".length)), distance);
    return `(*(${operation.items.get(key)?.pointerType ?? "void *"})(__weft_frame + (unsigned)${distance}))`;
  };
  const call = (level: Level) => adviceCall(level, operation, frame, code);
  const before = levels.filter(({ match }) => match.advice.kind === "before").map(call);
  const after = levels
    .filter(({ match }) => match.advice.kind === "after")
    .reverse()
    .map(call);
  const distances = [...uses.arguments.values()].map((name) => `extern const char ${name}[];\n`).join("");
  const hook: LiveHook = {
    ...{ symbol, target: entity.name, isStatic: entity.isStatic, uses },
    isShared: levels.every(isShared(["pc"])),
    ...(shadow.kind === "call" ? { call: placeOfCall(shadow, facts) } : {}),
    ...{ runsBefore: before.length > 0, runsAfter: after.length > 0 },
    effects: levels.map(({ effect }) => effect),
    text: `${distances}${liveFunctions(symbol, before.join(" "), after.join(" "), isWide(target))}`,
  };
  return { hook, remarks: site.remarks };
}

function aroundHook(
  shadow: ExecutionShadow | CallShadow,
  entity: FunctionEntity,
  matched: readonly Level[],
  site: WeaveSite,
  symbol: string,
): { hook: LiveHook; remarks: readonly Unweavable[] } {
  if (shadow.kind === "call") throw notLive("around advice on call");
  if (isWide(site.target)) throw notLive("on x86_64, around advice");
  const plan = aroundPlan(shadow, symbol, site);
  const possible = matched.filter((level) => {
    const isTested = level.match.test !== undefined;
    const reason = isTested
      ? notLive("advice under cflow, that or target conditions")
      : (notLocals(level.match) ?? notAround(level));
    if (reason !== undefined) site.remarks.push(reason);
    return reason === undefined;
  });
  const levels = admit(possible, plan.operation, site);
  requireAdvice(site);
  const hook: LiveHook = {
    ...{ symbol, target: entity.name, isStatic: entity.isStatic },
    ...{ runsBefore: false, runsAfter: false, around: { parameters: entity.parameters.length } },
    isShared: false,
    uses: { pc: false, target: false, arguments: new Map() },
    effects: levels.map(({ effect }) => effect),
    text: plan.text(levels),
  };
  return { hook, remarks: site.remarks };
}

function placeOfCall({ callee, within }: CallShadow, { lineMap, entities }: WeaveInput["facts"]) {
  const { file, line } = lineMap.positionAt(callee.start);
  return { file, line, within: entities[within]?.name ?? "" };
}

function notPossible({ match, body }: Level, operation: Operation, wide: boolean): Unweavable | undefined {
  const { advice } = match;
  const asks = [...body.use.modes.keys(), ...bindingKeys(match)];
  if (match.test !== undefined) return notLive("advice under cflow, that or target conditions");
  const locals = notLocals(match);
  if (locals !== undefined || advice.kind !== "after") return locals;
  if (asks.some((key) => key !== "pc" && operation.items.has(key)))
    return notLive(
      "after advice that reads arguments",
      "The function may have left something else in their places.",
    );
  const large = wide ? /\b(?:__int128|float|double|_Complex|_Float\d+)\b/ : /\blong\s+long\b/;
  const isLarge = operation.aggregate === true || large.test(operation.result ?? "");
  return asks.includes("result") && isLarge
    ? notLive(
        `after advice that reads a result of more than ${wide ? "eight" : "four"} bytes`,
        "It is not in one register.",
      )
    : undefined;
}

function notLocals({ bindings }: Level["match"]): Unweavable | undefined {
  const local = bindings.find(({ source }) => source.kind === "local")?.source;
  if (local?.kind !== "local") return undefined;
  return notLive(
    `advice that binds the local variable '${local.variable.name}'`,
    "The compiler chooses at each instruction where it is, if it still is; objects come by `target`, arguments by `args` at execution.",
  );
}

function notLive(what: string, why = ""): Unweavable {
  return new Unweavable(
    "not-live",
    `${what} can't be woven into a running kernel`,
    `${why === "" ? "" : `${why} `}Live are \`before\` and \`after\` advice on \`execution\`, \`call\`, \`get\` and \`set\`, and \`around\` advice on \`execution\`; weave the rest when the kernel is built.`,
  );
}
