/** Specialized functions that are swapped in and out of a kernel that runs. */
export { absentPlug } from "./absent-plug.js";
export { planPlug } from "./plan.js";
export { type PlugFact, REPLUG_WAYS, type ReplugAgain, type ReplugWay } from "./plug-request.js";
export {
  goneSymbol,
  hitSymbol,
  objectSymbol,
  PLUG_FIELDS,
  pluggedSymbol,
  plugSymbol,
  STACK_WORDS,
  stackSymbol,
  writingSymbol,
} from "./symbols.js";
