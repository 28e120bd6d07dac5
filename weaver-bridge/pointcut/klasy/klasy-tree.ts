/** A KLASY file as it is written: aspects in tags, pointcuts of seven designators. Ranges are byte offsets in its text. */
import type { AdviceKind, TextRange } from "../../model/index.js";

export interface KlasyTree {
  readonly aspects: readonly KlasyAspect[];
}

export interface KlasyAspect {
  readonly name: string;
  /** The word in its first tag. */
  readonly nameRange: TextRange;
  readonly range: TextRange;
  /** Names of headers. */
  readonly imports: readonly { readonly name: string; readonly range: TextRange }[];
  readonly advice: readonly KlasyAdvice[];
}

export interface KlasyAdvice {
  readonly range: TextRange;
  readonly pointcut: KlasyPointcut | undefined;
  readonly pointcutRange: TextRange;
  readonly bodies: readonly KlasyBody[];
}

export interface KlasyBody {
  readonly kind: Exclude<AdviceKind, "around">;
  /** Between its tags. */
  readonly inner: TextRange;
  readonly range: TextRange;
}

export type KlasyPointcut = { readonly range: TextRange } & (
  | { readonly kind: "and" | "or"; readonly left: KlasyPointcut; readonly right: KlasyPointcut }
  | {
      readonly kind: "designator";
      readonly name: KlasyDesignator;
      /** What stands in its parentheses, without blanks around it. */
      readonly argument: string;
      readonly argumentRange: TextRange;
    }
  | { readonly kind: "broken" }
);

export const KLASY_DESIGNATORS = [
  "execution",
  "access",
  "within_file",
  "within_function",
  "target",
  "local_var",
  "argument",
] as const;

export type KlasyDesignator = (typeof KLASY_DESIGNATORS)[number];

/** The endings of KLASY files. */
export function isKlasyFile(file: string): boolean {
  return /\.kl(?:ay|asy)$/.test(file);
}
