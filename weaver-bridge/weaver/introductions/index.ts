/** Slices into classes, structs and unions. */
export { structFacts } from "./c-structs.js";
export { composeSpans } from "./compose-spans.js";
export { type IntroducedUnit, type IntroductionInput, introduce } from "./introduce.js";
export { introductionEffects } from "./introduction-effects.js";
export { withSliceFunctions } from "./slice-functions.js";
