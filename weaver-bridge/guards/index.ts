/** Where a kernel writes what optimistic code relies on: sites, aliases, and whether each site is guarded. */
export type { AliasWarning } from "./alias.js";
export { aliasWarnings, pointerDepartures } from "./aliases.js";
export { assemblyMentions, waysOfAssembly } from "./assembly.js";
export { type GuardDeclaration, readGuards, termName, withoutGuards } from "./declaration.js";
export { sharedFunctions } from "./defined-names.js";
export { guardEffects } from "./effects.js";
export { functionBodies } from "./function-text.js";
export { GUARD_FACTS } from "./guard-facts.js";
export type { GuardSite } from "./guard-site.js";
export { joinWrites, type SeenAt, type Verdict } from "./join-writes.js";
export { newLines, newMentions } from "./mentions.js";
export { arrivingFlow } from "./pointer-flow.js";
export { aliasProblem, guardProblems } from "./problems.js";
export { guardSites } from "./sites.js";
export { unguardable } from "./unguardable.js";
export { subjectOf, weaveGuards } from "./weave-guards.js";
export { writingNames } from "./writing-names.js";
