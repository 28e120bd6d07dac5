/**
 * What the schemas of requests say against arguments. Loading ajv and compiling takes longer than the first answer, so the
 * bundle holds code made from the schemas instead of this file: same exports, same answers (`weaver-bridge/cli/bundle-schema.mjs`).
 */
import { type ArgumentCheck, compileArgumentCheck } from "@weft/weaver-bridge/kernel-build/compile-schema";
import schemas from "../../protocol/request-schemas.json" with { type: "json" };

/** Commands that the adapter may be asked, ours and the protocol's. */
export const COMMANDS: readonly string[] = Object.keys(schemas.requests);

/** The first thing that is wrong. */
export const errorIn: ArgumentCheck = compileArgumentCheck(schemas);
