/** The text that the compiler gets for a unit, with where each of its lines comes from. */

export const wovenTextRequest = "weft/wovenText";

/**
 * `exact`: byte for byte what is compiled. `readable`: without line markers and without the text of headers.
 * `inline`: the source itself, with what the weaver made of a line below it. `residual`: not the unit, but the residual
 * functions that are made of functions in the source.
 */
export type WovenForm = "exact" | "readable" | "inline" | "residual";

export interface WovenTextParams {
  /** A source or a header. */
  readonly uri: string;
  readonly form?: WovenForm;
  /** Weave this aspect alone. */
  readonly aspect?: string;
  /** Of its advice only that at this position, from 0. */
  readonly advice?: number;
  /** Of residual functions this one alone. */
  readonly residual?: string;
  /** For a header: the unit to look at; the first that includes it without. */
  readonly unit?: string;
}

export type WovenTextResult =
  | {
      readonly text: string;
      readonly languageId: string;
      /** In order, without gaps. */
      readonly rows: readonly WovenRows[];
      readonly unit: string;
      /** Units that include the header, or the unit itself. */
      readonly units: readonly string[];
    }
  /** Why there is none. */
  | { readonly message: string };

/** Lines that follow each other and come from lines that follow each other. */
export interface WovenRows {
  /** From 0. */
  readonly first: number;
  readonly count: number;
  /**
   * `source`: as written. `changed`: a line of the source with something woven into it. `advice`: an aspect's text.
   * `glue`: what the weaver made. `marker`: a line marker, or words about what is left out.
   */
  readonly kind: "source" | "changed" | "advice" | "glue" | "marker";
  /** Where the first of them comes from, for the kinds that come from somewhere. */
  readonly uri?: string;
  readonly line?: number;
  /** Whose text or call it is. */
  readonly aspect?: string;
}
