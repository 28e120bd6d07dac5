/** Folders that want something run when they are only looked at, and every command of `weft` called in them. */
export { cameThroughAdapter } from "./ask-adapter.js";
export { cameThroughServer } from "./ask-server.js";
export { ASKED_COMMANDS, RUNS_WHAT_IT_NAMES } from "./asked-commands.js";
export { BY_FILES } from "./by-files.js";
export { BY_WORDS } from "./by-words.js";
export { call, cameThrough } from "./call-commands.js";
export { makePlace, type Place } from "./place.js";

import { ASKED_COMMANDS } from "./asked-commands.js";

/** Every call in {@link ASKED_COMMANDS}. */
export const ALL_CALLS: readonly (readonly string[])[] = Object.values(ASKED_COMMANDS).flatMap((rows) =>
  typeof rows === "string" ? [] : rows,
);
