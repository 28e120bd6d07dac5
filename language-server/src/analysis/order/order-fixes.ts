/** Unordered pairs as problems of their aspect files, and the order advice that settles each. */
import type { Aspect, Problem } from "@weft/weaver-bridge/model";
import type { AspectPair, Range } from "../../protocol/index.js";
import type { ShownProblem } from "../../workspace/index.js";
import { type AspectDocument, aspectDocumentAt, type Snapshot } from "../../workspace/index.js";
import { rangeOfBytes } from "../advice-text.js";
import { rangeInText } from "../locate.js";
import { aspectPairs } from "./aspect-order.js";

const UNORDERED_CODE = "pointcut/unordered";

/** What the order of a pair's advice is written with, for one choice; for the view. */
export function orderEdit(
  snapshot: Snapshot,
  outer: string,
  inner: string,
): { readonly uri: string; readonly range: Range; readonly text: string } | undefined {
  const pair = aspectPairs(snapshot).find(
    (one) => (one.outer === outer && one.inner === inner) || (one.outer === inner && one.inner === outer),
  );
  if (pair === undefined) return undefined;
  for (const document of snapshot.aspects) {
    const aspect = document.file.aspects.find(({ name }) => name === pair.inner);
    if (aspect !== undefined)
      return { uri: document.source.uri, ...insertion(document, aspect, orderAdvice(pair, outer, inner)) };
  }
  return undefined;
}

/** One per pair, at the name of the inner aspect's declaration, with every shared join point. */
export function orderProblems(snapshot: Snapshot, path: string): ShownProblem[] {
  return unorderedIn(snapshot, path).map(({ pair, range }) => problemOf(pair, range));
}

export interface OrderFix {
  readonly title: string;
  /** Where text is inserted. */
  readonly range: Range;
  readonly text: string;
  readonly problem: ShownProblem;
}

/** For the problems at the lines of `range`: each way round. */
export function orderFixes(snapshot: Snapshot, path: string, range: Range): OrderFix[] {
  return unorderedIn(snapshot, path)
    .filter((item) => item.range.start.line <= range.end.line && item.range.end.line >= range.start.line)
    .flatMap(({ pair, range: at, document, aspect }) =>
      [
        [pair.outer, pair.inner],
        [pair.inner, pair.outer],
      ].map(([outer = "", inner = ""]) => {
        const text = orderAdvice(pair, outer, inner);
        return {
          title: `Let ${outer} enclose ${inner} (writes order advice)`,
          ...insertion(document, aspect, text),
          problem: problemOf(pair, at),
        };
      }),
    );
}

interface Unordered {
  readonly pair: AspectPair;
  readonly document: AspectDocument;
  readonly aspect: Aspect;
  /** The aspect's name. */
  readonly range: Range;
}

function unorderedIn(snapshot: Snapshot, path: string): Unordered[] {
  const document = aspectDocumentAt(snapshot, path);
  if (document === undefined) return [];
  return aspectPairs(snapshot)
    .filter(({ joinPoints }) => joinPoints.some(({ because }) => because === "name"))
    .flatMap((pair) => {
      const aspect = document.file.aspects.find(({ name }) => name === pair.inner);
      return aspect === undefined
        ? []
        : [{ pair, document, aspect, range: rangeOfBytes(document, aspect.nameRange) }];
    });
}

function problemOf({ outer, inner, joinPoints }: AspectPair, range: Range): ShownProblem {
  const unordered = joinPoints.filter(({ because }) => because === "name");
  const count = unordered.length === 1 ? "one join point" : `${unordered.length} join points`;
  return {
    range,
    severity: "warning",
    code: UNORDERED_CODE,
    message: `\`${outer}\` and \`${inner}\` meet at ${count} and no order is given: \`${outer}\` encloses \`${inner}\` only because of its name. A quick fix writes the order advice`,
    related: unordered.map(({ place }) => place),
  };
}

/** The pointcut names what they share, by name where that is little. */
function orderAdvice(pair: AspectPair, outer: string, inner: string): string {
  const names = new Set(pair.joinPoints.map(({ place }) => namePattern(place.label)));
  const all = names.size <= 3 ? [...names] : ['"% ...::%(...)"', '"% ...::%"'];
  return `advice ${all.join(" || ")} : order("${outer}", "${inner}");`;
}

/** `call of int f(int)` is `"% f(...)"`, `set of int inode::i_uid` is `"% inode::i_uid"`, `class of X` is `"X"`. */
function namePattern(label: string): string {
  const kind = label.slice(0, label.indexOf(" "));
  const signature = label.slice(label.indexOf(" of ") + 4);
  const called = /(?<![\w~]|[\w~]::)((?:[\w~]+::)*(?:operator\W+|[\w~]+))\(/.exec(signature)?.[1];
  if (kind === "construction" || kind === "destruction")
    return `"${(called ?? signature).split("::").slice(0, -1).join("::") || "%"}"`;
  if (kind === "class") return `"${signature}"`;
  if (called !== undefined) return `"% ${called}(...)"`;
  return `"% ${/(?<![\w:])([\w:]+)\s*(?:\[[^[\]]*\]\s*)*$/.exec(signature)?.[1] ?? "...::%"}"`;
}

/** A line of its own before the aspect's `}`. */
function insertion(
  document: AspectDocument,
  aspect: Aspect,
  text: string,
): { readonly range: Range; readonly text: string } {
  const body = document.file.text.slice(0, aspect.body?.end ?? aspect.range.end).lastIndexOf("}");
  const brace = rangeOfBytes(document, { start: body, end: body }).start;
  const indent = /\n([ \t]+)advice\b/.exec(document.source.text)?.[1] ?? "\t";
  const before = document.source.lines.lineAt(brace.line).slice(0, brace.character);
  const isAlone = before.trim() === "";
  const at = isAlone ? { line: brace.line, character: 0 } : brace;
  return { range: { start: at, end: at }, text: isAlone ? `${indent}${text}\n` : `\n${indent}${text}\n` };
}

/**
 * The problems that the units' analyses report of the same: one example each, said better here. Not those of
 * introductions, which have no join points: they stand at the introduction.
 */
export function isToldByOrder({ code, range }: Problem, snapshot: Snapshot): boolean {
  if (code !== UNORDERED_CODE) return false;
  const document = range && aspectDocumentAt(snapshot, range.file);
  if (range === undefined || document === undefined) return true;
  const at = rangeInText(range, document.source).start;
  const introductions = document.file.aspects.flatMap(({ introductions: own = [] }) => own);
  return !introductions.some((introduction) => {
    const { start } = rangeOfBytes(document, introduction.range);
    return start.line === at.line && start.character === at.character;
  });
}
