export * from "./hits-limit.js";
/** What the IDE and the debug adapter share: settings of a debug configuration, custom requests and events. */
export * from "./messages.js";
export * from "./origin-steps.js";
export * from "./reason-steps.js";
export * from "./settings.js";
