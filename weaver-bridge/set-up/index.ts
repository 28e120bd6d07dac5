/** From somebody's kernel to a project of Weft: what can be found out, what is proposed, whether it works. */
export { imageBoot } from "./boot-image.js";
export { mendsFor, withMends, withOneJob } from "./mend-build.js";
export { firstAspect, type Proposal, projectText, proposeProject } from "./proposal.js";
export { buildOf, type Survey, surveyKernel } from "./survey.js";
export { type Trial, tryBoot, tryDebugger } from "./try-guest.js";
