/** A guest that others may reach: where it is, the packets of its debug stub, and the agent where it has none. */
export * from "./agent-client.js";
export * from "./agent-frames.js";
export * from "./guest-error.js";
export * from "./guest-record.js";
export * from "./initrd-with-agent.js";
export * from "./kept-guest.js";
export * from "./make-agent.js";
export * from "./memory-file.js";
export { stubPort } from "./open-stub.js";
export * from "./plugin-of-qemu.js";
export * from "./stub-client.js";
export * from "./stub-owner.js";
export * from "./stub-packets.js";
export * from "./take-up-guest.js";
export { unlessUnmapped } from "./unless-unmapped.js";
