/** Which slices are introduced into which classes of a unit. */
import type { Aspect, AspectFile, EntityId, Introduction, Slice } from "../../model/index.js";

/** A class (struct, union) that slices are introduced into. */
export interface ClassMatch {
  /** The class entity. */
  readonly entity: EntityId;
  /** In order of precedence, highest first; within an aspect as written. Never empty. */
  readonly introductions: readonly IntroductionMatch[];
}

export interface IntroductionMatch {
  /** The concrete aspect; `introduction.aspect` names the one that declares the introduction. */
  readonly aspect: Aspect;
  /** File of the introduction. */
  readonly file: AspectFile;
  readonly introduction: Introduction;
  /** The slice itself: written in the advice, or what the reference names (a definition where there is one). */
  readonly slice: Slice;
  /** File of the slice. */
  readonly sliceFile: AspectFile;
  /** Why, in words. */
  readonly reason: string;
}
