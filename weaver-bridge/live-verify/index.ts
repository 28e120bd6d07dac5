/** Are the instructions that a pointcut means those that do it? A run of the kernel tells. Start at {@link verifyClaims}. */
export type { Access } from "./access.js";
export type { AccessFinding } from "./judge-accesses.js";
export type { ExecutionCount } from "./judge-executions.js";
export type { TypedRegion } from "./known-objects.js";
export { type Layouts, layoutsOf } from "./layouts.js";
export { globalPlaces, reachedObjects } from "./reached-objects.js";
export { createCauses, MOVED } from "./unnamed-touches.js";
export { type Verification, type Verified, verifyClaims, type Workload } from "./verify.js";
