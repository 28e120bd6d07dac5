/**
 * Names and payloads of the language server's own messages; the only part of this package that others import.
 * Plain types, no library: an editor that speaks LSP can use them from any client.
 *
 * All positions are those of LSP: lines from 0, characters in UTF-16 units, ends exclusive.
 */
import type { EffectKind, EffectSource, JoinPointKind } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Range } from "./places.js";

export {
  type EffectKind,
  effectKindNames,
  effectKinds,
  type JoinPointKind,
  joinPointColours,
} from "@weft/weaver-bridge/model";

export * from "./crosscutting.js";
export * from "./effect-filter.js";
export * from "./message-layout.js";
export * from "./new-aspect.js";
export * from "./order.js";
export * from "./places.js";
export * from "./pointcuts.js";
export * from "./refactor.js";
export * from "./relations.js";
export * from "./specialization.js";
export * from "./woven-text.js";

/** Server to client: what affects this file may have changed; ask `weft/effects` again. */
export const effectsChangedNotification = "weft/effectsChanged";

export interface EffectsChangedParams {
  readonly uri: string;
}

/**
 * Server to client: nothing waits to be analysed, read or searched. Every answer is that of the texts as they are; what
 * only confirms them (up to 120 units after a start) may go on. Told after each change, also where there was nothing to do.
 */
export const idleNotification = "weft/idle";

export interface IdleParams {
  /** Open documents as they were answered for. */
  readonly documents: readonly { readonly uri: string; readonly version: number }[];
}

/** Client to server: which advice affects the lines of a file, or, for a `.ah` file, what its advice reaches. */
export const effectsRequest = "weft/effects";

export interface EffectsParams {
  readonly uri: string;
}

export type EffectsState = "ready" | "computing" | "failed";

export interface EffectsResult {
  readonly uri: string;
  /** Version of the open document that the effects were computed from; absent for files that are not open. */
  readonly version?: number;
  readonly state: EffectsState;
  /** Why there is no answer, or what limits it; words for the user. */
  readonly message?: string;
  readonly effects: readonly EditorEffect[];
}

export interface EditorEffect {
  readonly id: string;
  readonly kind: EffectKind;
  /** Absent where the tool knows none: stubs, residual code. */
  readonly joinPoint?: JoinPointKind;
  /** `target`: the affected place in the kernel. `source`: the advice in its `.ah` file. */
  readonly role: "target" | "source";
  readonly range: Range;
  readonly by: EffectSource;
  /** `Trace: before execution of sys_open` */
  readonly title: string;
  readonly reason: string;
  readonly certainty: "certain" | "conditional";
  /** What is tested at run time, in words; absent where nothing is, or where each join point has its own. */
  readonly condition?: string;
  /** Nesting at its join point: 0 is outermost. */
  readonly order: number;
  /** The advice is woven into a guest that runs; `hits`, and what it logged last, as of now, where they can be read. */
  readonly live?: { readonly hits?: number; readonly last?: string };
  /** The other end: the advice for a target, the join points for a source. */
  readonly other: readonly LabelledPlace[];
}

/** Client to server: every aspect of the project with its advice and what that reaches. */
export const aspectsRequest = "weft/aspects";

export interface AspectsResult {
  readonly aspects: readonly AspectNode[];
}

export interface AspectNode {
  readonly name: string;
  readonly uri: string;
  readonly range: Range;
  readonly advice: readonly AdviceNode[];
}

export interface AdviceNode {
  /** Position among the aspect's advice, from 0; absent for introductions. */
  readonly index?: number;
  /** `before execution("% sys_%(...)")` */
  readonly label: string;
  readonly uri: string;
  readonly range: Range;
  readonly targets: readonly LabelledPlace[];
}

/**
 * Command of our code lenses; the client registers it. Arguments: uri, {@link Position}, {@link LabelledPlace}[].
 * It should offer the places, or go there when there is only one.
 */
export const showPlacesCommand = "weft.showPlaces";

/** `initializationOptions` of the server. Everything is optional. */
export interface InitializationOptions {
  /** Only with `true` is executed what `weft.json` names: who says nothing has not said that the folder is trusted. */
  readonly trusted?: boolean;
  readonly clangd?: {
    /** Full path of the clangd to run; by default the newest one on PATH. */
    readonly path?: string;
    readonly arguments?: readonly string[];
    /** The editor runs a clangd of its own for C and C++: ours then serves only the code inside aspects. */
    readonly beside?: boolean;
    /** Let clangd index the whole project in the background (default true). */
    readonly backgroundIndex?: boolean;
  };
}
