/**
 * Rename across declarations and C: a residual function's name from its declaration, with its uses in C; names of C where
 * declarations and guards mean them, so that they follow what is renamed there.
 */
import { withoutComments } from "@weft/weaver-bridge/c-text";
import type { LookedUp, LookUpQuestion } from "@weft/weaver-bridge/partial-eval";
import { placesNamed } from "../../analysis/rename/hidden-words.js";
import type { LabelledPlace, Position, Range } from "../../protocol/index.js";
import type { PlacedEdit, RenamedInC, Snapshot, SourceText } from "../../workspace/index.js";
import { placeOfBytes } from "./byte-places.js";
import type { SpecDocument } from "./spec-documents.js";
import { specNameAt } from "./spec-place.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A string says why the name can't be renamed. */
export function renamable(
  document: SpecDocument,
  position: Position,
): { readonly range: Range; readonly name: string } | string {
  const hit = specNameAt(document, position);
  if (hit?.name.kind === "residual") return { range: hit.range, name: hit.name.residual };
  if (hit === undefined) return "Put the cursor on the name of a residual function";
  return "This is a name of the C code: rename it there, and declarations that mean it follow";
}

/** What is made of it at run time is named after it. */
const endings = ({ later }: SpecDocument["spec"]["declarations"][number]) =>
  later === undefined ? [""] : ["", "_make", "_free"];

export function renameResidual(
  snapshot: Snapshot & SpecSnapshot,
  document: SpecDocument,
  position: Position,
  newName: string,
): readonly PlacedEdit[] | string {
  const found = renamable(document, position);
  if (typeof found === "string") return found;
  const { name } = found;
  if (!IDENTIFIER.test(newName)) return `"${newName}" is no name of a C function`;
  const all = snapshot.specs.flatMap(({ spec }) => spec.declarations);
  if (all.some(({ residual }) => residual === newName))
    return `${newName} is the name of a residual function already`;
  const declaration = document.spec.declarations.find(({ residual }) => residual === name);
  const own = snapshot.specs.flatMap(({ source }) =>
    wordsOf(source, name).map((start) => ({ ...placeAt(source, start, name), text: newName })),
  );
  const inC = (declaration === undefined ? [""] : endings(declaration)).flatMap((ending) =>
    snapshot.textsWith(name + ending).flatMap((source) =>
      snapshot.specs.some((one) => one.source.path === source.path)
        ? []
        : placesNamed(source.text, name + ending)
            .filter(({ where, shape }) => shape === "plain" && where !== "comment" && where !== "string")
            .map(({ offset }) => ({ ...placeAt(source, offset, name), text: newName })),
    ),
  );
  return [...own, ...inC];
}

type Source = Pick<SourceText, "text" | "lines" | "uri">;

function placeAt({ lines, uri }: Source, start: number, name: string): { uri: string; range: Range } {
  return { uri, range: lines.rangeBetween(start, start + name.length) };
}

/** Outside of comments. */
function wordsOf({ text }: Source, name: string): number[] {
  return [...withoutComments(text).matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g"))].map(
    ({ index }) => index,
  );
}

/** Where declarations and guards mean what is renamed in C. */
export async function specUsesOf(
  snapshot: SpecSnapshot,
  renamed: RenamedInC,
  look: (path: string, question: LookUpQuestion) => Promise<LookedUp | undefined>,
): Promise<readonly LabelledPlace[]> {
  const places: LabelledPlace[] = [];
  for (const document of snapshot.specs)
    for (const start of wordsOf(document.source, renamed.name)) {
      const position = document.source.lines.placeAt(start);
      const isMeant =
        (await isNamed(snapshot, document, position, renamed, look)) || isInGuard(document, start, renamed);
      if (isMeant)
        places.push({
          ...placeAt(document.source, start, renamed.name),
          label: "a declaration that names it",
        });
    }
  return places;
}

async function isNamed(
  snapshot: SpecSnapshot,
  document: SpecDocument,
  position: Position,
  { name, isMember, isLocal, places }: RenamedInC,
  look: (path: string, question: LookUpQuestion) => Promise<LookedUp | undefined>,
): Promise<boolean> {
  const hit = specNameAt(document, position);
  if (hit === undefined) return !isMember && !isLocal && isInClause(document, position, name);
  if (hit.name.kind === "residual") return false;
  // Of constants and addresses the name is enough: a member or a local has none of these.
  if (hit.name.kind === "value") return !isMember && !isLocal;
  const found = await look(document.source.path, hit.question);
  const declared = hit.name.kind === "function" ? found?.function : found?.declared;
  const at = declared && placeOfBytes(snapshot, declared, name);
  if (at === undefined) return false;
  // What is declared is told with its type.
  return places.some(
    ({ uri, range: { start } }) =>
      uri === at.uri && !isBefore(start, at.range.start) && !isBefore(at.range.end, start),
  );
}

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

/** In one that names functions or variables: `keep`, `compare`, `extern`. */
function isInClause({ source, spec }: SpecDocument, position: Position, name: string): boolean {
  const offset = source.lines.offsetAt(position);
  return spec.declarations.some(({ spans, keep, pure, writes, compared }) => {
    if (spans === undefined || offset < spans.body.start || offset >= spans.body.end) return false;
    const written = writes.flatMap((one) => [one.function, ...one.variables.map((each) => each.name)]);
    return [...keep, ...pure, ...written, compared?.name].includes(name);
  });
}

function isInGuard(
  { spec }: SpecDocument,
  offset: number,
  { name, isMember, isLocal, scope }: RenamedInC,
): boolean {
  const guard = spec.guards.find((one) => one.offset <= offset && offset < one.end);
  if (guard === undefined || isLocal) return false;
  if (isMember) return guard.type === scope && guard.terms.includes(name);
  const isVariable = guard.type === undefined && guard.terms.includes(name);
  return (
    isVariable ||
    guard.type === name ||
    guard.byHand === name ||
    guard.fresh.includes(name) ||
    guard.harmless.has(name)
  );
}
