/** The outside world of the debug adapter: processes, QEMU and QMP, and the catalogue of what can go wrong there. */
export * from "./child-process.js";
export * from "./debug-error.js";
export { createLinklessFiles } from "./debug-links.js";
export * from "./dump-machine.js";
export { type AllRegisters, CODE_BITS } from "./executed.js";
export type { ExecutedSpan } from "./executed-span.js";
export * from "./machine.js";
export * from "./met-stub.js";
export * from "./own-folder.js";
export { whyNoImage } from "./recorded-disks.js";
export * from "./recording.js";
export * from "./replay.js";
export type { InstructionPoint, Point, Scout } from "./scout.js";
export type { PublishLive } from "./shared-machine.js";
export type { StubRelay } from "./stub-relay.js";
export { FIRST_TASK } from "./task-threads.js";
export * from "./time-machine.js";
