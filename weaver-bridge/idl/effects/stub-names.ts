/** Where C text names what belongs to an IDL operation: calls of its client stub, its implementation, its publication. */
import type { OfferedOperation } from "./offers.js";

export type StubRole = "client" | "implementation" | "publish" | "service" | "reply";

export const ROLE_WORDS: Readonly<Record<StubRole, string>> = {
  client: "client stub",
  implementation: "implementation",
  publish: "binds the implementation to its stub",
  service: "server stub",
  reply: "delayed reply",
};

export interface StubName<O extends OfferedOperation = OfferedOperation> {
  readonly role: StubRole;
  readonly offer: O;
}

/** By the names that C code uses. */
export function stubNames<O extends OfferedOperation>(offers: Iterable<O>): Map<string, StubName<O>> {
  const names = new Map<string, StubName<O>>();
  for (const offer of offers) {
    const { client, implementation, publish, service, reply } = offer.symbols;
    names.set(service, { role: "service", offer });
    names.set(reply, { role: "reply", offer });
    for (const name of publish) names.set(name, { role: "publish", offer });
    names.set(implementation, { role: "implementation", offer });
    // An inherited operation is called by the name of the interface that declares it.
    if (names.get(client)?.role !== "client") names.set(client, { role: "client", offer });
  }
  return names;
}

export interface NamedToken<T> {
  readonly name: string;
  /** Of the text, whatever it counts in. */
  readonly start: number;
  readonly value: T;
}

/** Identifiers that are in `names`, in the order of the text; comments and strings are passed over. */
export function namedTokens<T>(text: string, names: ReadonlyMap<string, T>): NamedToken<T>[] {
  if (names.size === 0) return [];
  const found: NamedToken<T>[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const value = names.get(match[0]);
    if (value !== undefined) found.push({ name: match[0], start: match.index, value });
  }
  return found;
}

const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.){0,16}'|[A-Za-z_]\w*/g;
