/** What goes into the weaver and what comes out. */
import type {
  AspectEffect,
  AspectFile,
  GeneratedFunction,
  LeftOutEffect,
  Problem,
  SpanMap,
  TextRange,
  UnitFacts,
} from "../model/index.js";
import type { CflowTrigger, ShadowMatch, TestedClass } from "../pointcut/index.js";
import type { ExpandedTail } from "./aspect-text/aspect-tail.js";

export interface WeaveInput {
  /** Preprocessed text of the unit, without the tail; latin1. */
  readonly unitText: string;
  readonly facts: UnitFacts;
  /** As `matchAspects` gave them for `facts` and `files`. */
  readonly matches: readonly ShadowMatch[];
  readonly files: readonly AspectFile[];
  /** Expanded tail of the same files. Without it the aspects' text is used as written. */
  readonly tail?: ExpandedTail | undefined;
  /** Triple of the target: what depends on its calling convention needs it. */
  readonly target?: string | undefined;
  /** As `matchAspects` gave them. */
  readonly cflows?: readonly CflowTrigger[];
  /** C++ without run-time type information: classes of which other units may ask an object. */
  readonly tested?: readonly TestedClass[] | undefined;
  /** The text is for a compiler alone: without what it would make no code of. */
  readonly isBrief?: boolean | undefined;
  /** Effects that the compiler does not take, by id, and what it says: their join points are not woven. */
  readonly rejected?: ReadonlyMap<string, string> | undefined;
}

/** What the woven text has of one join point. */
export interface WovenSite {
  readonly effects: readonly AspectEffect[];
  /** The join point and all that is written for it there, in the woven text. */
  readonly extent: TextRange;
  /** Of the names of its generated functions: 3 of `__weft_shadow_3`. */
  readonly numbers: readonly number[];
}

export interface WovenUnit {
  /** Latin1, ready for the compiler as preprocessed C. Equals the unit's text when nothing was woven. */
  readonly text: string;
  readonly spanMap: SpanMap;
  /** What was woven; what could not be is in `problems`. Ids as in {@link effectsOf}. */
  readonly effects: readonly AspectEffect[];
  readonly generated: readonly GeneratedFunction[];
  /** What is left out with a warning; their join points are as without Weft. */
  readonly leftOut: readonly LeftOutEffect[];
  readonly problems: readonly Problem[];
  /** Where each join point stands, so that a compiler's errors lead back to it. Absent where nothing was woven. */
  readonly sites?: () => readonly WovenSite[];
}
