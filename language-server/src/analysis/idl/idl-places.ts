/** From places in IDL text to what is declared there, and from IDL's byte spans to editor ranges. */
import {
  type Interface,
  type InterfaceLayout,
  type NamedPlace,
  type Operation,
  type OperationLayout,
  type OperationSymbols,
  operationSymbols,
  type Span,
} from "@weft/weaver-bridge/idl";
import type { Position, Range } from "../../protocol/index.js";
import type { IdlDocument, Snapshot } from "../../workspace/index.js";

export function idlDocumentAt(snapshot: Snapshot, path: string): IdlDocument | undefined {
  return snapshot.idl.find(({ source }) => source.path === path);
}

/** A span of any file that the snapshot can read; undefined for places in text that no file holds. */
export function rangeOfSpan(
  snapshot: Snapshot,
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

/** An operation in an interface that offers it: its own, or one that inherits it. */
export interface OfferedOperation {
  readonly document: IdlDocument;
  readonly owner: Interface;
  readonly operation: Operation;
  readonly symbols: OperationSymbols;
  /** Undefined while the file has errors. */
  readonly layout: OperationLayout | undefined;
  readonly abi: InterfaceLayout["abi"] | undefined;
}

export function offeredOperations(document: IdlDocument): OfferedOperation[] {
  return document.checked.interfaces.flatMap((owner) => {
    const laidOut = document.layout.find(({ declared }) => declared.cName === owner.cName);
    return owner.operations.map((operation) => ({
      document,
      owner,
      operation,
      symbols: operationSymbols(owner, operation),
      layout: laidOut?.operations.find(({ operation: { cName } }) => cName === operation.cName),
      abi: laidOut?.abi,
    }));
  });
}

/** Offers of the operation (or of an attribute's accessors) that is declared at `place`. */
export function offersOf(document: IdlDocument, place: NamedPlace): OfferedOperation[] {
  const path = place.path.replaceAll("::", "_");
  const prefix = path.slice(0, path.length - place.name.length);
  const names =
    place.kind === "operation"
      ? [path]
      : place.kind === "attribute"
        ? [`${prefix}_get_${place.name}`, `${prefix}_set_${place.name}`]
        : [];
  return offeredOperations(document).filter(({ operation }) => names.includes(operation.cName));
}

/** Where the operation is declared. */
export function declarationOf({ document, operation }: OfferedOperation): NamedPlace | undefined {
  return document.checked.navigation.declarations.find((place) =>
    offersOf(document, place).some((offer) => offer.operation === operation),
  );
}
