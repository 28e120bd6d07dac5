/** Hover on IDL names and on C names that stubs define: signature, message layout, what was optimized. Markdown. */
import {
  countWords,
  explainOperation,
  explainRoutine,
  type NamedPlace,
  ROLE_WORDS,
} from "@weft/weaver-bridge/idl";
import { holds } from "../../analysis/locate.js";
import type { Position } from "../../protocol/index.js";
import type { HoverText, SourceText } from "../../workspace/index.js";
import { idlDocumentAt, namedAt, type OfferedOperation, offersOf, rangeOfSpan } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { stubNames, stubUses } from "./stub-uses.js";

export function idlHover(snapshot: IdlSnapshot, path: string, position: Position): HoverText | undefined {
  const document = idlDocumentAt(snapshot, path);
  const found = document === undefined ? undefined : namedAt(document, position);
  const range = found === undefined ? undefined : rangeOfSpan(snapshot, found.span)?.range;
  if (document === undefined || found === undefined || range === undefined) return undefined;
  const offers = offersOf(document, found.place);
  const layouts = [
    ...offers.map((offer) => layoutText(offer, found.place.kind !== "operation")),
    ...machText(document, found.place),
  ];
  const head = `\`\`\`idl\n${declarationText(document, found.place)}\n\`\`\``;
  return {
    range,
    markdown: [head, ...layouts].join("\n\n"),
  };
}

/** On a call of a client stub, an implementation, a publication. */
export function stubHover(
  snapshot: IdlSnapshot,
  source: SourceText,
  position: Position,
): HoverText | undefined {
  const use = stubUses(source, stubNames(snapshot)).find(({ range }) => holds(range, position));
  if (use === undefined) return undefined;
  const { owner, operation } = use.offer;
  const head = `**${owner.name}::${operation.name}**: ${ROLE_WORDS[use.role]}`;
  return { range: use.range, markdown: `${head}\n\n${layoutText(use.offer, true)}` };
}

/** Without the signature where the declaration already stands above. */
function layoutText(offer: OfferedOperation, withSignature: boolean): string {
  const { layout, abi, symbols, document, operation } = offer;
  if (layout === undefined || abi === undefined) return "*No layout: the IDL file has errors.*";
  const count = countWords(document.counts?.get(operation.cName));
  const cost = count === undefined ? "" : `, ${count}`;
  const names = `stub \`${symbols.client}\`${cost}, implementation \`${symbols.implementation}\``;
  const lines = explainOperation(layout, abi)
    .slice(withSignature ? 0 : 1)
    .map((line) => line.slice(withSignature ? 2 : 4));
  return `L4 ${document.kernel.toUpperCase()}, ${names}\n\n\`\`\`\n${lines.join("\n")}\n\`\`\``;
}

/** A routine's messages for Mach. */
function machText({ mach = [] }: IdlDocument, { kind, name }: NamedPlace): string[] {
  const found = kind === "operation" ? mach.find(({ routine }) => routine.name === name) : undefined;
  if (found === undefined) return [];
  const lines = explainRoutine(found).map((line) => line.slice(2));
  return [`Mach on i686\n\n\`\`\`\n${lines.join("\n")}\n\`\`\``];
}

const MOST_LINES = 12;

/** The declaration as written, cut where it is long. */
function declarationText({ source }: IdlDocument, { kind, path, span }: NamedPlace): string {
  if (span.file.name !== source.path) return `${kind} ${path}`;
  const text = span.file.text.slice(span.start, span.end);
  const lines = Buffer.from(text, "latin1").toString("utf8").split("\n");
  return lines.length <= MOST_LINES ? lines.join("\n") : [...lines.slice(0, MOST_LINES), "..."].join("\n");
}
