// Icons and words of elements and relations in lists.
import {
  type ElementKind,
  type RelationEnd,
  type RelationKind,
  relationWords,
} from "@weft/language-server/protocol";
import { ThemeIcon } from "vscode";

const elementIcons: Readonly<Record<ElementKind, string>> = {
  aspect: "layers",
  advice: "zap",
  introduction: "diff-added",
  order: "list-ordered",
  pointcut: "filter",
  slice: "symbol-structure",
  operation: "plug",
  "join point": "symbol-method",
  stub: "plug",
};

/** From an element to the other end, or the other way. */
const outwards: ReadonlySet<RelationKind> = new Set([
  "advises",
  "declaredOn",
  "usesPointcut",
  "usesSlice",
  "overrides",
  "derivesFrom",
  "orders",
  "callsStub",
  "implements",
]);

export function elementIcon(kind: ElementKind): ThemeIcon {
  return new ThemeIcon(elementIcons[kind]);
}

export function relationIcon(kind: RelationKind): ThemeIcon {
  return new ThemeIcon(outwards.has(kind) ? "arrow-right" : "arrow-left");
}

/** `advised by 2` */
export function relationTitle(kind: RelationKind, count: number): string {
  return `${relationWords[kind]}${count === 1 ? "" : ` ${count}`}`;
}

/** The end with the mark of a run-time test. */
export function endLabel({ label, certainty }: RelationEnd): string {
  return certainty === "conditional" ? `${label} (run-time test)` : label;
}
