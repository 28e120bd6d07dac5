/** A guest that others may reach: where it is, and the packets of its debug stub. */
export * from "./guest-record.js";
export * from "./kept-guest.js";
export * from "./stub-client.js";
export * from "./stub-owner.js";
export * from "./stub-packets.js";
