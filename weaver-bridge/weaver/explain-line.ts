/**
 * Why (not), for a source line: its join points and what each advice's pointcut says of them; the class around it and
 * what is introduced into it; and why what applies nests as it does. Plain data that the command line and the editor show.
 */
import type {
  AdviceKind,
  AspectFile,
  ClassEntity,
  EntityId,
  JoinPoint,
  Shadow,
  SourceRange,
  TextRange,
  UnitFacts,
} from "../model/index.js";
import { shadowToken } from "../model/index.js";
import {
  type AdviceExplanation,
  applyChanges,
  createExplainer,
  type Finding,
  type IntroductionExplanation,
  type MatchOptions,
  noJoinPointReason,
  type OrderExplanation,
  printPointcut,
  signatureOf,
  wantedFacts,
} from "../pointcut/index.js";
import { startOfBrought } from "./aspect-text/brought-code.js";
import { aspectFileRange, joinPointNamer } from "./effects.js";
import { classJoinPoint } from "./introductions/introduction-effects.js";

export interface LineExplanation {
  /** Those of the line; where it has none, that of the function around it. */
  readonly joinPoints: readonly JoinPointExplanation[];
  /** Why the line itself holds no join point; absent when it holds one. */
  readonly none?: string;
}

export interface JoinPointExplanation {
  readonly joinPoint: JoinPoint;
  /** What applies in the order of the aspects, then the nearest misses first. */
  readonly advice: readonly AdviceAnswer[];
  /** Why what applies here nests as it does: one for each pair of aspects. */
  readonly order: readonly OrderExplanation[];
}

export interface AdviceAnswer {
  readonly aspect: string;
  /** Position within the aspect's advice, or within its introductions, from 0. */
  readonly adviceIndex: number;
  /** `introduction` for a slice. */
  readonly adviceKind: AdviceKind | "introduction";
  /** The name of an introduced slice; empty for one that is written in the advice. */
  readonly slice?: string;
  /** The pointcut as text, on one line. */
  readonly pointcut: string;
  /** Of the pointcut in its file. */
  readonly range: SourceRange;
  readonly applies: "yes" | "at run time" | "no";
  /** The parts that decide it, in words. */
  readonly why: string;
  readonly condition?: string;
  readonly conjuncts: readonly ConjunctAnswer[];
  /** A pointcut that would match here. */
  readonly suggestion?: PointcutSuggestion;
}

export interface ConjunctAnswer {
  readonly text: string;
  readonly holds: "yes" | "at run time" | "no";
  readonly why: string;
  readonly range: SourceRange;
}

export interface PointcutSuggestion {
  /** The advice's pointcut as it would be; what changes in named pointcuts follows after `with`. */
  readonly pointcut: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

export interface LineQuestion extends MatchOptions {
  readonly facts: UnitFacts;
  /** Preprocessed text that the facts are of; says what is left of a line without join points. */
  readonly unitText?: string;
  readonly aspects: readonly AspectFile[];
  /** Is this name in a line marker the file asked about? */
  readonly isFile: (name: string) => boolean;
  /** From 1. */
  readonly line: number;
  /** The source line as it stands in the file. */
  readonly text: string;
  readonly sourceText?: (file: string) => string | undefined;
  /** Only advice of this aspect. */
  readonly aspect?: string | undefined;
}

export function explainLine(question: LineQuestion): LineExplanation {
  const { facts, aspects, text } = question;
  const explainer = createExplainer(facts, aspects, question);
  const name = joinPointNamer(
    facts,
    question.sourceText === undefined ? {} : { sourceText: question.sourceText },
  );
  const isAsked = (...names: readonly string[]) =>
    question.aspect === undefined || names.includes(question.aspect);
  const explain = (shadow: Shadow): JoinPointExplanation => ({
    joinPoint: name(shadow),
    advice: explainer
      .explain(shadow)
      .filter(({ aspect }) => isAsked(aspect.name))
      .map(answerOf),
    order: explainer.order(shadow).filter(({ outer, inner }) => isAsked(outer, inner)),
  });
  const ofClass = (entity: EntityId): JoinPointExplanation => ({
    joinPoint: classJoinPoint(facts, facts.entities[entity] as ClassEntity),
    advice: explainer
      .explainClass(entity)
      .filter(({ aspect }) => isAsked(aspect.name))
      .map(introductionAnswer),
    order: explainer.orderInto(entity).filter(({ outer, inner }) => isAsked(outer, inner)),
  });
  // Every line is full of built-in operators: they are told only to aspects that ask for them.
  const withBuiltins = wantedFacts(aspects).builtins === true;
  const here = facts.shadows.filter(
    (shadow) => (withBuiltins || shadow.kind !== "builtin") && standsOn(question, shadow),
  );
  const around = facts.shadows.find((shadow) => shadow.kind === "execution" && spans(question, shadow.range));
  const grown = explainer.hasIntroductions ? classAt(question, around?.range) : undefined;
  const classes = grown === undefined ? [] : [ofClass(grown)];
  if (here.length > 0 || classes.length > 0) return { joinPoints: [...here.map(explain), ...classes] };
  const preprocessed = preprocessedLine(question);
  const none =
    around === undefined && holdsBroughtCode(question, preprocessed)
      ? "only aspects include the file in this unit: functions are woven that advice leads to, and none of these has a join point here"
      : noJoinPointReason({ text, preprocessed, within: around && signatureOf(facts, around.entity) }, facts);
  return { joinPoints: around === undefined ? [] : [explain(around)], none };
}

/** Where people see the join point; a call over several lines is seen where its name stands and where it begins. */
function standsOn({ facts, isFile, line }: LineQuestion, shadow: Shadow): boolean {
  const token = facts.lineMap.positionAt(shadowToken(shadow).start);
  if (token.line === line && isFile(token.file)) return true;
  if (shadow.kind === "execution") return false;
  const start = facts.lineMap.positionAt(shadow.range.start);
  return start.line === line && isFile(start.file);
}

/** The innermost class whose definition holds the line; undefined inside of functions. */
function classAt(question: LineQuestion, inFunction: TextRange | undefined): EntityId | undefined {
  const { entities } = question.facts;
  const around = entities.flatMap((entity, id) =>
    entity.kind === "class" && entity.definition !== undefined && spans(question, entity.definition.range)
      ? [{ id, range: entity.definition.range }]
      : [],
  );
  const [innermost] = around.sort((a, b) => a.range.end - a.range.start - (b.range.end - b.range.start));
  const isInside =
    innermost !== undefined && inFunction !== undefined && inFunction.start > innermost.range.start;
  return isInside ? undefined : innermost?.id;
}

function spans({ facts, isFile, line }: LineQuestion, range: TextRange): boolean {
  const [start, end] = [facts.lineMap.positionAt(range.start), facts.lineMap.positionAt(range.end - 1)];
  return isFile(start.file) && start.line <= line && line <= end.line;
}

/** What the preprocessor left of the line; undefined when the unit does not hold it. */
function preprocessedLine({ facts, unitText, isFile, line }: LineQuestion): string | undefined {
  if (unitText === undefined) return undefined;
  let found: string | undefined;
  for (const file of facts.lineMap.files.filter(isFile))
    for (const { start, end } of facts.lineMap.segmentsOf(file)) {
      const first = facts.lineMap.positionAt(start).line;
      if (first > line || start >= end) continue;
      const text = unitText.slice(start, end).split("\n")[line - first];
      if (text !== undefined && !/^#/.test(text)) found = `${found ?? ""}${text}`;
    }
  return found ?? "";
}

/** Something of a header that the unit has from its aspects alone. */
function holdsBroughtCode({ facts, unitText = "", isFile }: LineQuestion, preprocessed = ""): boolean {
  const start = startOfBrought(unitText);
  return (
    start !== undefined &&
    /\w/.test(preprocessed) &&
    facts.lineMap.files
      .filter(isFile)
      .every((file) => facts.lineMap.segmentsOf(file).every((segment) => segment.start >= start))
  );
}

function answerOf(found: AdviceExplanation): AdviceAnswer {
  const { aspect, advice, file, finding, applies, condition, untraced } = found;
  const conjuncts = conjunctsOf(finding);
  const why =
    untraced !== undefined
      ? `the pointcut matches, but \`${untraced}\` is marked notrace or noinstr, which is woven only where a match expression names it without a wildcard`
      : wordsOf(conjuncts);
  const suggestion = suggestionOf(found, advice.pointcut.range);
  return {
    aspect: aspect.name,
    adviceIndex: advice.index,
    adviceKind: advice.kind,
    pointcut: printPointcut(advice.pointcut),
    range: aspectFileRange(file, advice.pointcut.range),
    applies,
    why,
    ...(condition === undefined ? {} : { condition }),
    conjuncts: conjuncts.map((part) => conjunctAnswer(part, file)),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function introductionAnswer(found: IntroductionExplanation): AdviceAnswer {
  const { aspect, introduction, file, finding, applies, hindrance } = found;
  const conjuncts = conjunctsOf(finding);
  const suggestion = suggestionOf(found, introduction.pointcut.range);
  return {
    aspect: aspect.name,
    adviceIndex: introduction.index,
    adviceKind: "introduction",
    slice: "reference" in introduction.slice ? introduction.slice.reference : introduction.slice.name,
    pointcut: printPointcut(introduction.pointcut),
    range: aspectFileRange(file, introduction.pointcut.range),
    applies: applies ? "yes" : "no",
    why: hindrance ?? wordsOf(conjuncts),
    conjuncts: conjuncts.map((part) => conjunctAnswer(part, file)),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Those that fail, else all. */
function wordsOf(conjuncts: readonly Finding[]): string {
  const blame = conjuncts.filter(({ verdict }) => verdict === false);
  return (blame.length > 0 ? blame : conjuncts).map(({ words }) => words).join("; ");
}

function conjunctAnswer({ text, verdict, words, source, file }: Finding, own: AspectFile): ConjunctAnswer {
  return {
    text,
    holds: verdict === false ? "no" : verdict === true ? "yes" : "at run time",
    why: words,
    range: aspectFileRange(file ?? own, source.range),
  };
}

/** Conjuncts of the pointcut, also of a named pointcut that is nothing but one. */
function conjunctsOf(finding: Finding): readonly Finding[] {
  if (finding.source.kind === "and" && finding.parts.length === 2) return finding.parts.flatMap(conjunctsOf);
  return [finding];
}

/** `range` is the pointcut's. */
function suggestionOf(
  { changes, file }: Pick<AdviceExplanation, "changes" | "file">,
  range: TextRange,
): PointcutSuggestion | undefined {
  if (changes.length === 0) return undefined;
  const own = changes.filter(
    (change) => change.file === file && change.range.start >= range.start && change.range.end <= range.end,
  );
  const moved = own.map((change) => ({
    text: change.text,
    range: { start: change.range.start - range.start, end: change.range.end - range.start },
  }));
  const elsewhere = changes
    .filter((change) => !own.includes(change))
    .map(
      (change) => `${change.text} instead of ${change.file.text.slice(change.range.start, change.range.end)}`,
    );
  const pointcut = [applyChanges(file.text.slice(range.start, range.end), moved), ...elsewhere]
    .join(", with ")
    .replace(/\s+/g, " ");
  const edits = changes.map((change) => ({
    range: aspectFileRange(change.file, change.range),
    text: change.text,
  }));
  return { pointcut, edits };
}
