/** What the contexts of a kernel (locks, interrupts) forbid to advice. Start at {@link contextProblems}. */
export { type ContextQuestion, contextProblems, contextProblemsInSlices } from "./check-advice.js";
export { type ContextRules, type ContextTable, contextRules, SHIPPED_TABLES } from "./context-table.js";
export { readSource, type SourceFile } from "./read-source.js";
