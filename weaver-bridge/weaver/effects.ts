/**
 * Effects: what advice does to which source place, as the plain data that editor, debugger and build share.
 * Pure and cheap, so the editor computes them on every change without weaving.
 */
import {
  type AspectEffect,
  type AspectFile,
  type Entity,
  type JoinPoint,
  type Shadow,
  type SourceRange,
  shadowToken,
  type TextRange,
  type UnitFacts,
} from "../model/index.js";
import { type AdviceMatch, qualifiedName, type ShadowMatch, signatureOf } from "../pointcut/index.js";

export interface EffectOptions {
  /** Text of a source file, when at hand: tells whether a shadow comes out of a macro. */
  readonly sourceText?: (file: string) => string | undefined;
}

/** Effects in the order of the matches and their advice. `joinPoints` has one entry per match, in order. */
export function effectsOf(
  facts: UnitFacts,
  matches: readonly ShadowMatch[],
  options: EffectOptions = {},
): { effects: AspectEffect[]; joinPoints: JoinPoint[] } {
  const toJoinPoint = joinPointNamer(facts, options);
  const joinPoints: JoinPoint[] = [];
  const effects: AspectEffect[] = [];
  for (const match of matches) {
    const joinPoint = toJoinPoint(match.shadow);
    joinPoints.push(joinPoint);
    const name = qualifiedName(facts.entities[match.shadow.entity]);
    effects.push(...match.advice.map((advice, order) => effectOf(advice, joinPoint, name, order)));
  }
  return { effects, joinPoints };
}

/** Join points with ids that are unique within a unit; call it for shadows in the order of the facts. */
export function joinPointNamer(facts: UnitFacts, options: EffectOptions = {}): (shadow: Shadow) => JoinPoint {
  const seen = new Map<string, number>();
  const sourceLine = lineReader(options);
  return (shadow) => {
    const entity = facts.entities[shadow.entity] as Entity;
    const place = shadow.kind === "execution" ? shadow.nameRange : shadow.range;
    const range = facts.lineMap.rangeOf(place);
    const file = facts.sources?.nameOf(range.file) ?? range.file;
    const base = `${shadow.kind}@${file}:${range.startLine}:${range.startColumn}:${qualifiedName(entity)}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    const named = shadowToken(shadow);
    const at = facts.lineMap.positionAt(named.start);
    const line = sourceLine(at.file, at.line);
    return {
      id: count === 1 ? base : `${base}~${count}`,
      kind: shadow.kind,
      signature: signatureOf(facts, shadow.entity),
      within: signatureOf(facts, shadow.within),
      range,
      inMacro: line !== undefined && !line.startsWith(writtenName(entity, shadow), at.column - 1),
    };
  };
}

/** As it stands in the source: of `operator +` only the sign, of `?:` and `[]` how they begin. */
function writtenName({ name }: Entity, shadow: Shadow): string {
  if (shadow.kind !== "builtin") return name;
  const length = shadow.operator.end - shadow.operator.start;
  return name.replace(/^operator\s*/, "").slice(0, length);
}

/** `Trace: before execution of sys_open` */
export function adviceTitle({ aspect, advice }: AdviceMatch, kind: JoinPoint["kind"], name: string): string {
  return `${aspect.name}: ${advice.kind} ${kind} of ${name}`;
}

function effectOf(match: AdviceMatch, joinPoint: JoinPoint, name: string, order: number): AspectEffect {
  const { advice, aspect, file } = match;
  const { range: target, ...bound } = joinPoint;
  return {
    id: `${aspect.name}.${advice.index}/${joinPoint.id}`,
    target,
    origin: aspectFileRange(file, advice.range),
    by: { tool: "aspects", name: aspect.name },
    title: adviceTitle(match, joinPoint.kind, name),
    reason: match.reason,
    certainty: match.certainty,
    ...(match.condition === undefined ? {} : { condition: match.condition }),
    order,
    binding: {
      kind: "advice",
      when: advice.kind,
      joinPoint: bound,
      adviceIndex: advice.index,
      ...(match.encloses === undefined ? {} : { encloses: match.encloses }),
    },
  };
}

/** `.ah` texts have no line markers: lines are counted. */
export function aspectFileRange({ file, text }: AspectFile, range: TextRange): SourceRange {
  const start = lineAndColumn(text, range.start);
  const end = lineAndColumn(text, range.end);
  return {
    file,
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function lineReader({ sourceText }: EffectOptions): (file: string, line: number) => string | undefined {
  const files = new Map<string, readonly string[] | undefined>();
  return (file, line) => {
    if (!files.has(file)) files.set(file, sourceText?.(file)?.split("\n"));
    return files.get(file)?.[line - 1];
  };
}
