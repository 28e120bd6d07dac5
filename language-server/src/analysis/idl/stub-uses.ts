/** Where C code names what belongs to an IDL operation: calls of its client stub, its implementation, its publication. */
import type { Range } from "../../protocol/index.js";
import type { Snapshot, SourceText } from "../../workspace/index.js";
import { type OfferedOperation, offeredOperations } from "./idl-places.js";

export type StubRole = "client" | "implementation" | "publish" | "service" | "reply";

export const ROLE_WORDS: Readonly<Record<StubRole, string>> = {
  client: "client stub",
  implementation: "implementation",
  publish: "binds the implementation to its stub",
  service: "server stub",
  reply: "delayed reply",
};

export interface StubName {
  readonly role: StubRole;
  readonly offer: OfferedOperation;
}

export interface StubUse extends StubName {
  readonly name: string;
  readonly range: Range;
}

/** C names of all operations of the snapshot's IDL files. */
export function stubNames(snapshot: Snapshot): Map<string, StubName> {
  const names = new Map<string, StubName>();
  for (const offer of snapshot.idl.flatMap(offeredOperations)) {
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

/** In the order of the text. Comments and strings are passed over. */
export function stubUses(source: SourceText, names: ReadonlyMap<string, StubName>): StubUse[] {
  if (names.size === 0) return [];
  const uses: StubUse[] = [];
  for (const match of source.text.matchAll(TOKENS)) {
    const name = match[0];
    const known = names.get(name);
    if (known === undefined) continue;
    const range = source.lines.rangeBetween(match.index, match.index + name.length);
    uses.push({ ...known, name, range });
  }
  return uses;
}

const TOKENS = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*/g;
