/** What goes into the weaver and what comes out. */
import type { AspectFile, Effect, GeneratedFunction, Problem, SpanMap, UnitFacts } from "../model/index.js";
import type { CflowTrigger, ShadowMatch, TestedClass } from "../pointcut/index.js";
import type { ExpandedTail } from "./aspect-tail.js";

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
}

export interface WovenUnit {
  /** Latin1, ready for the compiler as preprocessed C. Equals the unit's text when nothing was woven. */
  readonly text: string;
  readonly spanMap: SpanMap;
  /** What was woven; what could not be is in `problems`. Ids as in {@link effectsOf}. */
  readonly effects: readonly Effect[];
  readonly generated: readonly GeneratedFunction[];
  readonly problems: readonly Problem[];
}
