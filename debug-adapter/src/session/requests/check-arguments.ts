/** The arguments of every request, held against the protocol's types before a handler sees them. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { compileArgumentCheck } from "@weft/weaver-bridge/kernel-build/compile-schema";
import schemas from "../../protocol/request-schemas.json" with { type: "json" };

/** Commands that the adapter may be asked, ours and the protocol's. */
export const COMMANDS: readonly string[] = Object.keys(schemas.requests);

const problemOf = compileArgumentCheck(schemas);

export type CheckedRequest = { readonly request: DebugProtocol.Request } | { readonly problem: string };

/** What a client leaves open it may leave out or write as null. */
export function checkRequest(given: DebugProtocol.Request): CheckedRequest {
  const { command } = given as Partial<DebugProtocol.Request>;
  if (typeof command !== "string") return { problem: "The request has no command." };
  const args: unknown = withoutNulls(given.arguments ?? {});
  const problem = problemOf(command, args);
  return problem === undefined
    ? { request: { ...given, arguments: args } }
    : { problem: `${command}: ${problem}.` };
}

/** Elements of lists stay: a list's places mean something. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(given.map(([name, inner]) => [name, withoutNulls(inner)]));
}
