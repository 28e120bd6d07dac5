/** Project repositories: what was woven in all units, for AspectC++ tools (ac-model XML) and as an index of our own. */
export { type AcModelFile, acModel } from "./ac-model.js";
export { type UnitModel, unitModel } from "./unit-model.js";
