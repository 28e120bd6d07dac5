/** Classes from the addon's declaration rows: bases, members in order, and where their definition stands. */
import type {
  Access,
  BaseClass,
  ClassDefinition,
  ClassEntity,
  EntityId,
  TextRange,
} from "../../../model/index.js";
import { skipTrivia } from "../tree/lexical.js";
import { BASE_ROW, RawRole } from "../tree/raw-unit.js";
import {
  type DeclarationReader,
  endOfWord,
  type Mutable,
  readAnnotations,
  readScope,
} from "./read-entity.js";
import { addSpecialMembers } from "./special-members.js";

type RawDeclarationId = number;

export function readClass(reader: DeclarationReader, id: RawDeclarationId, self: EntityId): ClassEntity {
  const { string, types, column } = reader;
  const name = string(column(id, "name"));
  const start = Math.max(0, column(id, "nameStart"));
  const scope = readScope(reader, id);
  const instance = column(id, "template") >= 0;
  const pattern = reader.hasFlag(id, "pattern");
  const members: EntityId[] = [];
  const entity: Mutable<ClassEntity> & { members: EntityId[] } = {
    kind: "class",
    usr: string(column(id, "usr")),
    name,
    scope,
    // A class named by a typedef has no name of its own.
    nameRange: {
      start,
      end: reader.text.startsWith(name.replace(/<.*/s, ""), start)
        ? endOfName(reader.text, start, name)
        : start,
    },
    type: typeOf(reader, id, [...scope, name].join("::")),
    isStatic: false,
    key: KEYS[column(id, "role")] ?? "struct",
    bases: [],
    members,
  };
  readAnnotations(reader, id, entity);
  entity.bases = readBases(reader, id);
  if (instance) entity.template = "instance";
  else if (pattern) entity.template = "pattern";
  const definition = instantiated(reader, id) ? undefined : definitionOf(reader, id, entity);
  if (definition !== undefined) entity.definition = definition;
  for (const member of membersOf(reader, id)) members.push(reader.entityOf(member));
  if (isLocal(reader, id, entity)) entity.local = true;
  if (isPolymorphic(reader, id, entity)) entity.polymorphic = true;
  if (reader.hasFlag(id, "mayBePod")) entity.passing = "plain";
  else if (reader.hasFlag(id, "copiedAsBytes")) entity.passing = "bytes";
  const complete = definition !== undefined && reader.topLevelOf().has(id);
  if (complete && reader.cplusplus && entity.key !== "union") addSpecialMembers(reader, entity, self, types);
  return entity;
}

const KEYS: Readonly<Record<number, ClassEntity["key"]>> = {
  [RawRole.class]: "class",
  [RawRole.union]: "union",
};

// A template has no type in libclang, a partial specialisation one that numbers its parameters.
function typeOf({ types, column, text }: DeclarationReader, id: RawDeclarationId, name: string): number {
  const type = types.typeOf(column(id, "type"));
  const spelling = (types.types[type] as { spelling: string }).spelling;
  if (column(id, "type") >= 0 && !spelling.includes("type-parameter-")) return type;
  const written = /^[^{;:]*/.exec(text.slice(endOfWord(text, column(id, "nameStart")), column(id, "end")));
  const specialised = spelling === "" ? name : `${name}${written?.[0].trim() ?? ""}`;
  return types.add({
    kind: "record",
    spelling: specialised,
    name: specialised,
    usr: "",
    isConst: false,
    isVolatile: false,
  });
}

const ACCESS: Readonly<Record<number, Access>> = { 2: "protected", 3: "private" };

function readBases({ raw, column, entityOf }: DeclarationReader, id: RawDeclarationId): BaseClass[] {
  const first = column(id, "bases");
  const bases: BaseClass[] = [];
  for (let at = first; at < first + column(id, "baseCount") * BASE_ROW; at += BASE_ROW)
    bases.push({
      entity: entityOf(raw.lists[at] as number),
      access: ACCESS[raw.lists[at + 1] as number] ?? "public",
      isVirtual: raw.lists[at + 2] === 1,
    });
  return bases;
}

/** Members as declared, those of anonymous unions in their place, then those that only uses tell of. */
function membersOf(reader: DeclarationReader, id: RawDeclarationId): RawDeclarationId[] {
  const members = new Set<RawDeclarationId>();
  const add = (owner: RawDeclarationId) => {
    const first = reader.column(owner, "members");
    for (const member of reader.raw.lists.subarray(first, first + reader.column(owner, "memberCount")))
      if (reader.hasFlag(member, "anonymous")) add(member);
      else members.add(member);
  };
  add(id);
  for (const member of reader.mentionedMembers().get(id) ?? [])
    if (!reader.hasFlag(member, "anonymous")) members.add(member);
  return [...members];
}

/** An implicit instantiation: its text is the template's. */
function instantiated({ column }: DeclarationReader, id: RawDeclarationId): boolean {
  const template = column(id, "template");
  return template >= 0 && column(template, "nameStart") === column(id, "nameStart");
}

function definitionOf(
  reader: DeclarationReader,
  id: RawDeclarationId,
  entity: ClassEntity,
): ClassDefinition | undefined {
  const { text, column } = reader;
  if (!reader.hasFlag(id, "definition")) return undefined;
  const end = column(id, "end");
  const open = openingBrace(text, entity.nameRange.end, end);
  if (open === -1 || text[end - 1] !== "}") return undefined;
  const start = classKeyBefore(text, column(id, "start"), entity.nameRange.start, entity.key);
  const definition: Mutable<ClassDefinition> = {
    range: { start, end },
    body: { start: open, end },
    topLevel: reader.startOfTopLevel(reader.topLevelOf().get(id) ?? column(id, "start")),
  };
  if (entity.key !== "union") definition.baseClause = baseClauseOf(text, entity.nameRange.end, open);
  return definition;
}

// After `template <class T>` and attributes: the last class key before the name.
function classKeyBefore(text: string, start: number, name: number, key: string): number {
  if (name <= start) return start;
  const at = text.slice(start, name).lastIndexOf(key);
  return at === -1 ? start : start + at;
}

/** The brace that opens the body; those in parentheses (of template arguments in the base clause) don't count. */
function openingBrace(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = skipTrivia(text, from); at < end; at = skipTrivia(text, at + 1)) {
    const c = text[at] as string;
    if ("([".includes(c)) depth++;
    else if (")]".includes(c)) depth--;
    else if (c === "{" && depth === 0) return at;
  }
  return -1;
}

/** From `:` to the last base; empty, after the name and `final`, where there is none. */
function baseClauseOf(text: string, from: number, open: number): TextRange {
  let end = open;
  while (end > from && /\s/.test(text[end - 1] as string)) end--;
  const colon = /(?<!:):(?!:)/.exec(text.slice(from, end));
  return { start: colon === null ? end : from + colon.index, end };
}

function endOfName(text: string, start: number, name: string): number {
  return name === "" ? start : endOfWord(text, start);
}

function isLocal(reader: DeclarationReader, id: RawDeclarationId, { member }: ClassEntity): boolean {
  if (reader.hasFlag(id, "blockScope")) return true;
  const owner = member === undefined ? undefined : reader.column(id, "class");
  return owner !== undefined && reader.hasFlag(owner, "blockScope");
}

function isPolymorphic(reader: DeclarationReader, id: RawDeclarationId, { bases }: ClassEntity): boolean {
  if (reader.hasFlag(id, "polymorphic")) return true;
  return bases.some(({ entity }) => {
    const base = reader.entity(entity);
    return base?.kind === "class" && base.polymorphic === true;
  });
}
