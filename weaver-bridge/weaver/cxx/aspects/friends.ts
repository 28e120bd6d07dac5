/** Aspects and generated code see what is private in the project's classes: friend declarations in every class. */
import { buildLineMap, type ClassEntity, type UnitFacts } from "../../../model/index.js";
import { qualifiedName } from "../../../pointcut/index.js";
import { closingBracket, type Token, tokenize } from "../../text/c-tokens.js";
import { applyEdits, type Edit } from "../../text/text-edits.js";

/** `aspects` are qualified names that the unit knows from its start; a class is no friend of itself. */
export function friendDeclarations(aspects: readonly string[], ownName = ""): string {
  const others = aspects.filter((name) => name !== ownName);
  return ["friend struct ::__weft;", ...others.map((name) => `friend class ::${name};`)].join(" ");
}

/** Into the unit's own classes. */
export function friendEdits(facts: UnitFacts, text: string, aspects: readonly string[]): Edit[] {
  return facts.entities.flatMap((entity): Edit[] => {
    if (entity.kind !== "class" || entity.definition === undefined || entity.template === "instance")
      return [];
    if (!hidesMembers(entity, text)) return [];
    return [edit(entity.definition.body.start + 1, friendDeclarations(aspects, qualifiedName(entity)))];
  });
}

const edit = (at: number, friends: string): Edit => ({
  start: at,
  end: at,
  text: ` ${friends} `,
  role: "open",
  rank: -1,
});

/** Also those of a base. */
function hidesMembers({ key, definition }: ClassEntity, text: string): boolean {
  const { start, end } = definition!.range;
  return key === "class" || tokenize(text, start, end).some(isAccess);
}

const isAccess = ({ text }: Token) => /^(?:private|protected)$/.test(text);

/** Into the classes of a preprocessed text that is not parsed, as headers of aspects; system headers are left alone. */
export function withFriends(text: string, friends: string): string {
  if (!/\b(?:class|private|protected)\b/.test(text)) return text;
  const lines = buildLineMap(text);
  const tokens = tokenize(text);
  const edits = tokens.flatMap((token, index): Edit[] => {
    if (!/^(?:class|struct)$/.test(token.text) || tokens[index - 1]?.text === "enum") return [];
    if (lines.inSystemHeader(token.start)) return [];
    const open = bodyOf(tokens, index + 1);
    if (open === undefined) return [];
    const hides = token.text === "class" || tokens.slice(index, closingBracket(tokens, open)).some(isAccess);
    return hides ? [edit((tokens[open] as Token).end, friends)] : [];
  });
  return edits.length === 0 ? text : applyEdits(text, edits, lines).text;
}

/** Index of the `{` behind a class head; undefined for a declaration, a type's name or a template parameter. */
function bodyOf(tokens: readonly Token[], from: number): number | undefined {
  let angles = 0;
  let inBases = false;
  for (let index = from; index < tokens.length; index++) {
    const { text, kind } = tokens[index] as Token;
    if (text === "(" || text === "[") {
      const isAttribute = text === "[" || ATTRIBUTE.test(tokens[index - 1]?.text ?? "");
      if (!isAttribute && !inBases && angles === 0) return undefined;
      index = closingBracket(tokens, index);
    } else if (text === "<") angles++;
    else if (/^>>?$/.test(text)) {
      angles -= text.length;
      if (angles < 0) return undefined;
    } else if (angles > 0) continue;
    else if (text === "{") return index;
    else if (text === ":") inBases = true;
    else if (kind !== "identifier" && text !== "::" && !(inBases && text === ",")) return undefined;
  }
  return undefined;
}

const ATTRIBUTE = /^(?:__attribute__|__attribute|alignas|__declspec)$/;
