// The language server's own requests: for each method what is asked and what is answered. The types are the server's.
import type {
  AspectsResult,
  aspectsRequest,
  EditorEffect,
  EffectsParams,
  EffectsResult,
  effectsRequest,
  IdlLayoutParams,
  IdlLayoutResult,
  idlLayoutRequest,
  WovenTextParams,
  WovenTextResult,
  wovenTextRequest,
} from "@weft/language-server/protocol";

export type JoinPointKind = EditorEffect["kind"];
export type AdviceKind = EditorEffect["adviceKind"];

export interface WeftRequests {
  [effectsRequest]: { question: EffectsParams; answer: EffectsResult };
  [aspectsRequest]: { question: Record<string, never>; answer: AspectsResult };
  [wovenTextRequest]: { question: WovenTextParams; answer: WovenTextResult };
  [idlLayoutRequest]: { question: IdlLayoutParams; answer: IdlLayoutResult };
}
