import type { Plugin } from "esbuild";

/** In place of the check of `weft.json`: code made from its schema. */
export const precompiledSchema: Plugin;
/** In place of the check of a debug adapter's requests: code made from their schemas. */
export const precompiledRequests: Plugin;
