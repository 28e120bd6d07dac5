/** Entities on their way between processes. */
import type {
  Access,
  BaseClass,
  ClassDefinition,
  ClassEntity,
  DefaultName,
  Entity,
  FunctionEntity,
  FunctionRole,
  Parameter,
  VariableEntity,
} from "../../../model/index.js";
import type { Reader, Writer } from "./pack.js";
import { readOptional, readRange, writeOptional, writeRange } from "./pack-ranges.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const ENTITY_KINDS = ["function", "variable", "field", "class"] as const satisfies Entity["kind"][];
const ACCESS = ["public", "protected", "private"] as const satisfies Access[];
const KEYS = ["class", "struct", "union"] as const satisfies ClassEntity["key"][];
const PASSINGS = ["bytes", "plain"] as const satisfies ClassEntity["passing"][];
const ROLES = [
  "constructor",
  "destructor",
  "conversion",
  "operator",
  "lambda",
  "builtin",
] as const satisfies FunctionRole[];
/** In the order of their bits. */
const FUNCTION_FLAGS = [
  "isVirtual",
  "isPure",
  "isImplicit",
  "isDeleted",
  "isDefaulted",
  "isExplicit",
  "isConstexpr",
  "isExternC",
  "isNoexcept",
] as const satisfies (keyof FunctionEntity)[];

// The readers build each object in one literal: spreading one into another costs ten times as much.

export function writeEntity(writer: Writer, entity: Entity): void {
  writer.number(ENTITY_KINDS.indexOf(entity.kind));
  writer.string(entity.usr);
  writer.string(entity.name);
  writer.list(entity.scope, writer.string);
  writeRange(writer, entity.nameRange);
  writer.number(entity.type);
  switch (entity.kind) {
    case "function":
      writeFunction(writer, entity);
      break;
    case "class":
      writeClass(writer, entity);
      break;
    default:
      writer.number(bits(entity.isStatic, entity.blockScope === true) | extraBit(entity));
      writer.number(entity.bitWidth ?? -1);
  }
  if (extraBit(entity)) writeExtras(writer, entity);
}

export function readEntity(reader: Reader): Entity {
  const kind = ENTITY_KINDS[reader.number()] as Entity["kind"];
  const usr = reader.string();
  const name = reader.string();
  const scope = reader.list(reader.string);
  const nameRange = readRange(reader);
  const type = reader.number();
  const flags = reader.number();
  const isStatic = (flags & 1) !== 0;
  const base = { usr, name, scope, nameRange, type, isStatic };
  const entity: Mutable<Entity> =
    kind === "function"
      ? readFunction(reader, flags, base)
      : kind === "class"
        ? readClass(reader, flags, base)
        : readVariable(reader, flags, kind, base);
  if (flags & EXTRAS) readExtras(reader, entity);
  return entity;
}

type Base = Pick<Entity, "usr" | "name" | "scope" | "nameRange" | "type" | "isStatic">;

function readVariable(
  reader: Reader,
  flags: number,
  kind: VariableEntity["kind"],
  { usr, name, scope, nameRange, type, isStatic }: Base,
): Mutable<VariableEntity> {
  const bitWidth = reader.number();
  const variable: Mutable<VariableEntity> = { kind, usr, name, scope, nameRange, type, isStatic };
  if (bitWidth >= 0) variable.bitWidth = bitWidth;
  if (flags & 2) variable.blockScope = true;
  return variable;
}

const EXTRAS = 1 << 6;
const CPLUSPLUS = 1 << 7;

/** Set where an entity has what most have not: membership, attributes. */
function extraBit(entity: Entity): number {
  return entity.member !== undefined || entity.attributes !== undefined ? EXTRAS : 0;
}

function writeExtras(writer: Writer, { member, attributes }: Entity): void {
  writer.number(member?.ofClass ?? -1);
  if (member !== undefined) writer.number(ACCESS.indexOf(member.access));
  writer.list(attributes ?? [], writer.string);
}

function readExtras(reader: Reader, entity: Mutable<Entity>): void {
  const ofClass = reader.number();
  if (ofClass >= 0) entity.member = { ofClass, access: ACCESS[reader.number()] as Access };
  const attributes = reader.list(reader.string);
  if (attributes.length > 0) entity.attributes = attributes;
}

function writeFunction(writer: Writer, entity: FunctionEntity): void {
  const { isStatic, variadic, isInline, noReturn, noInstrument, blockScope } = entity;
  const more = moreFlags(entity);
  writer.number(
    bits(isStatic, variadic, isInline, noReturn, noInstrument, blockScope) |
      extraBit(entity) |
      (more === 0 ? 0 : CPLUSPLUS),
  );
  writer.number(entity.result);
  writer.list(entity.parameters, (parameter) => writeParameter(writer, parameter));
  if (more === 0) return;
  writer.number(more);
  writer.list(entity.overrides ?? [], writer.number);
  if (entity.template === "instance") writer.list(entity.templateArguments ?? [], writer.string);
  writeOptional(writer, entity.declarationRange);
}

// Bits 0 to 8 are the flags, 9 to 11 the role + 1, 12 and 13 the template role, 14 that there is more.
function moreFlags(entity: FunctionEntity): number {
  let flags = 0;
  for (let bit = 0; bit < FUNCTION_FLAGS.length; bit++)
    if (entity[FUNCTION_FLAGS[bit] as (typeof FUNCTION_FLAGS)[number]]) flags |= 1 << bit;
  if (entity.role !== undefined) flags |= (ROLES.indexOf(entity.role) + 1) << 9;
  flags |= templateBits(entity) << 12;
  if (entity.overrides !== undefined || entity.declarationRange !== undefined) flags |= 1 << 14;
  return flags;
}

function templateBits({ template }: FunctionEntity | ClassEntity): number {
  return template === undefined ? 0 : template === "pattern" ? 1 : 2;
}

function readFunction(
  reader: Reader,
  flags: number,
  { usr, name, scope, nameRange, type, isStatic }: Base,
): Mutable<FunctionEntity> {
  const entity: Mutable<FunctionEntity> = {
    kind: "function",
    usr,
    name,
    scope,
    nameRange,
    type,
    isStatic,
    variadic: (flags & 2) !== 0,
    isInline: (flags & 4) !== 0,
    noReturn: (flags & 8) !== 0,
    noInstrument: (flags & 16) !== 0,
    blockScope: (flags & 32) !== 0,
    result: reader.number(),
    parameters: reader.list(() => readParameter(reader)),
  };
  if ((flags & CPLUSPLUS) === 0) return entity;
  const more = reader.number();
  for (let bit = 0; bit < FUNCTION_FLAGS.length; bit++)
    if (more & (1 << bit)) entity[FUNCTION_FLAGS[bit] as (typeof FUNCTION_FLAGS)[number]] = true;
  const role = (more >> 9) & 7;
  if (role !== 0) entity.role = ROLES[role - 1] as FunctionRole;
  if (more & (1 << 12)) entity.template = "pattern";
  else if (more & (2 << 12)) entity.template = "instance";
  const overrides = reader.list(reader.number);
  if (overrides.length > 0) entity.overrides = overrides;
  if (entity.template === "instance") {
    const given = reader.list(reader.string);
    if (given.length > 0) entity.templateArguments = given;
  }
  const declarationRange = readOptional(reader);
  if (declarationRange !== undefined) entity.declarationRange = declarationRange;
  return entity;
}

function writeParameter(
  writer: Writer,
  { name, type, isRegister, defaultValue, defaultNames }: Parameter,
): void {
  writer.string(name);
  writer.number(type);
  writer.number(bits(isRegister, defaultValue !== undefined, defaultNames !== undefined));
  if (defaultValue !== undefined) writeRange(writer, defaultValue);
  if (defaultNames !== undefined) writer.list(defaultNames, (one) => writeDefaultName(writer, one));
}

function writeDefaultName(writer: Writer, { at, scope, isPublic, inTemplate }: DefaultName): void {
  writer.number(at);
  writer.list(scope, writer.string);
  writer.flags(isPublic, inTemplate);
}

function readDefaultName(reader: Reader): DefaultName {
  const at = reader.number();
  const scope = reader.list(reader.string);
  const flags = reader.number();
  return { at, scope, isPublic: (flags & 1) !== 0, inTemplate: (flags & 2) !== 0 };
}

function readParameter(reader: Reader): Parameter {
  const name = reader.string();
  const type = reader.number();
  const flags = reader.number();
  const isRegister = (flags & 1) !== 0;
  if ((flags & 2) === 0) return { name, type, isRegister };
  const defaultValue = readRange(reader);
  return flags & 4
    ? { name, type, isRegister, defaultValue, defaultNames: reader.list(() => readDefaultName(reader)) }
    : { name, type, isRegister, defaultValue };
}

function writeClass(writer: Writer, entity: ClassEntity): void {
  const { isStatic, polymorphic, local, definition, passing } = entity;
  writer.number(
    bits(isStatic, polymorphic === true, local === true, definition !== undefined) |
      (templateBits(entity) << 4) |
      extraBit(entity),
  );
  writer.number(KEYS.indexOf(entity.key));
  writer.number(passing === undefined ? -1 : PASSINGS.indexOf(passing));
  writer.list(entity.bases, (base) => {
    writer.number(base.entity);
    writer.number(ACCESS.indexOf(base.access));
    writer.number(bits(base.isVirtual));
  });
  writer.list(entity.members, writer.number);
  if (definition === undefined) return;
  writeRange(writer, definition.range);
  writeOptional(writer, definition.baseClause);
  writeRange(writer, definition.body);
  writer.number(definition.topLevel);
}

function readClass(
  reader: Reader,
  flags: number,
  { usr, name, scope, nameRange, type, isStatic }: Base,
): Mutable<ClassEntity> {
  const key = KEYS[reader.number()] as ClassEntity["key"];
  const passing = PASSINGS[reader.number()];
  const bases = reader.list(() => readBase(reader));
  const members = reader.list(reader.number);
  const entity: Mutable<ClassEntity> = {
    kind: "class",
    usr,
    name,
    scope,
    nameRange,
    type,
    isStatic,
    key,
    bases,
    members,
  };
  if (flags & 2) entity.polymorphic = true;
  if (flags & 4) entity.local = true;
  if (passing !== undefined) entity.passing = passing;
  if (flags & 16) entity.template = "pattern";
  else if (flags & 32) entity.template = "instance";
  if (flags & 8) entity.definition = readDefinition(reader);
  return entity;
}

function readBase(reader: Reader): BaseClass {
  const entity = reader.number();
  return { entity, access: ACCESS[reader.number()] as Access, isVirtual: reader.number() !== 0 };
}

function readDefinition(reader: Reader): ClassDefinition {
  const range = readRange(reader);
  const baseClause = readOptional(reader);
  const body = readRange(reader);
  const topLevel = reader.number();
  return baseClause === undefined ? { range, body, topLevel } : { range, baseClause, body, topLevel };
}

function bits(...values: boolean[]): number {
  let flags = 0;
  for (let bit = 0; bit < values.length; bit++) if (values[bit]) flags |= 1 << bit;
  return flags;
}
