/** The messages of operations as boxes to draw, and which operations a place means. */
import { type NamedPlace, signature } from "@weft/weaver-bridge/idl";
import { holds } from "../../analysis/locate.js";
import type { IdlLayoutParams, IdlLayoutResult, OperationDrawing, Position } from "../../protocol/index.js";
import { type Documents, pathOfUri, type SourceText } from "../../workspace/index.js";
import {
  declarationOf,
  idlDocumentAt,
  namedAt,
  type OfferedOperation,
  offeredOperations,
  offersOf,
  rangeOfSpan,
} from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { drawMessage } from "./message-drawing.js";
import { stubNames, stubUses } from "./stub-uses.js";

/** Answers `weft/idlLayout`. */
export function layoutAt(
  snapshot: () => IdlSnapshot,
  documents: Documents,
): (params: IdlLayoutParams) => IdlLayoutResult {
  return ({ uri, position }) => {
    const path = pathOfUri(uri);
    if (path === undefined) return { message: "Only files on this machine have message layouts" };
    return messageLayout(snapshot(), path, documents.openText(path), position);
  };
}

/** `source` is the open text at `path`, which may be C. Within an interface but in no operation all of it is drawn. */
export function messageLayout(
  snapshot: IdlSnapshot,
  path: string,
  source: SourceText | undefined,
  position: Position,
): IdlLayoutResult {
  const document = idlDocumentAt(snapshot, path);
  const offers =
    document === undefined
      ? source === undefined
        ? []
        : offersInC(snapshot, source, position)
      : offersInIdl(document, position);
  if (document?.mach !== undefined) return { message: MACH };
  if (offers.length === 0) return { message: document === undefined ? NOTHING_IN_C : NOTHING_IN_IDL };
  const operations = offers.flatMap((offer) => drawOperation(snapshot, offer) ?? []);
  return operations.length === 0
    ? { message: "There is no layout while the IDL file has errors; the Problems view lists them." }
    : { operations };
}

const MACH =
  "Messages of Mach are told where the cursor rests on a routine, and by weft idl --explain. List the file under idl in weft.json for L4 stubs.";
const NOTHING_IN_C = "No stub that is made from IDL is named on this line.";
const NOTHING_IN_IDL = "Put the cursor into an operation or an interface; there its messages are laid out.";

/** At the name, else the first on the line. */
function offersInC(snapshot: IdlSnapshot, source: SourceText, position: Position): OfferedOperation[] {
  const uses = stubUses(source, stubNames(snapshot));
  const use =
    uses.find(({ range }) => holds(range, position)) ??
    uses.find(({ range }) => range.start.line === position.line);
  return use === undefined ? [] : [use.offer];
}

/** Of the operation at a place, else of what is around it. */
export function offersInIdl(document: IdlDocument, position: Position): OfferedOperation[] {
  const named = namedAt(document, position)?.place;
  const direct = named === undefined ? [] : offersOf(document, named);
  if (direct.length > 0) return direct;
  const { source, checked } = document;
  const offset = source.lines.offsetAt(position);
  // Before a line's first word the line is meant.
  const blank = /^[ \t]*/.exec(source.text.slice(offset))?.[0] ?? "";
  const isBefore = source.text.slice(offset - position.character, offset).trim() === "";
  const at = source.bytes.toByte(isBefore ? offset + blank.length : offset);
  const around = checked.navigation.declarations
    .filter(({ span }) => span.file.name === source.path && span.start <= at && at <= span.end)
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  return around.map((place) => offersWithin(document, place)).find(({ length }) => length > 0) ?? [];
}

function offersWithin(document: IdlDocument, place: NamedPlace): OfferedOperation[] {
  if (place.kind !== "interface") return offersOf(document, place);
  const cName = place.path.replaceAll("::", "_");
  return offeredOperations(document).filter(({ owner }) => owner.cName === cName);
}

function drawOperation(snapshot: IdlSnapshot, offer: OfferedOperation): OperationDrawing | undefined {
  const { owner, operation, symbols, layout, abi, document } = offer;
  if (layout === undefined || abi === undefined) return undefined;
  const { request, reply, notes, optimizations } = layout;
  const name = `${owner.name}::${operation.name}`;
  const place = declarationOf(offer);
  const at = place === undefined ? undefined : rangeOfSpan(snapshot, place.nameSpan);
  return {
    name,
    signature: signature(layout),
    kernel: document.kernel.toUpperCase(),
    stub: symbols.client,
    implementation: symbols.implementation,
    ...(at === undefined ? {} : { declaration: { ...at, label: name } }),
    messages: (reply === undefined ? [request] : [request, reply]).map((message) =>
      drawMessage(message, abi),
    ),
    notes: [...new Set(notes)],
    optimizations: optimizations.map((one) => ({ ...one, why: one.why.replaceAll("__return", "result") })),
  };
}
