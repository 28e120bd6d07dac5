/** Where a kernel writes what optimistic code relies on: sites, aliases, and whether each site is guarded. */
export type { AliasWarning } from "./aliases/alias.js";
export { aliasWarnings, pointerDepartures } from "./aliases/aliases.js";
export { assemblyMentions, waysOfAssembly } from "./assembly.js";
export { guardEffects } from "./effects.js";
export { type GuardDeclaration, readGuards, termName, withoutGuards } from "./facts/declaration.js";
export { sharedFunctions } from "./facts/defined-names.js";
export { functionBodies } from "./facts/function-text.js";
export { GUARD_FACTS } from "./facts/guard-facts.js";
export type { GuardSite } from "./facts/guard-site.js";
export { joinWrites, type SeenAt, type Verdict } from "./join-writes.js";
export { newLines, newMentions } from "./mentions.js";
export { arrivingFlow } from "./pointers/pointer-flow.js";
export { aliasProblem, guardProblems } from "./problems.js";
export { guardSites } from "./sites.js";
export { unguardable } from "./unguardable.js";
export { subjectOf, weaveGuards } from "./weave/weave-guards.js";
export { writingNames } from "./writing-names.js";
