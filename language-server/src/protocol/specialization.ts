/** What specialization knows of each expression while the user types, why not more, and new declarations. */
import type { LabelledPlace, Position, Range } from "./places.js";

/** Client to server: what is known of each expression of a file when residual functions are made. */
export const bindingTimesRequest = "weft/bindingTimes";

export interface BindingTimesParams {
  readonly uri: string;
  /** Of this residual function alone. */
  readonly residual?: string;
}

export interface BindingTimesResult {
  /** Residual functions of functions in the file. */
  readonly residuals: readonly string[];
  /** The largest expressions that are known, and the smallest that are not. In order of their places. */
  readonly spans: readonly BindingTimeSpan[];
}

export interface BindingTimeSpan {
  readonly range: Range;
  /** `both`: known in some residual functions, or copies, and not in others. */
  readonly time: "static" | "dynamic" | "both";
  /** For the user: `always 0 in send_usr1`. */
  readonly text: string;
}

/** Client to server: why the expressions at a place are left for the running program. */
export const whyDynamicRequest = "weft/whyDynamic";

export interface WhyDynamicParams {
  readonly uri: string;
  readonly position: Position;
}

export type WhyDynamicResult =
  | {
      readonly residuals: readonly {
        readonly residual: string;
        readonly causes: readonly WhyDynamicCause[];
      }[];
    }
  | { readonly message: string };

export interface WhyDynamicCause {
  readonly place: LabelledPlace;
  readonly why: string;
  /** What a declaration would have to say, and where it goes: the value is for the user to write. */
  readonly fact?: { readonly text: string; readonly edit: TextInsertion };
  readonly causes: readonly WhyDynamicCause[];
}

export interface TextInsertion {
  readonly uri: string;
  readonly position: Position;
  readonly newText: string;
}

/** Client to server: the functions that residual code of a file comes from, as they were followed. */
export const residualContextsRequest = "weft/residualContexts";

/** Of a source, or of a file of declarations. */
export interface ResidualContextsParams {
  readonly uri: string;
}

export interface ResidualContextsResult {
  readonly contexts: readonly ContextRow[];
}

export interface ContextRow {
  /** `value_of (t == &product)`; of the outermost the residual function's name. */
  readonly name: string;
  /** `3 lines, 2 times` */
  readonly size: string;
  /** The call, or the declaration. */
  readonly place?: LabelledPlace;
  readonly calls: readonly ContextRow[];
}

/** Client to server: a declaration for the function around a place, or for stubs of an IDL file, to be filled in. */
export const declareSpecializationRequest = "weft/declareSpecialization";

export interface DeclareSpecializationParams {
  readonly uri: string;
  readonly position: Position;
}

/** Client to server: the same for the client stub of the operation at a place of an IDL file; elsewhere there for all. */
export const declareStubsRequest = "weft/declareStubs";

export type DeclareStubsResult =
  | { readonly stubs: readonly string[]; readonly insertion: TextInsertion }
  | { readonly message: string };

export type DeclareSpecializationResult =
  | {
      readonly function: string;
      readonly insertion: TextInsertion;
      /** The file is not there yet. */
      readonly isNew: boolean;
      /** Of the new text: where the user goes on. */
      readonly cursor: Position;
    }
  | { readonly message: string };
