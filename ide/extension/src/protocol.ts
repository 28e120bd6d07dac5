// The language server's own requests, as this extension uses them. Ranges are LSP ranges: 0-based, UTF-16 units.

import type { Range } from "vscode-languageclient";

export type JoinPointKind = "execution" | "call" | "get" | "set" | "ref";
export type AdviceKind = "before" | "after" | "around";

export interface Place {
  readonly uri: string;
  readonly range: Range;
  readonly label: string;
}

export interface EditorEffect {
  readonly id: string;
  readonly kind: JoinPointKind;
  readonly adviceKind: AdviceKind;
  /** `target`: the line is advised. `source`: the line is advice. */
  readonly role: "target" | "source";
  readonly range: Range;
  readonly aspect: string;
  readonly title: string;
  readonly reason: string;
  readonly certainty: "certain" | "conditional";
  readonly order: number;
  readonly other: readonly Place[];
}

export interface EffectsAnswer {
  readonly uri: string;
  readonly version?: number;
  readonly state: "ready" | "computing" | "failed";
  readonly message?: string;
  readonly effects: readonly EditorEffect[];
}

export interface AdviceEntry {
  readonly label: string;
  readonly uri: string;
  readonly range: Range;
  readonly targets: readonly Place[];
}

export interface AspectEntry {
  readonly name: string;
  readonly uri: string;
  readonly range: Range;
  readonly advice: readonly AdviceEntry[];
}

export interface WovenTextAnswer {
  readonly text?: string;
  readonly languageId?: string;
  readonly message?: string;
}

/** Our requests: what is asked and what is answered. */
export interface WeftRequests {
  "weft/effects": { question: { uri: string }; answer: EffectsAnswer };
  "weft/aspects": { question: object; answer: { aspects: AspectEntry[] } };
  "weft/wovenText": { question: { uri: string }; answer: WovenTextAnswer };
}

/** Notification from the server: the effects of this file may have changed. */
export const effectsChanged = "weft/effectsChanged";
