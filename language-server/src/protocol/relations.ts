/** Which elements of a file are related to which others by aspects and stubs; both directions of each relation. */
import type { LabelledPlace, Range } from "./places.js";

/** Client to server: the relations of a file, or of what stands at some lines of it. */
export const relationsRequest = "weft/relations";

export interface RelationsParams {
  readonly uri: string;
  /**
   * Only the elements on these lines; where there are none, those of the function, advice or aspect around them.
   * Without it the whole file.
   */
  readonly range?: Range;
}

export interface RelationsResult {
  readonly uri: string;
  /** Version of the open document that the answer is computed from; absent for files that are not open. */
  readonly version?: number;
  readonly state: "ready" | "computing" | "failed";
  /** Why there is no answer, or what limits it; words for the user. */
  readonly message?: string;
  /** In order of place. */
  readonly elements: readonly RelatedElement[];
}

/** Each kind with the words for it; the second of a pair is the first seen from its other end. */
export const relationWords = {
  advises: "advises",
  advisedBy: "advised by",
  declaredOn: "declared on",
  aspectDeclarations: "aspect declarations",
  usesPointcut: "uses pointcut",
  pointcutUsedBy: "pointcut used by",
  usesSlice: "uses slice",
  sliceUsedBy: "slice used by",
  overrides: "overrides",
  overriddenBy: "overridden by",
  derivesFrom: "derives from",
  derivedBy: "derived by",
  orders: "orders",
  orderedBy: "ordered by",
  callsStub: "calls stub of",
  stubCalledBy: "stub called by",
  implements: "implements",
  implementedBy: "implemented by",
} as const;

export type RelationKind = keyof typeof relationWords;

export type ElementKind =
  | "aspect"
  | "advice"
  | "introduction"
  | "order"
  | "pointcut"
  | "slice"
  | "operation"
  /** A join point that advice applies to: a function, a call, an access, a class … */
  | "join point"
  /** A use of an operation's stub or implementation in C. */
  | "stub";

export interface RelatedElement {
  /** Unique in the file. */
  readonly id: string;
  readonly kind: ElementKind;
  /** `before execution(fs())`, `call void schedule()` */
  readonly label: string;
  /** The function around a join point. */
  readonly within?: string;
  /** What names the element. */
  readonly range: Range;
  /** None is empty. */
  readonly relations: readonly Relation[];
}

export interface Relation {
  readonly kind: RelationKind;
  /** In the order in which they apply, or of their places. */
  readonly ends: readonly RelationEnd[];
}

export interface RelationEnd extends LabelledPlace {
  /** The aspect that makes the relation; absent for stubs. */
  readonly aspect?: string;
  /** `conditional`: something is tested at run time. */
  readonly certainty: "certain" | "conditional";
  /** Why it applies, and under which condition; words for the user. */
  readonly reason?: string;
}
