/** Documents, compile commands and snapshots; the only mutable state of the server. */
export * from "./documents.js";
export * from "./line-index.js";
export * from "./snapshot.js";
export * from "./workspace.js";
