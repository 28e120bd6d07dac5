/** Facts as two flat containers and back; `unpackFacts(packFacts(facts))` equals `facts`. */
import type {
  AccessShadow,
  Entity,
  ObjectOperand,
  Operand,
  Parameter,
  ReturnStatement,
  Shadow,
  TextRange,
  Type,
  VariableEntity,
  Write,
} from "../../model/index.js";
import { createReader, createWriter, type Packed, type Reader, type Writer } from "./pack.js";
import type { PlainFacts } from "./unit-facts.js";

export interface PackedFacts extends Packed {
  readonly rest: Pick<PlainFacts, "language" | "diagnostics" | "engine">;
}

export function packFacts({
  types,
  entities,
  shadows,
  language,
  diagnostics,
  engine,
}: PlainFacts): PackedFacts {
  const writer = createWriter();
  writer.list(types, (type) => writeType(writer, type));
  writer.list(entities, (entity) => writeEntity(writer, entity));
  writer.list(shadows, (shadow) => writeShadow(writer, shadow));
  return { ...writer.finish(), rest: { language, diagnostics, engine } };
}

export function unpackFacts(packed: PackedFacts): PlainFacts {
  const reader = createReader(packed);
  const types = reader.list(() => readType(reader));
  const entities = reader.list(() => readEntity(reader));
  const shadows = reader.list(() => readShadow(reader));
  const { language, diagnostics, engine } = packed.rest;
  return { language, types, entities, shadows, diagnostics, engine };
}

const TYPE_KINDS = [
  "builtin",
  "pointer",
  "lvalue-reference",
  "rvalue-reference",
  "member-pointer",
  "array",
  "function",
  "record",
  "enum",
  "typedef",
  "other",
] as const satisfies Type["kind"][];
const ENTITY_KINDS = ["function", "variable", "field"] as const satisfies Entity["kind"][];
const SHADOW_KINDS = ["execution", "call", "get", "set", "ref"] as const satisfies Shadow["kind"][];
const WRITE_FORMS = ["assign", "compound", "prefix", "postfix"] as const satisfies Write["form"][];

function writeType(writer: Writer, type: Type): void {
  writer.number(TYPE_KINDS.indexOf(type.kind));
  writer.string(type.spelling);
  writer.flags(type.isConst, type.isVolatile, type.nameless === true);
  switch (type.kind) {
    case "pointer":
    case "lvalue-reference":
    case "rvalue-reference":
      writer.number(type.to);
      break;
    case "member-pointer":
      writer.number(type.to);
      writer.number(type.ofClass);
      break;
    case "array":
      writer.number(type.of);
      writer.number(type.size ?? -1);
      break;
    case "function":
      writer.number(type.result);
      writer.flags(type.variadic);
      writer.list(type.parameters, writer.number);
      break;
    case "record":
    case "enum":
      writer.string(type.name);
      writer.string(type.usr);
      break;
    case "typedef":
      writer.string(type.name);
      writer.number(type.underlying);
      break;
    case "builtin":
    case "other":
      break;
  }
}

// The readers build each object in one literal: spreading one into another costs ten times as much.

function readType(reader: Reader): Type {
  const kind = TYPE_KINDS[reader.number()] as Type["kind"];
  const spelling = reader.string();
  const flags = reader.number();
  const isConst = (flags & 1) !== 0;
  const isVolatile = (flags & 2) !== 0;
  const type = readTypeOf(reader, kind, spelling, isConst, isVolatile);
  return flags & 4 ? Object.assign(type, { nameless: true }) : type;
}

function readTypeOf(
  reader: Reader,
  kind: Type["kind"],
  spelling: string,
  isConst: boolean,
  isVolatile: boolean,
): Type {
  switch (kind) {
    case "pointer":
    case "lvalue-reference":
    case "rvalue-reference":
      return { kind, spelling, isConst, isVolatile, to: reader.number() };
    case "member-pointer":
      return { kind, spelling, isConst, isVolatile, to: reader.number(), ofClass: reader.number() };
    case "array": {
      const of = reader.number();
      const size = reader.number();
      return size < 0
        ? { kind, spelling, isConst, isVolatile, of }
        : { kind, spelling, isConst, isVolatile, of, size };
    }
    case "function": {
      const result = reader.number();
      const variadic = reader.number() !== 0;
      return {
        kind,
        spelling,
        isConst,
        isVolatile,
        result,
        variadic,
        parameters: reader.list(reader.number),
      };
    }
    case "record":
    case "enum":
      return { kind, spelling, isConst, isVolatile, name: reader.string(), usr: reader.string() };
    case "typedef":
      return { kind, spelling, isConst, isVolatile, name: reader.string(), underlying: reader.number() };
    case "builtin":
    case "other":
      return { kind, spelling, isConst, isVolatile };
  }
}

function writeEntity(writer: Writer, entity: Entity): void {
  if (entity.kind === "class") throw new Error("class entities are not packed yet");
  writer.number(ENTITY_KINDS.indexOf(entity.kind));
  writer.string(entity.usr);
  writer.string(entity.name);
  writer.list(entity.scope, writer.string);
  writeRange(writer, entity.nameRange);
  writer.number(entity.type);
  if (entity.kind !== "function") {
    writer.flags(entity.isStatic, entity.blockScope === true);
    writer.number(entity.bitWidth ?? -1);
    return;
  }
  const { isStatic, variadic, isInline, noReturn, noInstrument, blockScope } = entity;
  writer.flags(isStatic, variadic, isInline, noReturn, noInstrument, blockScope);
  writer.number(entity.result);
  writer.list(entity.parameters, (parameter) => writeParameter(writer, parameter));
}

function readEntity(reader: Reader): Entity {
  const kind = ENTITY_KINDS[reader.number()] as (typeof ENTITY_KINDS)[number];
  const usr = reader.string();
  const name = reader.string();
  const scope = reader.list(reader.string);
  const nameRange = readRange(reader);
  const type = reader.number();
  const flags = reader.number();
  const isStatic = (flags & 1) !== 0;
  if (kind !== "function") {
    const bitWidth = reader.number();
    const variable: Mutable<VariableEntity> = { kind, usr, name, scope, nameRange, type, isStatic };
    if (bitWidth >= 0) variable.bitWidth = bitWidth;
    if (flags & 2) variable.blockScope = true;
    return variable;
  }
  return {
    kind,
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
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function writeParameter(writer: Writer, { name, type, isRegister }: Parameter): void {
  writer.string(name);
  writer.number(type);
  writer.flags(isRegister);
}

function readParameter(reader: Reader): Parameter {
  return { name: reader.string(), type: reader.number(), isRegister: reader.number() !== 0 };
}

function writeShadow(writer: Writer, shadow: Shadow): void {
  if (shadow.kind === "builtin" || "ofClass" in shadow)
    throw new Error(`${shadow.kind} shadows are not packed yet`);
  writer.number(SHADOW_KINDS.indexOf(shadow.kind));
  writeRange(writer, shadow.range);
  writer.number(shadow.within);
  writer.number(shadow.topLevel);
  writer.number(shadow.entity);
  if (shadow.kind === "execution") {
    writeRange(writer, shadow.nameRange);
    writeRange(writer, shadow.parameterList);
    writeRange(writer, shadow.body);
    writer.flags(shadow.pinned);
    writer.list(shadow.returns, ({ range, value }) => {
      writeRange(writer, range);
      writeRange(writer, value ?? NOWHERE);
    });
  } else if (shadow.kind === "call") {
    writeRange(writer, shadow.callee);
    writer.list(shadow.arguments, (argument) => writeOperand(writer, argument));
    writer.number(shadow.result);
  } else writeAccess(writer, shadow);
}

function readShadow(reader: Reader): Shadow {
  const kind = SHADOW_KINDS[reader.number()] as (typeof SHADOW_KINDS)[number];
  const range = readRange(reader);
  const within = reader.number();
  const topLevel = reader.number();
  const entity = reader.number();
  if (kind === "execution") {
    const nameRange = readRange(reader);
    const parameterList = readRange(reader);
    const body = readRange(reader);
    const pinned = reader.number() !== 0;
    const returns = reader.list(() => readReturn(reader));
    return { kind, range, within, topLevel, entity, nameRange, parameterList, body, pinned, returns };
  }
  if (kind === "call") {
    const callee = readRange(reader);
    const operands = reader.list(() => readOperand(reader));
    return { kind, range, within, topLevel, entity, callee, arguments: operands, result: reader.number() };
  }
  const lvalue = readRange(reader);
  const nameRange = readRange(reader);
  const type = reader.number();
  const indices = reader.list(() => readOperand(reader));
  const access: Mutable<AccessShadow> = {
    kind,
    range,
    within,
    topLevel,
    entity,
    lvalue,
    nameRange,
    type,
    indices,
  };
  const flags = reader.number();
  if (flags & 1) access.object = readObject(reader, (flags & 2) !== 0, (flags & 4) !== 0);
  if (flags & 8) access.write = readWrite(reader);
  return access;
}

function readReturn(reader: Reader): ReturnStatement {
  const range = readRange(reader);
  const value = readRange(reader);
  return value.start < 0 ? { range } : { range, value };
}

function writeAccess(writer: Writer, access: AccessShadow): void {
  const { lvalue, nameRange, type, indices, object, write } = access;
  writeRange(writer, lvalue);
  writeRange(writer, nameRange);
  writer.number(type);
  writer.list(indices, (index) => writeOperand(writer, index));
  writer.flags(
    object !== undefined,
    object?.arrow === true,
    object?.addressable === true,
    write !== undefined,
  );
  if (object) writeOperand(writer, object);
  if (!write) return;
  writer.number(WRITE_FORMS.indexOf(write.form));
  writeRange(writer, write.operator);
  if ("value" in write) writeOperand(writer, write.value);
  else writer.flags(write.step === "--");
}

function readObject(reader: Reader, arrow: boolean, addressable: boolean): ObjectOperand {
  return { range: readRange(reader), type: reader.number(), arrow, addressable };
}

function readWrite(reader: Reader): Write {
  const form = WRITE_FORMS[reader.number()] as Write["form"];
  const operator = readRange(reader);
  if (form === "assign" || form === "compound") return { form, operator, value: readOperand(reader) };
  return { form, operator, step: reader.number() !== 0 ? "--" : "++" };
}

const NOWHERE: TextRange = { start: -1, end: -1 };

function writeRange(writer: Writer, range: TextRange): void {
  writer.number(range.start);
  writer.number(range.end);
}

function readRange(reader: Reader): TextRange {
  return { start: reader.number(), end: reader.number() };
}

function writeOperand(writer: Writer, operand: Operand): void {
  writeRange(writer, operand.range);
  writer.number(operand.type);
}

function readOperand(reader: Reader): Operand {
  return { range: readRange(reader), type: reader.number() };
}
