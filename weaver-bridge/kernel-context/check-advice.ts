/**
 * What advice does that the context of its join points may forbid: to sleep where a spin lock is held or an interrupt is
 * handled, to take a lock that is held, to share a lock with interrupts, to leave a lock behind. Pure; each finding is
 * one problem per advice, with the join points and the calls that lead there as related places.
 */
import type { AspectEffect, AspectFile, Problem, RelatedPlace, SourceRange } from "../model/index.js";
import { type AdviceBody, adviceBodies, isAllowed } from "./advice-bodies.js";
import { type CallPaths, type Context, callPaths, type Step, said, textOf } from "./call-paths.js";
import type { ContextRules, Region, RuleName } from "./context-table.js";
import { contextsAt } from "./join-point-context.js";
import { lineOf, type SourceFile } from "./read-source.js";
import type { Call } from "./read-statements.js";

export interface ContextQuestion {
  readonly rules: ContextRules;
  /** Sources and headers of the kernel. */
  readonly sources: readonly SourceFile[];
  /** Paths here, in the sources and in the effects are spelled alike: absolute. */
  readonly aspects: readonly AspectFile[];
  readonly effects: readonly AspectEffect[];
}

/** Sorted by place. Related places are at most {@link MOST_JOIN_POINTS} join points, each with the calls that lead there. */
export function contextProblems(question: ContextQuestion): Problem[] {
  const work = contextProblemsInSlices(question);
  for (let slice = work.next(); ; slice = work.next()) if (slice.done === true) return slice.value;
}

/** The same for who has other things to do in between: a slice is one join point, or a part of the sources. */
export function* contextProblemsInSlices({
  rules,
  sources,
  aspects,
  effects,
}: ContextQuestion): Generator<void, Problem[]> {
  const { sources: own, bodies } = adviceBodies(aspects, effects);
  if (bodies.length === 0) return [];
  const paths = callPaths([...sources, ...own], rules);
  yield* paths.prepare();
  const problems: Problem[] = [];
  for (const advice of bodies) problems.push(...(yield* checkAdvice({ advice, bodies, rules, paths })));
  return problems.sort((a, b) => place(a).localeCompare(place(b)));
}

const MOST_JOIN_POINTS = 12;

interface Checking {
  readonly advice: AdviceBody;
  readonly bodies: readonly AdviceBody[];
  readonly rules: ContextRules;
  readonly paths: CallPaths;
}

/** A join point with one context that matters. */
interface Hit {
  readonly effect: AspectEffect;
  readonly context: Context;
}

function* checkAdvice(checking: Checking): Generator<void, Problem[]> {
  const { advice, paths } = checking;
  const at = new Map<AspectEffect, readonly Context[]>();
  for (const effect of advice.effects) {
    at.set(effect, contextsAt(effect, paths));
    yield;
  }
  const hits = (matters: (context: Context) => boolean): Hit[] =>
    [...at].flatMap(([effect, contexts]) => {
      const context = contexts.find(matters);
      return context === undefined ? [] : [{ effect, context }];
    });
  return [
    ...sleeping(checking, hits(forbidsSleep)),
    ...retaken(checking, hits),
    ...sharedWithInterrupts(checking, at, hits),
    ...leftBehind(checking),
  ];
}

function forbidsSleep({ region }: Context): boolean {
  return region === "interrupt" || region.maySleep !== true;
}

function sleeping(checking: Checking, hits: readonly Hit[]): Problem[] {
  const { advice, paths } = checking;
  const calls = paths.regionsOf(advice.body).calls;
  const problems: Problem[] = [];
  for (const { call, held } of calls) {
    const path = paths.sleepPath(call, advice.body);
    if (path === undefined) continue;
    const lock = held.find(({ region }) => region.maySleep !== true);
    if (lock !== undefined)
      problems.push(
        ...problem(checking, "sleeps-holding-lock", call, {
          message: `this advice of \`${advice.aspect}\` may sleep with ${textOf(lock)}: it ${sayPath(path)}`,
          hint: "Leave it before the call, or call what can't sleep.",
          related: path.slice(1).map(related),
        }),
      );
    const first = hits[0];
    if (first === undefined || problems.some(({ code }) => code === "context/sleeps-in-atomic")) continue;
    problems.push(
      ...problem(checking, "sleeps-in-atomic", call, {
        message: `this advice of \`${advice.aspect}\` may sleep (${sayPath(path)}) and may run ${inWords(first.context)}`,
        hint: `${count(hits, advice)} ${sayHit(first)}. Call what can't sleep, or leave these places out of the pointcut.`,
        related: [...path.slice(1).map(related), ...hits.slice(0, MOST_JOIN_POINTS).flatMap(relatedHit)],
      }),
    );
  }
  return problems;
}

function retaken(checking: Checking, hits: (matters: (context: Context) => boolean) => Hit[]): Problem[] {
  return taken(checking).flatMap(({ call, region }) => {
    if (region.recursive === true) return [];
    const text = textOf({ region, lock: call.arguments[0] ?? "", since: 0 });
    const found = hits((context) => context.region === region && context.text === text);
    const first = found[0];
    if (first === undefined) return [];
    return problem(checking, "takes-held-lock", call, {
      message: `this advice of \`${checking.advice.aspect}\` takes ${region.name} ${call.arguments[0] ?? ""}, which may be held where it runs: it may wait for itself`,
      hint: `${count(found, checking.advice)} ${sayHit(first)}.`,
      related: found.slice(0, MOST_JOIN_POINTS).flatMap(relatedHit),
    });
  });
}

function sharedWithInterrupts(
  checking: Checking,
  at: ReadonlyMap<AspectEffect, readonly Context[]>,
  hits: (matters: (context: Context) => boolean) => Hit[],
): Problem[] {
  const inInterrupts = hits(({ region }) => region === "interrupt");
  const isSafe = ({ region }: Context) =>
    region === "interrupt" || region.kind === "interrupts-off" || region.interruptsOff === true;
  const open = [...at].find(([, contexts]) => !contexts.some(isSafe));
  const first = inInterrupts[0];
  if (first === undefined || open === undefined) return [];
  return taken(checking).flatMap(({ call, region, isGuarded }) =>
    region.maySleep === true || region.interruptsOff === true || isGuarded
      ? []
      : problem(checking, "interrupt-lock", call, {
          message: `this advice of \`${checking.advice.aspect}\` takes ${region.name} ${call.arguments[0] ?? ""} with interrupts on, and may run in an interrupt handler: the handler may wait for what it interrupted`,
          hint: `In a handler at ${sayHit(first)}; with interrupts on at ${sayEffect(open[0])}. Switch interrupts off while it is held.`,
          related: inInterrupts.slice(0, MOST_JOIN_POINTS).flatMap(relatedHit),
        }),
  );
}

/** Locks that the advice's own body takes. */
function taken({ advice, rules, paths }: Checking): { call: Call; region: Region; isGuarded: boolean }[] {
  return paths.regionsOf(advice.body).calls.flatMap(({ call, held }) =>
    rules
      .enters(call.name)
      .filter(({ kind }) => kind === "lock")
      .map((region) => ({
        call,
        region,
        isGuarded: held.some((item) => item.region.kind === "interrupts-off"),
      })),
  );
}

/** What is entered and not left: at one return but not at the end, or by no other advice of the aspect either. */
function leftBehind(checking: Checking): Problem[] {
  const { advice, bodies, paths } = checking;
  const { exits, calls } = paths.regionsOf(advice.body);
  const entering = (since: number) => calls.find(({ call }) => call.start === since)?.call;
  const others = bodies.filter((other) => other.aspect === advice.aspect && other !== advice);
  const isLeft = (region: Region) => others.some((other) => paths.regionsOf(other.body).leaves.has(region));
  const end = exits.find(({ from }) => from === advice.body.end);
  const told = new Set<number>();
  return exits.flatMap((exit) =>
    exit.held.flatMap((held) => {
      const call = entering(held.since);
      const isEarly = exit !== end && !(end?.held ?? []).some(({ since }) => since === held.since);
      if (call === undefined || told.has(held.since) || (!isEarly && isLeft(held.region))) return [];
      told.add(held.since);
      const line = lineOf(paths.linesOf(advice.file.file), exit.from);
      const step = { file: advice.file.file, line, text: "here the advice ends with it held" };
      return problem(checking, "leaves-lock", call, {
        message: `this advice of \`${advice.aspect}\` enters ${textOf(held)} by ${said(call)} and ${isEarly ? `leaves it behind at the return in line ${line}` : "never leaves it"}`,
        hint: isEarly
          ? "Leave it before that return."
          : "Leave it at the end, or in other advice of the aspect that runs after the same join points.",
        related: [related(step)],
      });
    }),
  );
}

function problem(
  { advice, rules, paths }: Checking,
  rule: RuleName,
  call: Call,
  said: { readonly message: string; readonly hint: string; readonly related: readonly RelatedPlace[] },
): Problem[] {
  const severity = rules.level(rule);
  if (severity === "off" || isAllowed(advice, rule)) return [];
  const hint = `${said.hint} A comment \`weft: allow ${rule}\` in the advice takes this back.`;
  return [
    {
      code: `context/${rule}`,
      severity,
      range: rangeOf(advice, call, paths),
      message: said.message,
      hint,
      related: said.related,
    },
  ];
}

function rangeOf({ file }: AdviceBody, { start, end }: Call, paths: CallPaths): SourceRange {
  const lines = paths.linesOf(file.file);
  const startLine = lineOf(lines, start);
  const endLine = lineOf(lines, end);
  const column = (offset: number, line: number) => offset - (lines[line - 1] ?? 0) + 1;
  return {
    file: file.file,
    startLine,
    startColumn: column(start, startLine),
    endLine,
    endColumn: column(end, endLine),
  };
}

/** An example follows. */
function count(hits: readonly Hit[], { effects }: AdviceBody): string {
  const all = effects.length;
  if (all === 1) return "So it is at its only join point,";
  return hits.length === all
    ? `So it is at all of its ${all} join points, for example`
    : `So it is at ${hits.length} of its ${all} join points, for example`;
}

/** Enough of it to know it by: messages are read where the places beside them lead to the files. */
function shortPath(file: string): string {
  return file.split("/").slice(-2).join("/");
}

function inWords({ region, text }: Context): string {
  return region === "interrupt" ? text : `with ${text}`;
}

function sayEffect({ target, binding: { joinPoint } }: AspectEffect): string {
  return `${joinPoint.kind} of ${joinPoint.signature} (${shortPath(target.file)}:${target.startLine})`;
}

function sayHit({ effect, context }: Hit): string {
  const why = context.path
    .map(({ text, file, line }) => `${text} (${shortPath(file)}:${line})`)
    .join(", then ");
  return `${sayEffect(effect)}, because ${why}`;
}

function sayPath(path: readonly Step[]): string {
  const [first, ...more] = path.map(({ text }) => text);
  return more.length === 0 ? (first ?? "") : `${first}; ${more.join("; ")}`;
}

function relatedHit({ effect, context }: Hit): RelatedPlace[] {
  return [
    { range: effect.target, message: `runs at this ${effect.binding.joinPoint.kind} ${inWords(context)}` },
    ...context.path.map(related),
  ];
}

function related({ file, line, text }: Step): RelatedPlace {
  return {
    range: { file, startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
    message: text,
  };
}

function place({ range }: Problem): string {
  return `${range?.file}:${String(range?.startLine).padStart(6, "0")}:${String(range?.startColumn).padStart(4, "0")}`;
}
