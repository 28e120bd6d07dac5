/** Which aspects meet at the same join points, in which order, and what they do to each other there. */
import type { LabelledPlace, Range } from "./places.js";

/** Client to server. */
export const orderRequest = "weft/order";

export interface OrderResult {
  /** Aspects that meet others, by name. */
  readonly aspects: readonly string[];
  /** Each pair once, the one that encloses at more join points first; unordered and contradictory pairs first. */
  readonly pairs: readonly AspectPair[];
  readonly interferences: readonly Interference[];
}

export type PairState = "ordered" | "unordered" | "contradictory" | "mixed";

export interface AspectPair {
  /** Encloses at most join points. */
  readonly outer: string;
  readonly inner: string;
  /** `mixed`: ordered at some join points and not at others, or one way here and the other way there. */
  readonly state: PairState;
  readonly joinPoints: readonly SharedJoinPoint[];
  /** The order advice that decides it; of a contradiction all that makes it. */
  readonly by: readonly LabelledPlace[];
}

export interface SharedJoinPoint {
  readonly place: LabelledPlace;
  readonly because: "order" | "name" | "contradiction";
  /** Titles of all advice there, outermost first. */
  readonly sequence: readonly string[];
}

/**
 * `hides`: around advice that may not proceed keeps what it encloses from running. `writes`: both set the same member.
 * `reads`: one may read a member that the other may have set. `runs-inside`: advice is woven into what other advice calls.
 */
export interface Interference {
  readonly kind: "hides" | "writes" | "reads" | "runs-inside";
  /** In words, both aspects named. */
  readonly text: string;
  readonly place: LabelledPlace;
  readonly others: readonly LabelledPlace[];
  /** These aspects meet at no join point: the member may well be another one of the same name. */
  readonly isApart?: true;
}

/** Client to server: the edit that writes the order advice. */
export const orderEditRequest = "weft/orderEdit";

export interface OrderEditParams {
  readonly outer: string;
  readonly inner: string;
}

export type OrderEditResult =
  | { readonly uri: string; readonly range: Range; readonly text: string }
  /** Why there is none. */
  | { readonly message: string };
