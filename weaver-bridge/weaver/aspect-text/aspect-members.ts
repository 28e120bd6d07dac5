/**
 * Data members, functions and types of aspects as C. A data member is one object per program: a weak definition in
 * every unit that uses it. Functions are static in each unit. Only what woven advice uses, directly or through other
 * members, is written; types come along with their aspect.
 */
import { type Aspect, type AspectFile, type AspectMember, buildLineMap } from "../../model/index.js";
import { type Token, tokenize } from "../text/c-tokens.js";
import { applyEdits, type Edit } from "../text/text-edits.js";
import { isMember } from "./advice-use.js";
import { type ExpandedTail, sectionText } from "./aspect-tail.js";

/** C text of the members that `used` symbols need: types, data, prototypes of functions, functions. */
export function renderMembers(
  files: readonly AspectFile[],
  tail: ExpandedTail,
  used: ReadonlySet<string>,
): string {
  const members = files.flatMap((file) =>
    file.aspects.flatMap((aspect) => membersOf(file, aspect, files, tail)),
  );
  const needed = new Set<MemberText>();
  const visit = (symbol: string) => {
    for (const member of members) {
      if (!member.symbols.includes(symbol) || needed.has(member)) continue;
      needed.add(member);
      member.uses.forEach(visit);
    }
  };
  used.forEach(visit);
  const textsOf = (kind: AspectMember["kind"]) =>
    members.filter((member) => needed.has(member) && member.kind === kind).map(({ text }) => text);
  const functions = textsOf("function");
  return [...textsOf("type"), ...textsOf("data"), ...functions.map(prototypeOf), ...functions].join("");
}

/** Symbols that `text`, code of the aspect, needs; one stands for the aspect's types. */
export function usedMembers(text: string, aspect: Aspect): string[] {
  return [memberSymbol(aspect, ""), ...memberReferences(text, aspect).map(({ symbol }) => symbol)];
}

/** Tokens of `text` that name data members or functions of the aspect. */
export function memberReferences(text: string, aspect: Aspect): { token: Token; symbol: string }[] {
  const names = new Set(
    aspect.members.filter(({ kind }) => kind === "data" || kind === "function").map(({ name }) => name),
  );
  return tokenize(text).flatMap((token, index, tokens) =>
    token.kind === "identifier" && names.has(token.text) && !isMember(tokens, index)
      ? [{ token, symbol: memberSymbol(aspect, token.text) }]
      : [],
  );
}

interface MemberText {
  readonly kind: AspectMember["kind"];
  /** Symbols that this declaration defines. */
  readonly symbols: string[];
  /** Symbols of other members that it uses. */
  readonly uses: readonly string[];
  readonly text: string;
}

function memberSymbol(aspect: Aspect, member: string): string {
  return `__weft_${aspect.name.replaceAll("::", "_")}_${member}`;
}

function membersOf(
  file: AspectFile,
  aspect: Aspect,
  files: readonly AspectFile[],
  tail: ExpandedTail,
): MemberText[] {
  const byStart = new Map<number, MemberText>();
  for (const { kind, name, range } of aspect.members) {
    if (kind === "directive") continue;
    const symbol = memberSymbol(aspect, kind === "type" ? "" : name);
    const known = byStart.get(range.start);
    if (known !== undefined) {
      known.symbols.push(symbol);
      continue;
    }
    const text = sectionText(tail, files, file, range);
    if (text === undefined) continue;
    const uses = usedMembers(text, aspect);
    byStart.set(range.start, { kind, symbols: [symbol], uses, text: definition(text, aspect, kind) });
  }
  return [...byStart.values()];
}

const LINKAGE = { data: "__attribute__((weak)) ", function: "static __attribute__((unused)) ", type: "" };

/** Members renamed to their symbols, storage class replaced by the linkage of members. */
function definition(text: string, aspect: Aspect, kind: keyof typeof LINKAGE): string {
  const tokens = tokenize(text);
  const edits = memberReferences(text, aspect).map(({ token, symbol }) => replace(token, symbol));
  let depth = 0;
  for (const token of tokens) {
    if (/^[({[]$/.test(token.text)) depth++;
    if (/^[)}\]]$/.test(token.text)) depth--;
    if (kind !== "type" && depth === 0 && /^(?:static|extern)$/.test(token.text))
      edits.push(replace(token, ""));
  }
  const start = tokens[0]?.start ?? 0;
  edits.push({ start, end: start, text: LINKAGE[kind], role: "open", rank: 0 });
  return applyEdits(text, edits, buildLineMap(text)).text;
}

function replace({ start, end }: { start: number; end: number }, text: string): Edit {
  return { start, end, text, role: "replace", rank: 0 };
}

/** The function's text up to its body, as a declaration. */
function prototypeOf(text: string): string {
  const brace = tokenize(text).find((token) => token.text === "{");
  return brace === undefined ? "" : `${text.slice(0, brace.start).trimEnd()};\n`;
}
