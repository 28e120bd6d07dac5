/**
 * Joins the aspect files of a project: which advice is woven for which concrete aspect, with every name resolved,
 * and what is wrong between files. Done once per set of files, whatever number of units is matched.
 */
import type {
  Advice,
  Aspect,
  AspectFile,
  Introduction,
  OrderAdvice,
  Problem,
  SourceRange,
  TextRange,
} from "../../../model/index.js";
import { matchesPath } from "../../patterns/match-entity.js";
import { adviceNotCode, codeTarget } from "../../syntax/check-pointcut.js";
import { didYouMean } from "../../syntax/nearest-names.js";
import { createPointcutScopes, isAbstract, type PointcutScopes } from "../../syntax/pointcut-scopes.js";
import { createPlaces } from "../../syntax/problem-sink.js";
import { namesInstances } from "../classes/template-instance.js";
import { findNode, partsOf } from "../nodes/node-text.js";
import { isCodeNode, type PointcutNode } from "../nodes/pointcut-node.js";
import { resolvePointcut } from "../nodes/resolve-pointcut.js";
import type { CflowNode } from "../units/cflow-decider.js";
import { isUnlimited, unlimitedProblem } from "./advice-hazards.js";
import { createSliceScopes, type LinkedSlice, type SliceScopes } from "./link-slices.js";

export interface LinkedAdvice {
  /** The aspect that is woven: nothing concrete derives from it. `advice.aspect` declares it, a base when it is inherited. */
  readonly aspect: Aspect;
  /** File of the advice. */
  readonly file: AspectFile;
  readonly advice: Advice;
  readonly node: PointcutNode;
  /** Parts of it may have to be decided at run time. */
  readonly isLate: boolean;
}

export interface LinkedIntroduction {
  /** As of {@link LinkedAdvice}. */
  readonly aspect: Aspect;
  readonly file: AspectFile;
  readonly introduction: Introduction;
  readonly node: PointcutNode;
  readonly slice: LinkedSlice;
}

export interface LinkedOrder {
  readonly file: AspectFile;
  readonly order: OrderAdvice;
  readonly node: PointcutNode;
  /** Names of concrete aspects per step, outermost first. */
  readonly steps: readonly (readonly string[])[];
}

export interface LinkedAspects {
  /** By aspect name, then textual order; what an aspect inherits comes after its own. */
  readonly advice: readonly LinkedAdvice[];
  readonly introductions: readonly LinkedIntroduction[];
  readonly orders: readonly LinkedOrder[];
  /** One node per `cflow` trigger. */
  readonly triggers: readonly CflowNode[];
  readonly problems: readonly Problem[];
}

const cache = new WeakMap<readonly AspectFile[], LinkedAspects>();

/** Remembered per array object; the array must not change afterwards. */
export function linkAspects(files: readonly AspectFile[]): LinkedAspects {
  let linked = cache.get(files);
  if (linked === undefined) cache.set(files, (linked = link(files)));
  return linked;
}

/** What is wrong between the files, whatever the units: doubled names, unknown bases and pointcuts, circles. */
export function problemsBetween(files: readonly AspectFile[]): readonly Problem[] {
  return linkAspects(files).problems;
}

function link(files: readonly AspectFile[]): LinkedAspects {
  const scopes = createPointcutScopes(files);
  const reporter = createReporter();
  const aspects = files.flatMap((file) => file.aspects.map((aspect) => ({ file, aspect })));
  checkAspects(aspects, scopes, reporter.report);
  const complete = aspects.filter(({ aspect }) => !isAbstract(aspect, scopes));
  const derivedFrom = new Set(complete.flatMap(({ aspect }) => scopes.basesOf(aspect)));
  const concrete = complete
    .filter(({ aspect }) => !derivedFrom.has(aspect))
    .sort((a, b) => (a.aspect.name < b.aspect.name ? -1 : a.aspect.name > b.aspect.name ? 1 : 0));
  const names = concrete.map(({ aspect }) => aspect);
  const advice: LinkedAdvice[] = [];
  const introductions: LinkedIntroduction[] = [];
  const orders: LinkedOrder[] = [];
  const slices = createSliceScopes(files);
  for (const { aspect } of concrete)
    for (const owner of lineage(aspect, scopes)) {
      const file = scopes.fileOf(owner) as AspectFile;
      const context = { scopes, aspect: owner, woven: aspect, file, report: reporter.report };
      for (const item of owner.advice) {
        const node = resolvePointcut(item.pointcut, { ...context, parameters: item.parameters });
        const isLate = findNode(node, mayBeLate) !== undefined;
        advice.push({ aspect, file, advice: item, node: asCode(node, file, reporter.report), isLate });
      }
      for (const introduction of owner.introductions ?? []) {
        const resolved = resolvePointcut(introduction.pointcut, context);
        const node = asNames(resolved, file, reporter.report);
        const slice = slices.find(introduction.slice, owner, file);
        if (slice === undefined) reportSlice(introduction, slices, file, reporter.report);
        else introductions.push({ aspect, file, introduction, node, slice });
      }
      for (const order of owner.order) {
        const node = resolvePointcut(order.pointcut, context);
        const steps = order.sequence.map((step) => {
          const resolved = resolvePointcut(step, context);
          return names.filter((item) => selectsAspect(resolved, item, scopes)).map((item) => item.name);
        });
        orders.push({ file, order, node, steps });
      }
    }
  const unlimited = advice.filter((item) => isUnlimited(item.node)).map(unlimitedProblem);
  const triggers = triggersOf(advice.map((item) => item.node));
  return { advice, introductions, orders, triggers, problems: [...reporter.problems, ...unlimited] };
}

function mayBeLate(node: PointcutNode): boolean {
  const { kind } = node;
  if (kind === "names") return namesInstances(node.pattern);
  return kind === "cflow" || kind === "that" || kind === "target" || kind === "args" || kind === "base";
}

/** Named pointcuts of other files may turn out to be names. */
function asCode(node: PointcutNode, file: AspectFile, report: Report): PointcutNode {
  if (node.kind === "nothing" || isCodeNode(node)) return node;
  const wrong = adviceNotCode(node.source);
  report(file, wrong.code, wrong.range, wrong.message, wrong.hint);
  return { kind: "nothing", source: node.source };
}

function asNames(node: PointcutNode, file: AspectFile, report: Report): PointcutNode {
  if (node.kind === "nothing" || !isCodeNode(node)) return node;
  const wrong = codeTarget(node.source);
  report(file, wrong.code, wrong.range, wrong.message, wrong.hint);
  return { kind: "nothing", source: node.source };
}

function reportSlice({ slice }: Introduction, slices: SliceScopes, file: AspectFile, report: Report): void {
  const name = "reference" in slice ? slice.reference : slice.name;
  const isDeclared = slices.names.includes(name.replace(/^::/, ""));
  report(
    file,
    "aspect/unknown-slice",
    slice.range,
    isDeclared ? `slice \`${name}\` is declared but not defined` : `there is no slice \`${name}\``,
    didYouMean(name, slices.names) ?? `Define it: \`slice class ${name} { ... };\`.`,
  );
}

/** Each trigger once. */
function triggersOf(nodes: readonly PointcutNode[]): CflowNode[] {
  const found = new Map<string, CflowNode>();
  const visit = (node: PointcutNode) => {
    if (node.kind === "cflow") found.set(node.key, node);
    for (const part of partsOf(node)) visit(part);
  };
  nodes.forEach(visit);
  return [...found.values()];
}

/** The aspect itself and the bases whose advice it brings to life, as they are written: each before its own bases. */
function lineage(aspect: Aspect, scopes: PointcutScopes): Aspect[] {
  const found = new Set<Aspect>();
  const visit = (item: Aspect): void => {
    if (found.has(item)) return;
    found.add(item);
    for (const name of item.bases) {
      const base = scopes.aspect(name, item);
      if (base !== undefined) visit(base);
    }
  };
  visit(aspect);
  return [...found];
}

function checkAspects(
  aspects: readonly { file: AspectFile; aspect: Aspect }[],
  scopes: PointcutScopes,
  report: Report,
): void {
  const seen = new Map<string, AspectFile>();
  for (const { file, aspect } of aspects) {
    const other = seen.get(aspect.name);
    if (other !== undefined && other !== file)
      report(
        file,
        "aspect/duplicate-name",
        aspect.nameRange,
        `aspect \`${aspect.name}\` is also declared in ${other.file}`,
        "Rename one of them.",
      );
    seen.set(aspect.name, file);
    if (aspect.bases.some((name) => derivesFrom(scopes.aspect(name, aspect), aspect, scopes)))
      report(
        file,
        "aspect/circular-bases",
        aspect.nameRange,
        `aspect \`${aspect.name}\` derives from itself`,
        "Remove one of the base aspects.",
      );
    for (const name of aspect.bases)
      if (scopes.aspect(name, aspect) === undefined)
        report(
          file,
          "aspect/unknown-base",
          aspect.nameRange,
          `there is no aspect \`${name}\``,
          didYouMean(name, scopes.aspectNames) ??
            "List the file that declares it among the project's aspects.",
        );
  }
}

function derivesFrom(aspect: Aspect | undefined, base: Aspect, scopes: PointcutScopes): boolean {
  return aspect !== undefined && (aspect === base || scopes.basesOf(aspect).includes(base));
}

/** Name pointcuts over aspects, as in `order("High", derived("Base"))`; the name of a base stands for what derives from it. */
function selectsAspect(node: PointcutNode, aspect: Aspect, scopes: PointcutScopes): boolean {
  switch (node.kind) {
    case "and":
      return selectsAspect(node.left, aspect, scopes) && selectsAspect(node.right, aspect, scopes);
    case "or":
      return selectsAspect(node.left, aspect, scopes) || selectsAspect(node.right, aspect, scopes);
    case "not":
      return !selectsAspect(node.operand, aspect, scopes);
    case "named":
    case "classes":
      return selectsAspect(node.of, aspect, scopes);
    case "derived":
      return (
        lineage(aspect, scopes).some((item) => selectsAspect(node.of, item, scopes)) ||
        aspect.bases.some((name) => selectsName(node.of, name.replace(/^::/, "")))
      );
    case "base":
      return false;
    case "member":
      return aspect.name.includes("::") && selectsName(node.of, aspect.name.replace(/::[^:]*$/, ""));
    case "attribute":
      return aspect.attributes?.some((name) => scopes.attribute(name, aspect) === node.name) === true;
    case "names":
      return lineage(aspect, scopes).some(({ name }) => matchesPath(node.pattern, name.split("::")));
    default:
      return false;
  }
}

/** A base that is an ordinary class, or a scope around an aspect, by its name. */
function selectsName(node: PointcutNode, name: string): boolean {
  if (node.kind === "named" || node.kind === "derived") return selectsName(node.of, name);
  if (node.kind === "or") return selectsName(node.left, name) || selectsName(node.right, name);
  return node.kind === "names" && matchesPath(node.pattern, name.split("::"));
}

type Report = (
  file: AspectFile | undefined,
  code: string,
  range: TextRange,
  message: string,
  hint?: string,
) => void;

/** Each problem once, although one pointcut may be resolved for several aspects, and none that its file has already. */
function createReporter(): { problems: Problem[]; report: Report } {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const report: Report = (file, code, range, message, hint) => {
    const key = `${file?.file}\n${code}\n${range.start}\n${message}`;
    if (seen.has(key)) return;
    seen.add(key);
    const place = file === undefined ? undefined : createPlaces(file.file, file.text)(range);
    if (file?.problems.some((known) => known.code === code && samePlace(known.range, place))) return;
    problems.push({
      code,
      // In C++ a base may be an ordinary class.
      severity: code === "aspect/unknown-base" ? "warning" : "error",
      message,
      ...(place === undefined ? {} : { range: place }),
      ...(hint === undefined ? {} : { hint }),
    });
  };
  return { problems, report };
}

function samePlace(a: SourceRange | undefined, b: SourceRange | undefined): boolean {
  return a?.startLine === b?.startLine && a?.startColumn === b?.startColumn;
}
