/** Refactorings of a whole project, and the proof that they leave the object code of every configuration as it was. */
export * from "./plan.js";
export { changedTexts, type Proof, type ProofOptions, proveRefactoring, type UnitProof } from "./prove.js";
export { sayProof } from "./say-proof.js";
