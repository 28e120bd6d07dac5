// The language server's own requests: for each method what is asked and what is answered. The types are the server's.
import type {
  AspectsResult,
  aspectsRequest,
  BindingTimesParams,
  BindingTimesResult,
  bindingTimesRequest,
  CrosscuttingParams,
  CrosscuttingResult,
  crosscuttingRequest,
  DeclareSpecializationParams,
  DeclareSpecializationResult,
  DeclareStubsResult,
  declareSpecializationRequest,
  declareStubsRequest,
  EffectsParams,
  EffectsResult,
  effectsRequest,
  IdlLayoutParams,
  IdlLayoutResult,
  idlLayoutRequest,
  OrderEditParams,
  OrderEditResult,
  OrderResult,
  orderEditRequest,
  orderRequest,
  ProveRefactoringResult,
  proveRefactoringRequest,
  RelationsParams,
  RelationsResult,
  ResidualContextsParams,
  ResidualContextsResult,
  relationsRequest,
  residualContextsRequest,
  SearchPointcutParams,
  SearchPointcutResult,
  SubjectParams,
  SubjectResult,
  searchPointcutRequest,
  subjectRequest,
  WhyDynamicParams,
  WhyDynamicResult,
  WhyParams,
  WhyResult,
  WovenTextParams,
  WovenTextResult,
  whyDynamicRequest,
  whyRequest,
  wovenTextRequest,
} from "@weft/language-server/protocol";

export interface WeftRequests {
  [effectsRequest]: { question: EffectsParams; answer: EffectsResult };
  [aspectsRequest]: { question: Record<string, never>; answer: AspectsResult };
  [wovenTextRequest]: { question: WovenTextParams; answer: WovenTextResult };
  [relationsRequest]: { question: RelationsParams; answer: RelationsResult };
  [crosscuttingRequest]: { question: CrosscuttingParams; answer: CrosscuttingResult };
  [subjectRequest]: { question: SubjectParams; answer: SubjectResult | null };
  [orderRequest]: { question: Record<string, never>; answer: OrderResult };
  [orderEditRequest]: { question: OrderEditParams; answer: OrderEditResult };
  [proveRefactoringRequest]: { question: Record<string, never>; answer: ProveRefactoringResult };
  [searchPointcutRequest]: { question: SearchPointcutParams; answer: SearchPointcutResult };
  [whyRequest]: { question: WhyParams; answer: WhyResult };
  [bindingTimesRequest]: { question: BindingTimesParams; answer: BindingTimesResult };
  [whyDynamicRequest]: { question: WhyDynamicParams; answer: WhyDynamicResult };
  [residualContextsRequest]: { question: ResidualContextsParams; answer: ResidualContextsResult };
  [declareSpecializationRequest]: {
    question: DeclareSpecializationParams;
    answer: DeclareSpecializationResult;
  };
  [declareStubsRequest]: { question: DeclareSpecializationParams; answer: DeclareStubsResult };
  [idlLayoutRequest]: { question: IdlLayoutParams; answer: IdlLayoutResult };
}
