/** What writes with guards are rendered from. */
import type { TextRange } from "../../model/index.js";
import type { GuardDeclaration } from "../facts/declaration.js";
import type { GuardSite, GuardTarget } from "../facts/guard-site.js";

export interface GuardText {
  /** The statement that looks whether the object is the one. */
  readonly test: (site: GuardSite, object: string) => string;
  /** Declarations whose scope is the write. */
  readonly enter: (guards: readonly GuardDeclaration[]) => string;
}

/** The text of a range, with everything that is replaced in it. */
export type Renderer = (from: number, to: number) => string;

/** A piece of the text that becomes another; pieces lie in each other, never across. */
export interface Piece extends TextRange {
  readonly write: (text: Renderer) => string;
  /** Of pieces of the same extent the greater one is outside. */
  readonly rank: number;
}

/** An object that is written to, and all guards that are about it there. */
export interface Target {
  readonly target: GuardTarget;
  readonly sites: readonly GuardSite[];
}

/** Of one write. */
export interface WriteGuard {
  readonly text: GuardText;
  /** Empty where nothing counts writes. */
  readonly enter: string;
}

/** Names of pointers to the objects. */
export const objectNames = (targets: readonly Target[]): string[] =>
  targets.map((_, index) => `__weft_o${index === 0 ? "" : index + 1}`);

/** What is left to do, once everything is evaluated. `names` are those of the targets' objects. */
export function guarded(
  { text, enter }: WriteGuard,
  targets: readonly Target[],
  names: readonly string[],
  store: string,
): string {
  const tests = targets
    .flatMap(({ sites }, index) => sites.map((site) => text.test(site, names[index] as string)))
    .join(" ");
  const body = `${tests} ${store};`;
  return enter === "" ? body : `({ ${enter} ${body} });`;
}
