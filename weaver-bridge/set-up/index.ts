/** From somebody's kernel to a project of Weft: what can be found out, what is proposed, whether it works. */
export { type ImageBoot, imageBoot, machineOfFile } from "./boot-image.js";
export { sayDocumentedSteps } from "./documented-steps.js";
export { mendsFor, withMends, withOneJob } from "./mend-build.js";
export { firstAspect, projectText, proposeProject } from "./proposal.js";
export { buildOf, surveyKernel } from "./survey.js";
export type { Proposal, SetUpFile, Survey } from "./survey-result.js";
export { type Trial, tryBoot, tryDebugger } from "./try-guest.js";
