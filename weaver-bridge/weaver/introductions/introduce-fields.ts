/**
 * Slices into structs and unions of C:
 *
 *     struct inode { int i_uid; };    ->    struct inode { int i_uid; long woven_by; };
 *
 * Fields are appended, or stand before a given one; a flexible array stays last. What counts on the order of fields is
 * refused by the compiler where it stands: initialisers without designators when a field comes before the last one
 * (by gcc), static assertions about size or offsets.
 */
import { type ClassEntity, type TextRange, unitMarker } from "../../model/index.js";
import type { IntroductionMatch } from "../../pointcut/index.js";
import { sectionText } from "../aspect-text/aspect-tail.js";
import { aspectFileRange } from "../effects.js";
import { type Token, tokenize } from "../text/c-tokens.js";
import { lineMarker } from "../text/text-edits.js";
import { Unweavable } from "../unweavable.js";
import type { ClassSite } from "./class-site.js";
import { layoutGuard } from "./layout-guard.js";
import { sliceMembers } from "./slice-members.js";

export function introduceFields(site: ClassSite): void {
  const { match, facts, unitText } = site;
  const struct = facts.entities[match.entity] as ClassEntity;
  const { definition } = struct;
  if (definition === undefined) return;
  const fields = fieldsOf(unitText, definition.body);
  const introduced: string[] = [];
  let reordered = false;
  match.introductions.forEach((introduction, rank) => {
    const text = fieldText(introduction, site);
    if (text === undefined) return;
    const { at, last } = placeOf(introduction, fields, struct);
    reordered ||= !last;
    introduced.push(`${introduction.introduction.beforeField ?? ""} ${text}`);
    site.edits.push({ start: at, end: at, text: `\n${text}`, role: "open", rank, from: "aspect" });
  });
  if (introduced.length === 0) return;
  if (reordered) forbidPositions(site, definition.body.end);
  const end = unitText.length;
  const guard = layoutGuard(struct.name, introduced.join("\n"));
  site.edits.push({ start: end, end, text: `\n${guard}\n`, role: "open", rank: match.entity });
}

/** gcc then refuses `{ 1, 2 }` for this struct. In text of a system header nobody warns about what he doesn't know. */
function forbidPositions({ edits, facts, unitText }: ClassSite, close: number): void {
  const { file, line } = facts.lineMap.positionAt(close - 1);
  const marker = `\n${lineMarker(file, line, true)}\n`;
  const top = `${unitMarker(unitText)}${lineMarker("<weft>", 1, true)}\n#pragma GCC diagnostic error "-Wdesignated-init"\n`;
  edits.push({ start: 0, end: 0, text: top, role: "open", rank: 0 });
  edits.push({
    start: close,
    end: close,
    text: `${marker} __attribute__((designated_init)) `,
    role: "close",
    rank: 0,
  });
}

/** The slice's fields, expanded; its functions belong to the aspect. Undefined when there are none. */
function fieldText(match: IntroductionMatch, { tail, files }: ClassSite): string | undefined {
  const { slice, file } = match.slice;
  if (slice.bases !== undefined) throw noBases(match);
  if (slice.members === undefined) return undefined;
  const text = sectionText(tail, files, file, slice.members);
  if (text === undefined) return undefined;
  let fields = text;
  for (const member of sliceMembers(text).reverse()) {
    if (member.kind === "data" && !member.isStatic) continue;
    if (member.kind === "data") throw staticField(match);
    // Line ends stay, and with them the places of what follows.
    const blank = fields.slice(member.start, member.end).replace(/[^\n]/g, " ");
    fields = fields.slice(0, member.start) + blank + fields.slice(member.end);
  }
  return tokenize(fields).length === 0 ? undefined : fields;
}

interface Field extends TextRange {
  readonly names: readonly string[];
  readonly isFlexible: boolean;
}

function placeOf(
  { introduction, slice }: IntroductionMatch,
  fields: readonly Field[],
  struct: ClassEntity,
): { at: number; last: boolean } {
  const { beforeField } = introduction;
  const final = fields.at(-1);
  const end = { at: struct.definition!.body.end - 1, last: true };
  if (beforeField === undefined) return final?.isFlexible ? { at: final.start, last: false } : end;
  const field = fields.find(({ names }) => names.includes(beforeField));
  if (field !== undefined) return { at: field.start, last: false };
  const known = fields.flatMap(({ names }) => names);
  throw new Unweavable(
    "unknown-field",
    `${struct.key} '${struct.name}' has no field '${beforeField}'`,
    `It has: ${known.join(", ") || "none"}. Fields of its inner structs don't count.`,
    aspectFileRange(slice.file, slice.slice.range),
  );
}

function fieldsOf(text: string, body: TextRange): Field[] {
  return sliceMembers(text, body.start + 1, body.end - 1).map(({ start, end }) => {
    const tokens = tokenize(text, start, end);
    return { start, end, names: declaredNames(tokens), isFlexible: isFlexible(tokens) };
  });
}

/** `a` and `b` of `int a, *b[3];`, `f` of `void (*f)(int);`: the last name before `,`, `;`, `:`, `[` or `)`. */
function declaredNames(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    if (token.text === "{") depth++;
    if (token.text === "}") depth--;
    const next = tokens[index + 1]?.text ?? "";
    if (depth === 0 && token.kind === "identifier" && /^[,;:[)]$|^__attribute/.test(next))
      names.push(token.text);
  });
  return names;
}

/** `T last[];`, `T last[0];`, also inside a struct or union without a name. */
function isFlexible(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text }, index) =>
      text === "[" &&
      (tokens[index + 1]?.text === "]" ||
        (tokens[index + 1]?.text === "0" && tokens[index + 2]?.text === "]")),
  );
}

function noBases({ slice }: IntroductionMatch): Unweavable {
  return new Unweavable(
    "slice-base",
    "a struct of C has no bases",
    "Introduce a field of that type instead.",
    aspectFileRange(slice.file, slice.slice.range),
  );
}

function staticField({ slice }: IntroductionMatch): Unweavable {
  return new Unweavable(
    "slice-static",
    "a struct of C has no static members",
    "Make it a data member of the aspect, which is one object for the whole program.",
    aspectFileRange(slice.file, slice.slice.range),
  );
}
