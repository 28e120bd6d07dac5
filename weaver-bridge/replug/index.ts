/** Specialized functions that are swapped in and out of a kernel that runs. */
export { absentPlug } from "./absent-plug.js";
export { type PlugFact, planPlug, REPLUG_WAYS, type ReplugAgain, type ReplugWay } from "./plan.js";
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
