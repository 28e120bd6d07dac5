/** Pointcuts that only the running program decides: counters of `cflow`, and the conditions in front of advice. */
export { type CflowState, createCflowState } from "./cflow-state.js";
export { currentThreadFile, threadExpression, withThreadFields } from "./current-thread.js";
export { cxxCflowSupport, cxxEnter, cxxInside } from "./cxx-cflow.js";
export { conditionText } from "./runtime-condition.js";
export { triggersByShadow, withTriggers } from "./triggers.js";
