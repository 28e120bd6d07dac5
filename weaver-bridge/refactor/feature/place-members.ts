/** Members of a struct or class under a condition, as a slice; and their definitions outside of the class. */
import { type ClassEntity, contains, type TextRange } from "../../model/index.js";
import { type Token, tokenize } from "../../weaver/text/c-tokens.js";
import type { Found } from "../pair/find-ends.js";
import type { AnalysedText, SourceView } from "../sources/source-view.js";
import type { ConditionalRegion } from "./conditional-regions.js";

export interface MemberPlace {
  /** Qualified name of the class, or the tag. */
  readonly owner: string;
  /** C: the field that stands behind the region. */
  readonly before?: string;
  /** Access where the region begins; C++ only. */
  readonly access?: string;
  /** The declarations as they are written. */
  readonly members: string;
}

/** Definitions of members outside of the class: `void Thread::add()` with its owner taken off. */
export interface DefinitionPlace {
  readonly owner: string;
  /** Each with the offset of `Owner::` in it. */
  readonly definitions: readonly { readonly text: string; readonly ownerAt: number }[];
}

/** Undefined when the region is in no class of this unit. */
export function placeInClass(
  { facts }: AnalysedText,
  view: SourceView,
  region: ConditionalRegion,
): Found<MemberPlace> | undefined {
  for (const entity of facts.entities) {
    if (entity.kind !== "class" || entity.definition === undefined) continue;
    const { body } = entity.definition;
    const [open, close] = [view.tokenAt(body.start), view.tokenAt(body.end - 1)];
    if (open === undefined || close === undefined || open.source.file !== region.source.file) continue;
    if (open.token.end > region.body.start || close.token.start < region.body.end) continue;
    if (entity.name === "" || entity.local === true)
      return { reason: "the struct has no name that a pointcut could say" };
    const inner = facts.entities.some(
      (other) =>
        other.kind === "class" &&
        other.definition !== undefined &&
        other !== entity &&
        contains(body, other.definition.body) &&
        isAround(view, other, region),
    );
    if (!inner) return membersOf(entity, region, facts.language, open.token.end, close.token.start);
  }
  return undefined;
}

function isAround(view: SourceView, { definition }: ClassEntity, region: ConditionalRegion): boolean {
  if (definition === undefined) return false;
  const [open, close] = [view.tokenAt(definition.body.start), view.tokenAt(definition.body.end - 1)];
  return (
    open !== undefined &&
    close !== undefined &&
    open.token.end <= region.body.start &&
    close.token.start >= region.body.end
  );
}

function membersOf(
  entity: ClassEntity,
  { source: { text }, body, whole }: ConditionalRegion,
  language: string,
  open: number,
  close: number,
): Found<MemberPlace> {
  const owner = [...entity.scope, entity.name].join("::");
  const members = text.slice(body.start, body.end);
  if (entity.key === "union") return { reason: "it is part of a union" };
  if (language === "c") {
    const field = nextField(text, whole.end, close);
    return { owner, members, ...(field === undefined ? {} : { before: field }) };
  }
  if (tokenize(members).some((token, index, all) => isAccess(token, all[index + 1])))
    return { reason: "it changes the access of the members behind it" };
  const labels = tokenize(text, open, body.start).filter((token, index, all) =>
    isAccess(token, all[index + 1]),
  );
  return { owner, members, access: labels.at(-1)?.text ?? (entity.key === "class" ? "private" : "public") };
}

const isAccess = ({ text }: Token, next: Token | undefined) =>
  /^(?:public|private|protected)$/.test(text) && next?.text === ":";

/** The name that the next declaration declares. */
function nextField(text: string, from: number, to: number): string | undefined {
  const tokens = tokenize(text, from, to);
  const end = tokens.findIndex((token) => /^[;,=[:{]$/.test(token.text));
  const name = tokens[end - 1];
  return end > 0 && name?.kind === "identifier" && tokens[end]?.text !== "{" ? name.text : undefined;
}

/** At file scope: definitions of members of one class, and nothing else. */
export function placeAtFileScope({ source, body }: ConditionalRegion): Found<DefinitionPlace> {
  const definitions: { text: string; ownerAt: number }[] = [];
  let owner: string | undefined;
  for (const { range, tokens } of topLevel(source.text, body)) {
    const at = tokens.findIndex(
      ({ text }, index) => text === "::" && tokens[index - 1]?.kind === "identifier",
    );
    const name = tokens[at - 1];
    if (
      at === -1 ||
      name === undefined ||
      /^(?:typedef|struct|class|union|enum|namespace|using|template|extern)$/.test(tokens[0]?.text ?? "")
    )
      return {
        reason: "a declaration at file scope would come behind the code that needs it, or once in every unit",
      };
    if (owner !== undefined && owner !== name.text)
      return { reason: "it defines members of several classes" };
    owner = name.text;
    definitions.push({ text: source.text.slice(range.start, range.end), ownerAt: name.start - range.start });
  }
  return owner === undefined ? { reason: "nothing stands in it" } : { owner, definitions };
}

function topLevel(text: string, body: TextRange): { range: TextRange; tokens: Token[] }[] {
  const pieces: { range: TextRange; tokens: Token[] }[] = [];
  let depth = 0;
  let own: Token[] = [];
  for (const token of tokenize(text, body.start, body.end)) {
    own.push(token);
    if (/^[([{]$/.test(token.text)) depth++;
    if (/^[)\]}]$/.test(token.text)) depth--;
    if (depth !== 0 || (token.text !== ";" && token.text !== "}")) continue;
    pieces.push({ range: { start: own[0]?.start ?? 0, end: token.end }, tokens: own });
    own = [];
  }
  return pieces;
}
