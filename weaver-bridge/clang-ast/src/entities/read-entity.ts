/** Functions, variables and fields from the addon's declaration rows. */
import type {
  Access,
  DefaultName,
  Entity,
  EntityId,
  FunctionEntity,
  FunctionRole,
  Membership,
  Parameter,
  TextRange,
  VariableEntity,
} from "../../../model/index.js";
import { parenthesesAfter, skipTrivia } from "../tree/lexical.js";
import {
  DEFAULT_NAME_ROW,
  type DeclarationColumn,
  DeclarationFlag,
  DefaultNameFlag,
  PARAMETER_ROW,
  RawDeclarationKind,
  RawRole,
  type RawUnit,
  type StringReader,
} from "../tree/raw-unit.js";
import type { AttributeTable } from "./attributes.js";
import type { TypeTable } from "./type-table.js";

type RawDeclarationId = number;

/** What describing an entity needs of its unit. */
export interface DeclarationReader {
  readonly raw: RawUnit;
  readonly types: TypeTable;
  readonly string: StringReader;
  readonly text: string;
  readonly cplusplus: boolean;
  readonly moves: boolean;
  readonly attributes: AttributeTable;
  column(id: RawDeclarationId, name: keyof typeof DeclarationColumn): number;
  hasFlag(id: RawDeclarationId, flag: keyof typeof DeclarationFlag): boolean;
  entityOf(id: RawDeclarationId): EntityId;
  entity(id: EntityId): Entity;
  add(entity: Entity): EntityId;
  /** Start of the file-scope declaration that the offset lies in. */
  startOfTopLevel(offset: number): number;
  topLevelOf(): ReadonlyMap<RawDeclarationId, number>;
  mentionedMembers(): ReadonlyMap<RawDeclarationId, readonly RawDeclarationId[]>;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function readFunction(reader: DeclarationReader, id: RawDeclarationId): FunctionEntity {
  const { types, string } = reader;
  const flags = reader.column(id, "flags");
  const entity: Mutable<FunctionEntity> = {
    kind: "function",
    usr: string(reader.column(id, "usr")),
    name: string(reader.column(id, "name")),
    scope: readScope(reader, id),
    nameRange: nameRangeOf(reader, id),
    type: types.typeOf(reader.column(id, "type")),
    isStatic: (flags & DeclarationFlag.static) !== 0,
    result: types.typeOf(reader.column(id, "result")),
    parameters: readParameters(reader, id),
    variadic: (flags & DeclarationFlag.variadic) !== 0,
    isInline: (flags & DeclarationFlag.inline) !== 0,
    noReturn: (flags & DeclarationFlag.noReturn) !== 0,
    noInstrument: (flags & DeclarationFlag.noInstrument) !== 0,
    blockScope: (flags & DeclarationFlag.blockScope) !== 0,
  };
  readAnnotations(reader, id, entity);
  if (reader.cplusplus) readFunctionOfCplusplus(reader, id, flags, entity);
  return entity;
}

const FUNCTION_ROLES: Readonly<Record<number, FunctionRole>> = {
  [RawRole.constructor]: "constructor",
  [RawRole.destructor]: "destructor",
  [RawRole.conversion]: "conversion",
  [RawRole.operator]: "operator",
  [RawRole.lambda]: "lambda",
};

const FUNCTION_FLAGS = [
  [DeclarationFlag.virtual, "isVirtual"],
  [DeclarationFlag.pure, "isPure"],
  [DeclarationFlag.implicit, "isImplicit"],
  [DeclarationFlag.deleted, "isDeleted"],
  [DeclarationFlag.defaulted, "isDefaulted"],
  [DeclarationFlag.explicit, "isExplicit"],
  [DeclarationFlag.constexpr, "isConstexpr"],
  [DeclarationFlag.externC, "isExternC"],
  [DeclarationFlag.noexcept, "isNoexcept"],
] as const;

function readFunctionOfCplusplus(
  reader: DeclarationReader,
  id: RawDeclarationId,
  flags: number,
  entity: Mutable<FunctionEntity>,
): void {
  const role = FUNCTION_ROLES[reader.column(id, "role")];
  if (role !== undefined) entity.role = role;
  if (reader.column(id, "template") >= 0) {
    entity.template = "instance";
    const texts = templateArgumentsOf(reader, id);
    if (texts.length > 0) entity.templateArguments = texts;
  } else if (flags & DeclarationFlag.pattern) entity.template = "pattern";
  for (const [flag, key] of FUNCTION_FLAGS) if (flags & flag) entity[key] = true;
  const first = reader.column(id, "members");
  const overrides = reader.raw.lists.subarray(first, first + reader.column(id, "memberCount"));
  if (overrides.length > 0) entity.overrides = Array.from(overrides, (raw) => reader.entityOf(raw));
  if (entity.member !== undefined && reader.column(id, "firstName") >= 0)
    entity.declarationRange = declarationRangeOf(reader, id, entity);
}

function templateArgumentsOf({ raw, string, column }: DeclarationReader, id: RawDeclarationId): string[] {
  const from = column(id, "bases");
  return Array.from(raw.lists.subarray(from, from + column(id, "baseCount")), string);
}

export function readVariable(reader: DeclarationReader, id: RawDeclarationId): VariableEntity {
  const { types, string } = reader;
  const flags = reader.column(id, "flags");
  const bitWidth = reader.column(id, "bitWidth");
  const entity: Mutable<VariableEntity> = {
    kind: reader.column(id, "kind") === RawDeclarationKind.field ? "field" : "variable",
    usr: string(reader.column(id, "usr")),
    name: string(reader.column(id, "name")),
    scope: readScope(reader, id),
    nameRange: nameRangeOf(reader, id),
    type: types.typeOf(reader.column(id, "type")),
    isStatic: (flags & DeclarationFlag.static) !== 0,
  };
  if (bitWidth >= 0) entity.bitWidth = bitWidth;
  if (flags & DeclarationFlag.blockScope) entity.blockScope = true;
  readAnnotations(reader, id, entity);
  return entity;
}

/** Membership and attributes, which every kind of entity may have. */
export function readAnnotations(
  reader: DeclarationReader,
  id: RawDeclarationId,
  entity: Mutable<Entity>,
): void {
  if (!reader.cplusplus) return;
  const owner = reader.column(id, "class");
  if (owner >= 0) entity.member = membershipOf(reader, id, owner);
  const start = reader.column(id, "start");
  if (start < 0) return;
  const attributes = reader.attributes.of(
    { start, end: reader.column(id, "end") },
    entity.nameRange.start,
    entity.scope,
  );
  const earlier = earlierAttributes(reader, id, entity);
  const others = redeclaredAttributes(reader, id, entity);
  const all = [
    ...new Set([...(attributes ?? []), ...earlier, ...others, ...attributesOfPattern(reader, id)]),
  ];
  if (all.length > 0) entity.attributes = all;
}

/** An instance has what its template was declared with; an explicit specialisation, which is written elsewhere, has its own. */
function attributesOfPattern(reader: DeclarationReader, id: RawDeclarationId): readonly string[] {
  const pattern = reader.column(id, "template");
  if (pattern < 0) return [];
  const places = [reader.column(pattern, "nameStart"), reader.column(pattern, "firstName")];
  const isWritten = !places.includes(reader.column(id, "nameStart"));
  return isWritten ? [] : (reader.entity(reader.entityOf(pattern)).attributes ?? []);
}

/** Those of the first declaration, where that is another: an attribute belongs to the entity. */
function earlierAttributes(
  { text, column, attributes }: DeclarationReader,
  id: RawDeclarationId,
  { scope }: Entity,
): readonly string[] {
  const name = column(id, "firstName");
  if (name < 0) return [];
  let start = name;
  while (start > 0 && !";{}".includes(text[start - 1] as string)) start--;
  return attributes.of({ start, end: column(id, "firstEnd") }, name, scope) ?? [];
}

/** Those of further declarations. */
function redeclaredAttributes(
  { raw: { redeclared }, attributes }: DeclarationReader,
  id: RawDeclarationId,
  { scope }: Entity,
): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < redeclared.length; at += 4) {
    if (redeclared[at] !== id) continue;
    const [name = -1, start = -1, end = -1] = redeclared.subarray(at + 1, at + 4);
    found.push(...(attributes.of({ start, end }, name, scope) ?? []));
  }
  return found;
}

const ACCESS: Readonly<Record<number, Access>> = { 2: "protected", 3: "private" };

function membershipOf(reader: DeclarationReader, id: RawDeclarationId, owner: RawDeclarationId): Membership {
  return { ofClass: reader.entityOf(owner), access: ACCESS[reader.column(id, "access")] ?? "public" };
}

export function readScope({ raw, string, column }: DeclarationReader, id: RawDeclarationId): string[] {
  const first = column(id, "scope");
  return Array.from(raw.lists.subarray(first, first + column(id, "scopeLength")), string);
}

/** The name as it stands in the text: `operator  +=`, `~ K`. */
export function nameRangeOf(reader: DeclarationReader, id: RawDeclarationId): TextRange {
  const start = Math.max(0, reader.column(id, "nameStart"));
  const end = Math.max(start, reader.column(id, "nameEnd"));
  if (!reader.cplusplus || reader.column(id, "kind") !== RawDeclarationKind.function) return { start, end };
  // Of an implicit member, the class's.
  if (reader.hasFlag(id, "implicit")) return { start, end: endOfWord(reader.text, start) };
  return { start, end: endOfName(reader.text, start, end, reader.column(id, "role")) };
}

export function endOfName(text: string, start: number, end: number, role: number): number {
  if (role === RawRole.destructor && text[start] === "~") {
    const name = skipTrivia(text, start + 1);
    return name + (end - start - 1);
  }
  if (role === RawRole.lambda && text[start] === "[") return start + 1;
  const spelled = role === RawRole.operator || role === RawRole.lambda || role === RawRole.conversion;
  if (!spelled || !text.startsWith("operator", start)) return end;
  let at = skipTrivia(text, start + "operator".length);
  if (text[at] === "(") at = skipTrivia(text, at + 1) + 1;
  else while (at < text.length && text[at] !== "(") at++;
  while (at > start && /\s/.test(text[at - 1] as string)) at--;
  return at;
}

/** One past the identifier that starts there. */
export function endOfWord(text: string, start: number): number {
  const word = /^[A-Za-z_$][\w$]*/.exec(text.slice(start, start + 256));
  return start + (word?.[0].length ?? 0);
}

function declarationRangeOf(
  { text, column }: DeclarationReader,
  id: RawDeclarationId,
  { name }: FunctionEntity,
): TextRange {
  const start = column(id, "firstName");
  const nameEnd = endOfName(text, start, start + name.length, column(id, "role"));
  return { start: parenthesesAfter(text, nameEnd).start, end: column(id, "firstEnd") };
}

function readDefaultNames(
  { lists }: RawUnit,
  string: StringReader,
  first: number,
  count: number,
): DefaultName[] {
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * DEFAULT_NAME_ROW;
    const flags = lists[at + 2] as number;
    return {
      at: lists[at] as number,
      scope: string(lists[at + 1] as number)
        .split("\n")
        .slice(0, -1),
      isPublic: (flags & DefaultNameFlag.notPublic) === 0,
      inTemplate: (flags & DefaultNameFlag.inTemplate) !== 0,
    };
  });
}

function readParameters(
  { raw, types, string, column }: DeclarationReader,
  id: RawDeclarationId,
): Parameter[] {
  const first = column(id, "parameters");
  const parameters: Parameter[] = [];
  for (let at = first; at < first + column(id, "parameterCount") * PARAMETER_ROW; at += PARAMETER_ROW) {
    const parameter: Mutable<Parameter> = {
      name: string(raw.lists[at] as number),
      type: types.decayed(types.typeOf(raw.lists[at + 1] as number)),
      isRegister: raw.lists[at + 2] === 1,
    };
    const start = raw.lists[at + 3] as number;
    if (start >= 0) {
      parameter.defaultValue = { start, end: raw.lists[at + 4] as number };
      const names = readDefaultNames(raw, string, raw.lists[at + 5] as number, raw.lists[at + 6] as number);
      if (names.length > 0) parameter.defaultNames = names;
    }
    parameters.push(parameter);
  }
  return parameters;
}
