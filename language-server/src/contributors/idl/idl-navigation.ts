/** Definition, references and rename across IDL files and the C code on both sides of their stubs. */
import type { NamedPlace } from "@weft/weaver-bridge/idl";
import { ROLE_WORDS } from "@weft/weaver-bridge/idl";
import { holds } from "../../analysis/locate.js";
import type { LabelledPlace, Position, Range } from "../../protocol/index.js";
import type { PlacedEdit, SourceText } from "../../workspace/index.js";
import {
  declarationOf,
  idlDocumentAt,
  namedAt,
  type OfferedOperation,
  offersOf,
  rangeOfSpan,
} from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { type StubRole, type StubUse, stubNames, stubUses } from "./stub-uses.js";

/** From a use to the declaration; from an operation's own name to its implementations. */
export function idlDefinitions(snapshot: IdlSnapshot, path: string, position: Position): LabelledPlace[] {
  const document = idlDocumentAt(snapshot, path);
  const found = document === undefined ? undefined : namedAt(document, position);
  if (document === undefined || found === undefined) return [];
  const { place, span } = found;
  const onDeclaration = span === place.nameSpan;
  if (!onDeclaration) return placesOf(snapshot, [place]);
  const implementations = usesOf(snapshot, offersOf(document, place)).filter(
    ({ use }) => use.role === "implementation",
  );
  return implementations.length > 0 ? implementations.map(labelled) : placesOf(snapshot, [place]);
}

/** From C to the operation that a stub's name stands for. */
export function stubDefinitions(
  snapshot: IdlSnapshot,
  source: SourceText,
  position: Position,
): LabelledPlace[] {
  const use = useAt(snapshot, source, position);
  const place = use === undefined ? undefined : declarationOf(use.offer);
  return place === undefined ? [] : placesOf(snapshot, [place]);
}

/** The name and all its uses in IDL; of an operation also its uses in C. */
export function idlReferences(
  snapshot: IdlSnapshot,
  path: string,
  position: Position,
  withDeclaration: boolean,
): LabelledPlace[] {
  const document = idlDocumentAt(snapshot, path);
  const found = document === undefined ? undefined : namedAt(document, position);
  return found === undefined ? [] : everyUse(snapshot, found.place, withDeclaration);
}

/** What clangd can't know about a stub's name in C: its declaration and uses in IDL, and its other names in C. */
export function stubReferences(
  snapshot: IdlSnapshot,
  source: SourceText,
  position: Position,
): LabelledPlace[] {
  const use = useAt(snapshot, source, position);
  const place = use === undefined ? undefined : declarationOf(use.offer);
  if (use === undefined || place === undefined) return [];
  return everyUse(snapshot, place, true).filter(({ label }) => label !== use.name);
}

function everyUse(snapshot: IdlSnapshot, place: NamedPlace, withDeclaration: boolean): LabelledPlace[] {
  const key = `${place.nameSpan.file.name}:${place.nameSpan.start}`;
  const same = (other: NamedPlace) => `${other.nameSpan.file.name}:${other.nameSpan.start}` === key;
  const spans = snapshot.idl.flatMap(({ checked }) =>
    checked.navigation.references.filter(({ to }) => same(to)).map(({ span }) => span),
  );
  const all = withDeclaration ? [place.nameSpan, ...spans] : spans;
  const inIdl = all.flatMap((span) => {
    const at = rangeOfSpan(snapshot, span);
    return at === undefined ? [] : [{ ...at, label: place.path }];
  });
  const offers = snapshot.idl.flatMap((document) =>
    document.checked.navigation.declarations.filter(same).flatMap((own) => offersOf(document, own)),
  );
  return distinct([...inIdl, ...usesOf(snapshot, offers).map(labelled)]);
}

/** Where C code uses what belongs to the operation, with the role that it has there. */
export function operationUses(
  snapshot: IdlSnapshot,
  document: IdlDocument,
  place: NamedPlace,
): { readonly role: StubRole; readonly place: LabelledPlace }[] {
  return usesOf(snapshot, offersOf(document, place))
    .filter(({ use }) => use.role !== "publish")
    .map((found) => ({ role: found.use.role, place: labelled(found) }));
}

/** What can be renamed under the cursor; a string says why it can't. */
export function renamable(
  snapshot: IdlSnapshot,
  document: IdlDocument,
  position: Position,
): { range: Range; name: string } | string {
  const found = namedAt(document, position);
  const range = found === undefined ? undefined : rangeOfSpan(snapshot, found.span)?.range;
  if (found === undefined || range === undefined) return "There is no name here that the file declares";
  return { range, name: found.place.name };
}

/** Edits in IDL and, for operations and interfaces, in the C code that uses their stubs; a string says why not. */
export function renameEdits(
  snapshot: IdlSnapshot,
  document: IdlDocument,
  position: Position,
  newName: string,
): PlacedEdit[] | string {
  const found = namedAt(document, position);
  if (found === undefined) return "There is no name here that the file declares";
  if (!/^[A-Za-z]\w*$/.test(newName)) return `'${newName}' is no name in IDL`;
  const { place } = found;
  const taken = document.checked.navigation.declarations.some(
    (other) =>
      other !== place && other.parent === place.parent && other.name.toLowerCase() === newName.toLowerCase(),
  );
  if (taken) return `'${newName}' is declared there already`;
  const inIdl = everyUse(snapshot, place, true).filter(({ uri }) => uri.endsWith(".idl"));
  return [
    ...inIdl.map(({ uri, range }) => ({ uri, range, text: newName })),
    ...editsInC(snapshot, document, place, newName),
  ];
}

function editsInC(
  snapshot: IdlSnapshot,
  document: IdlDocument,
  place: NamedPlace,
  newName: string,
): PlacedEdit[] {
  const before = place.path.replaceAll("::", "_");
  const after = before.slice(0, before.length - place.name.length) + newName;
  const isWithin = (cName: string) => cName === before || cName.startsWith(`${before}_`);
  const offers =
    place.kind === "operation" || place.kind === "attribute"
      ? offersOf(document, place)
      : document.checked.interfaces.length === 0 || !/^(module|interface)$/.test(place.kind)
        ? []
        : snapshot.idl
            .flatMap((one) => one.checked.navigation.declarations.flatMap((own) => offersOf(one, own)))
            .filter(({ owner, operation }) => isWithin(owner.cName) || isWithin(operation.cName));
  return usesOf(snapshot, offers).flatMap(({ use, source }) => {
    const text = renamedToken(use.name, place, before, after, newName);
    return text === use.name ? [] : [{ uri: source.uri, range: use.range, text }];
  });
}

/** `M_I_op_implementation`, `IDL4_PUBLISH_M_I_OP`, and through an heir `M_Heir_op_implementation`. */
function renamedToken(
  name: string,
  place: NamedPlace,
  before: string,
  after: string,
  newName: string,
): string {
  if (name.includes(before)) return name.replace(before, after);
  if (name.includes(before.toUpperCase())) return name.replace(before.toUpperCase(), after.toUpperCase());
  const tail = new RegExp(`_${place.name}(?=$|_implementation$|_reply$)`, "i");
  return name.replace(tail, name === name.toUpperCase() ? `_${newName.toUpperCase()}` : `_${newName}`);
}

function useAt(snapshot: IdlSnapshot, source: SourceText, position: Position): StubUse | undefined {
  return stubUses(source, stubNames(snapshot)).find(({ range }) => holds(range, position));
}

interface UseInFile {
  readonly use: StubUse;
  readonly source: SourceText;
}

/** Uses in hand-written C; generated files are made anew. */
function usesOf(snapshot: IdlSnapshot, offers: readonly OfferedOperation[]): UseInFile[] {
  if (offers.length === 0) return [];
  const wanted = new Set(offers.map(({ operation }) => operation.cName));
  const names = stubNames(snapshot);
  const generated = snapshot.idl.flatMap(({ out }) => (out === undefined ? [] : [`${out}/`]));
  return snapshot
    .sources()
    .filter(({ path }) => !generated.some((folder) => path.startsWith(folder)))
    .flatMap((source) =>
      stubUses(source, names)
        .filter(({ offer }) => wanted.has(offer.operation.cName))
        .map((use) => ({ use, source })),
    );
}

function labelled({ use, source }: UseInFile): LabelledPlace {
  return { uri: source.uri, range: use.range, label: `${use.name} (${ROLE_WORDS[use.role]})` };
}

function placesOf(snapshot: IdlSnapshot, places: readonly NamedPlace[]): LabelledPlace[] {
  return places.flatMap(({ nameSpan, path }) => {
    const at = rangeOfSpan(snapshot, nameSpan);
    return at === undefined ? [] : [{ ...at, label: path }];
  });
}

function distinct(places: readonly LabelledPlace[]): LabelledPlace[] {
  return [...new Map(places.map((place) => [JSON.stringify([place.uri, place.range]), place])).values()];
}
