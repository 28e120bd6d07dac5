/** Searches a unit's text, as the preprocessor left it, for what a filter asks of it. */
import { fileOfMarker, lineMarkers } from "../../../model/index.js";
import { type FilePattern, matchesFile } from "../../patterns/file-pattern.js";
import { namePattern } from "../../patterns/match-expression.js";
import type { TextFilter, TextNeed } from "./filter.js";

export interface TextPlace {
  /** `c`: fields are always written behind `.` or `->`. In C++ an implicit `this` hides that. */
  readonly language?: "c" | "c++" | undefined;
  /** Where relative names of files in the text start. */
  readonly directory?: string | undefined;
  /** The text is a unit's, so its line markers tell which lines are of which file. */
  readonly isUnit?: boolean;
}

/** Does the text (latin1) meet a need of the filter? Always true for `all`. */
export function mentions(text: string, filter: TextFilter, place: TextPlace = {}): boolean {
  return identifiersIn(text, filter, place)?.length !== 0;
}

/** The concrete identifiers of the filter that occur in the text (preprocessed, latin1), sorted; all of {@link soughtIn}. */
export function identifiersIn(text: string, filter: TextFilter, place: TextPlace = {}): string[] | undefined {
  const sought = soughtIn(text, filter, place);
  return sought && [...sought.identifiers, ...sought.defined].sort();
}

/** What the parser's text filter takes. */
export interface SoughtNames {
  /** Functions that say one of them anywhere are looked at. */
  readonly identifiers: readonly string[];
  /** Functions of these names are looked at, others that name them need not be. C only. */
  readonly defined: readonly string[];
}

/** Those needs of which the text, or its outline, holds the files. */
export function livingNeeds(
  text: string,
  filter: readonly TextNeed[],
  place: TextPlace = {},
): readonly TextNeed[] {
  return needsMet(filter, filesOnce(text), place);
}

/** The whole text is searched for them, so only when something asks, and once. */
function filesOnce(text: string): () => readonly string[] {
  let files: readonly string[] | undefined;
  return () => (files ??= filesIn(text));
}

function needsMet(filter: readonly TextNeed[], files: () => readonly string[], place: TextPlace) {
  return filter.filter((need) => need.files?.every((pattern) => holdsFile(pattern, files(), place)) ?? true);
}

/** Undefined when the parser must look at everything. */
export function soughtIn(text: string, filter: TextFilter, place: TextPlace = {}): SoughtNames | undefined {
  if (filter === "all") return undefined;
  const files = filesOnce(text);
  const met = needsMet(filter, files, place);
  const alive = place.isUnit === true ? met.filter(inNamedScope(text)) : met;
  const nameless = alive.filter((need) => need.name === undefined);
  const isTold = () => place.isUnit === true && place.language === "c" && files().length > 0;
  if (!nameless.every((need) => need.isExecuted === true && isTold())) return undefined;
  const isDefinition = (need: TextNeed) => place.language === "c" && need.isExecuted === true;
  const identifiers = namesOf(
    text,
    alive.filter((need) => !isDefinition(need)),
    place,
  );
  const defined = namesOf(text, alive.filter(isDefinition), place);
  for (const need of nameless)
    for (const name of definableIn(text, need.files ?? [], place)) defined.add(name);
  for (const name of identifiers) defined.delete(name);
  return { identifiers: [...identifiers].sort(), defined: [...defined].sort() };
}

/** Each scope is searched for once, however many needs have it. */
function inNamedScope(text: string): (need: TextNeed) => boolean {
  const known = new Map<string, boolean>();
  return ({ scope }) => {
    if (scope === undefined) return true;
    let isNamed = known.get(scope);
    if (isNamed === undefined) {
      isNamed = new RegExp(`(?<![${LETTER}])${escaped(scope)}(?![${LETTER}])`).test(text);
      known.set(scope, isNamed);
    }
    return isNamed;
  };
}

function namesOf(text: string, needs: readonly TextNeed[], place: TextPlace): Set<string> {
  const found = new Set<string>();
  for (const role of [undefined, "function", "field"] as const) {
    const names = needs.flatMap((need) => (need.role === role && need.name !== undefined ? [need.name] : []));
    const search = searchOf(names, role, place);
    if (search !== undefined) for (const [, name] of text.matchAll(search)) found.add(name as string);
  }
  return found;
}

/** Names in line markers. */
function filesIn(text: string): string[] {
  const names = new Set(Array.from(lineMarkers(text), ({ name }) => name));
  return Array.from(names, fileOfMarker);
}

/** What may be the name of a function that a unit's text in C defines in lines of files that all patterns match. */
function definableIn(text: string, patterns: readonly FilePattern[], place: TextPlace): string[] {
  const names = new Set<string>();
  const markers = [...lineMarkers(text)];
  markers.forEach((marker, at) => {
    const file = fileOfMarker(marker.name);
    if (!patterns.every((pattern) => holdsFile(pattern, [file], place))) return;
    const end = markers[at + 1]?.start ?? text.length;
    DEFINABLE.lastIndex = marker.end;
    for (let found = DEFINABLE.exec(text); found !== null && found.index < end; found = DEFINABLE.exec(text))
      if (!NEVER_DEFINED.test(found[0])) names.add(found[0]);
  });
  return [...names];
}

/** Text without markers may come from anywhere. */
function holdsFile(pattern: FilePattern, files: readonly string[], { directory }: TextPlace): boolean {
  if (files.length === 0) return true;
  return files.some(
    (file) =>
      matchesFile(pattern, file, directory) ||
      (pattern.absolute && directory === undefined && !file.startsWith("/")),
  );
}

const LETTER = "\\w$\\x80-\\xff";
/** Blanks, and line markers where a macro's arguments span lines. */
const BLANKS = "(?:\\s|^#[^\\n]*\\n)*";

/** Before its parameters, or in brackets of its own. */
const DEFINABLE = new RegExp(
  `(?<![${LETTER}])[A-Za-z_$\\x80-\\xff][${LETTER}]*(?=${BLANKS}(?:\\)${BLANKS})*[(/])`,
  "gm",
);
/** Words of the language, and what the compiler knows itself, which would be found everywhere. */
const NEVER_DEFINED =
  /^(?:if|for|while|switch|return|sizeof|void|int|char|short|long|signed|unsigned|const|__attribute__|__builtin_(?:expect|constant_p|types_compatible_p|offsetof|choose_expr))$/;

/** The name is the first group. */
function searchOf(
  names: readonly string[],
  role: TextNeed["role"],
  { language }: TextPlace,
): RegExp | undefined {
  if (names.length === 0) return undefined;
  const wild = names.map((name) => (namePattern(name).segments ?? [name]).map(escaped).join(`[${LETTER}]*`));
  const name = `(?<![${LETTER}])(${wild.join("|")})(?![${LETTER}])`;
  // `f(`, `f<int>(`, `(f)(`, and a comment in between.
  if (role === "function") return new RegExp(`${name}(?=${BLANKS}[(<)/])`, "gm");
  if (role === "field" && language === "c") return new RegExp(`(?:\\.|->|/)${BLANKS}${name}`, "gm");
  return new RegExp(name, "g");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
