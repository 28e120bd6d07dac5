/** From places in IDL text to what is declared there, and from IDL's byte spans to editor ranges. */
import {
  declarationOf as declared,
  type NamedPlace,
  namesDeclaredAt,
  type OfferedOperation as Offer,
  offeredOperations as offers,
  operationWords,
  type Span,
} from "@weft/weaver-bridge/idl";
import type { Position, Range } from "../../protocol/index.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export function idlDocumentAt(snapshot: IdlSnapshot, path: string): IdlDocument | undefined {
  return snapshot.idl.find(({ source }) => source.path === path);
}

/** A span of any file that the snapshot can read; undefined for places in text that no file holds. */
export function rangeOfSpan(
  snapshot: IdlSnapshot,
  { file, start, end }: Span,
): { uri: string; range: Range } | undefined {
  const source = snapshot.text(file.name);
  if (source === undefined) return undefined;
  const { toUtf16 } = source.bytes;
  return { uri: source.uri, range: source.lines.rangeBetween(toUtf16(start), toUtf16(end)) };
}

/** The declaration whose name, or a use of whose name, is under the cursor; with the name's own span. */
export function namedAt(
  document: IdlDocument,
  position: Position,
): { place: NamedPlace; span: Span } | undefined {
  const { source, checked } = document;
  const offset = source.bytes.toByte(source.lines.offsetAt(position));
  const { declarations, references } = checked.navigation;
  const holds = ({ file, start, end }: Span) => file.name === source.path && start <= offset && offset <= end;
  const used = references.find(({ span }) => holds(span));
  if (used !== undefined) return { place: used.to, span: used.span };
  const declared = declarations.find(({ nameSpan }) => holds(nameSpan));
  return declared === undefined ? undefined : { place: declared, span: declared.nameSpan };
}

/** With the file that declares its interface. */
export interface OfferedOperation extends Offer {
  readonly document: IdlDocument;
}

export function offeredOperations(document: IdlDocument): OfferedOperation[] {
  // Stubs for Mach are mig's.
  if (document.mach !== undefined) return [];
  return offers(document.checked, document.layout).map((offer) => ({ ...offer, document }));
}

/** Offers of the operation (or of an attribute's accessors) that is declared at `place`. */
export function offersOf(document: IdlDocument, place: NamedPlace): OfferedOperation[] {
  const names = namesDeclaredAt(place);
  return offeredOperations(document).filter(({ operation }) => names.includes(operation.cName));
}

/** Where the operation is declared. */
export function declarationOf(offer: OfferedOperation): NamedPlace | undefined {
  return declared(offer.document.checked, offer);
}

/** What its stubs do, and cost where they were counted; undefined while the IDL file has errors. */
export function wordsOf(offer: OfferedOperation): string | undefined {
  return operationWords(offer, offer.document.counts?.get(offer.operation.cName));
}
