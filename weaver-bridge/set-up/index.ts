/** From somebody's kernel to a project of Weft: what can be found out, what is proposed, whether it works. */
export type { EntryFunction } from "./entry-function.js";
export { firstAspect, type Proposal, projectText, proposeProject } from "./proposal.js";
export { type Survey, surveyKernel } from "./survey.js";
export { type Trial, tryBoot, tryDebugger } from "./try-guest.js";
