/** What stub generation does to C code, as effects: each use of a name that it gives to an operation. */
import { buildLineMap, type Effect, type SourceRange, type StubBinding } from "../../model/index.js";
import { NO_LAYOUT, operationWords } from "./message-words.js";
import type { OfferedOperation } from "./offers.js";
import { namedTokens, ROLE_WORDS, type StubName, type StubRole } from "./stub-names.js";

/** An offer with where its operation is declared; undefined where only a configuration brings it. */
export interface PlacedOffer extends OfferedOperation {
  readonly declared: SourceRange | undefined;
}

export type StubEffect = Effect<StubBinding>;

/**
 * `text` is latin1, preprocessed or as written; in text without line markers all is `file`. What `isGenerated` says of is
 * left out: generated files are what the effect does, not where.
 */
export function stubEffects(
  text: string,
  file: string,
  names: ReadonlyMap<string, StubName<PlacedOffer>>,
  isGenerated: (file: string) => boolean,
): StubEffect[] {
  const lines = buildLineMap(text, file);
  return namedTokens(text, names).flatMap(({ name, start, value }): StubEffect[] => {
    const { role, offer } = value;
    if (role === "publish" || offer.declared === undefined) return [];
    const target = lines.rangeOf({ start, end: start + name.length });
    return isGenerated(target.file) ? [] : [effectOf(name, role, offer, target, offer.declared)];
  });
}

function effectOf(
  name: string,
  role: StubRole,
  offer: PlacedOffer,
  target: SourceRange,
  origin: SourceRange,
): StubEffect {
  const operation = `${offer.owner.name}::${offer.operation.name}`;
  return {
    id: `stub:${name}@${target.file}:${target.startLine}:${target.startColumn}`,
    target,
    origin,
    by: { tool: "idl", name: offer.owner.name },
    title: stubTitle(offer, role),
    reason: operationWords(offer) ?? NO_LAYOUT,
    certainty: "certain",
    order: 0,
    binding: { kind: "stub", role: sideOf(role), operation, symbol: name },
  };
}

/** `storage::open: client stub` */
export function stubTitle({ owner, operation }: OfferedOperation, role: StubRole): string {
  return `${owner.name}::${operation.name}: ${ROLE_WORDS[role]}`;
}

export function sideOf(role: StubRole): StubBinding["role"] {
  return role === "client" ? "client" : "server";
}
