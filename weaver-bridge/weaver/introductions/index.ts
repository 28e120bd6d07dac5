/** Slices into classes, structs and unions. */
export { countStructWords, structFacts } from "./c-structs.js";
export type { IntroductionInput } from "./class-site.js";
export { composeSpans } from "./compose-spans.js";
export { placeBeside } from "./enclosing-namespaces.js";
export { type IntroducedUnit, introduce } from "./introduce.js";
export { introductionEffects } from "./introduction-effects.js";
export { withSliceFunctions } from "./slice-functions.js";
