/** The arguments of every request, held against the protocol's types before a handler sees them. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { inWords } from "@weft/weaver-bridge/kernel-build/schema-words";
import { errorIn } from "./argument-check.js";

export { COMMANDS } from "./argument-check.js";

export type CheckedRequest = { readonly request: DebugProtocol.Request } | { readonly problem: string };

/** What a client leaves open it may leave out or write as null. */
export function checkRequest(given: DebugProtocol.Request): CheckedRequest {
  const { command } = given as Partial<DebugProtocol.Request>;
  if (typeof command !== "string") return { problem: "The request has no command." };
  const args: unknown = withoutNulls(given.arguments ?? {});
  const error = errorIn(command, args);
  return error === undefined
    ? { request: { ...given, arguments: args } }
    : { problem: `${command}: ${inWords(error)}.` };
}

/** Elements of lists stay: a list's places mean something. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(given.map(([name, inner]) => [name, withoutNulls(inner)]));
}
