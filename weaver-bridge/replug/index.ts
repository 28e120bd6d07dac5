/** Specialized functions that are swapped in and out of a kernel that runs. */
export { PLUG_FIELDS, type PlugFact, planPlug } from "./plan.js";
export { hitSymbol, objectSymbol, pluggedSymbol, plugSymbol } from "./symbols.js";
