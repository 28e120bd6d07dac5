// The language server's own requests: for each method what is asked and what is answered. The types are the server's.
import type {
  AspectsResult,
  aspectsRequest,
  CrosscuttingParams,
  CrosscuttingResult,
  crosscuttingRequest,
  EditorEffect,
  EffectsParams,
  EffectsResult,
  effectsRequest,
  IdlLayoutParams,
  IdlLayoutResult,
  idlLayoutRequest,
  RelationsParams,
  RelationsResult,
  relationsRequest,
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
  [relationsRequest]: { question: RelationsParams; answer: RelationsResult };
  [crosscuttingRequest]: { question: CrosscuttingParams; answer: CrosscuttingResult };
  [idlLayoutRequest]: { question: IdlLayoutParams; answer: IdlLayoutResult };
}
