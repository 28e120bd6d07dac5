/** Pointcuts that only the running program decides: counters of `cflow`, and the conditions in front of advice. */
export { type CflowState, createCflowState, type ThreadExpression, threadField } from "./cflow-state.js";
export { conditionText, conditionWords } from "./runtime-condition.js";
