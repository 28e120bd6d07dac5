/** Shadows on their way between processes. */
import type {
  AccessShadow,
  BuiltinShadow,
  CallShadow,
  ExecutionShadow,
  LifecycleDefinition,
  LifecycleShadow,
  LocalVariable,
  ObjectOperand,
  ReturnStatement,
  Shadow,
  Write,
} from "../../../model/index.js";
import type { Reader, Writer } from "./pack.js";
import {
  readOperand,
  readOptional,
  readRange,
  writeOperand,
  writeOptional,
  writeRange,
} from "./pack-ranges.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const SHADOW_KINDS = [
  "execution",
  "call",
  "get",
  "set",
  "ref",
  "construction",
  "destruction",
  "builtin",
] as const satisfies Shadow["kind"][];
const WRITE_FORMS = ["assign", "compound", "prefix", "postfix"] as const satisfies Write["form"][];
const CALL_FORMS = [
  "prefix",
  "postfix",
  "infix",
  "index",
  "function-object",
  "arrow",
  "conversion",
] as const satisfies CallShadow["form"][];
const BUILTIN_FORMS = [
  "prefix",
  "postfix",
  "infix",
  "index",
  "conditional",
] as const satisfies BuiltinShadow["form"][];

// Bits of the first number, beside the kind.
const IN_TEMPLATE = 16;
const IN_CONSTEXPR = 32;
const DROPPED = 64;
const IN_INITIALISER = 128;
const IN_DEFAULT_ARGUMENT = 256;

export function writeShadow(writer: Writer, shadow: Shadow): void {
  writer.number(
    SHADOW_KINDS.indexOf(shadow.kind) |
      (shadow.inTemplate ? IN_TEMPLATE : 0) |
      (shadow.inConstexpr ? IN_CONSTEXPR : 0) |
      (shadow.dropped ? DROPPED : 0) |
      (shadow.outside === "initialiser" ? IN_INITIALISER : 0) |
      (shadow.outside === "default-argument" ? IN_DEFAULT_ARGUMENT : 0),
  );
  writeRange(writer, shadow.range);
  writer.number(shadow.within);
  writer.number(shadow.topLevel);
  writer.number(shadow.entity);
  if (shadow.kind === "execution") writeExecution(writer, shadow);
  else if (shadow.kind === "call") writeCall(writer, shadow);
  else if (shadow.kind === "builtin") writeBuiltin(writer, shadow);
  else if ("ofClass" in shadow) writeLifecycle(writer, shadow);
  else writeAccess(writer, shadow);
}

export function readShadow(reader: Reader): Shadow {
  const first = reader.number();
  const kind = SHADOW_KINDS[first & 15] as Shadow["kind"];
  const place = {
    range: readRange(reader),
    within: reader.number(),
    topLevel: reader.number(),
    entity: reader.number(),
  };
  const shadow = readShadowOf(reader, kind, place);
  if (first & IN_TEMPLATE) shadow.inTemplate = true;
  if (first & IN_CONSTEXPR) shadow.inConstexpr = true;
  if (first & DROPPED) shadow.dropped = true;
  if (first & IN_INITIALISER) shadow.outside = "initialiser";
  if (first & IN_DEFAULT_ARGUMENT) shadow.outside = "default-argument";
  return shadow;
}

type Place = Pick<CallShadow, "range" | "within" | "topLevel" | "entity">;

function readShadowOf(reader: Reader, kind: Shadow["kind"], place: Place): Mutable<Shadow> {
  switch (kind) {
    case "execution":
      return readExecution(reader, place);
    case "call":
      return readCall(reader, place);
    case "construction":
    case "destruction":
      return readLifecycle(reader, kind, place);
    case "builtin":
      return readBuiltin(reader, place);
    default:
      return readAccess(reader, kind, place);
  }
}

function writeExecution(writer: Writer, shadow: ExecutionShadow): void {
  writeRange(writer, shadow.nameRange);
  writeRange(writer, shadow.parameterList);
  writeRange(writer, shadow.body);
  writer.flags(shadow.pinned, shadow.locals !== undefined, shadow.tryBlock !== undefined);
  writer.list(shadow.returns, (statement) => writeReturn(writer, statement));
  if (shadow.locals !== undefined)
    writer.list(shadow.locals, (local) => {
      writer.string(local.name);
      writer.number(local.type);
      writeRange(writer, local.extent);
    });
  if (shadow.tryBlock !== undefined) writeRange(writer, shadow.tryBlock);
}

function readExecution(reader: Reader, { range, within, topLevel, entity }: Place): Mutable<ExecutionShadow> {
  const nameRange = readRange(reader);
  const parameterList = readRange(reader);
  const body = readRange(reader);
  const flags = reader.number();
  const returns = reader.list(() => readReturn(reader));
  const shadow: Mutable<ExecutionShadow> = {
    kind: "execution",
    range,
    within,
    topLevel,
    entity,
    nameRange,
    parameterList,
    body,
    pinned: (flags & 1) !== 0,
    returns,
  };
  if (flags & 2) shadow.locals = reader.list(() => readLocal(reader));
  if (flags & 4) shadow.tryBlock = readRange(reader);
  return shadow;
}

function readLocal(reader: Reader): LocalVariable {
  return { name: reader.string(), type: reader.number(), extent: readRange(reader) };
}

function writeLifecycle(writer: Writer, { ofClass, nameRange, definition }: LifecycleShadow): void {
  writer.number(ofClass);
  writeRange(writer, nameRange);
  writer.flags(definition !== undefined);
  if (definition === undefined) return;
  writeRange(writer, definition.parameterList);
  writeOptional(writer, definition.initialisers);
  writeRange(writer, definition.body);
  writer.list(definition.returns, (statement) => writeReturn(writer, statement));
  writeOptional(writer, definition.tryBlock);
}

function readLifecycle(
  reader: Reader,
  kind: LifecycleShadow["kind"],
  { range, within, topLevel, entity }: Place,
): Mutable<LifecycleShadow> {
  const ofClass = reader.number();
  const nameRange = readRange(reader);
  const shadow: Mutable<LifecycleShadow> = { kind, range, within, topLevel, entity, ofClass, nameRange };
  if (reader.number() !== 0) shadow.definition = readLifecycleDefinition(reader);
  return shadow;
}

function readLifecycleDefinition(reader: Reader): LifecycleDefinition {
  const parameterList = readRange(reader);
  const initialisers = readOptional(reader);
  const body = readRange(reader);
  const returns = reader.list(() => readReturn(reader));
  const tryBlock = readOptional(reader);
  const definition: Mutable<LifecycleDefinition> = { parameterList, body, returns };
  if (initialisers !== undefined) definition.initialisers = initialisers;
  if (tryBlock !== undefined) definition.tryBlock = tryBlock;
  return definition;
}

function writeCall(writer: Writer, shadow: CallShadow): void {
  const { callee, form, object, dispatched, templateValues = [] } = shadow;
  writeRange(writer, callee);
  writer.list(templateValues, (value) => writeRange(writer, value));
  writer.list(shadow.arguments, (argument) => writeOperand(writer, argument));
  writer.number(shadow.result);
  writer.number(
    (form === undefined ? 0 : CALL_FORMS.indexOf(form) + 1) | (dispatched ? 8 : 0) | objectBits(object, 16),
  );
  if (object !== undefined) writeOperand(writer, object);
}

function readCall(reader: Reader, { range, within, topLevel, entity }: Place): Mutable<CallShadow> {
  const callee = readRange(reader);
  const templateValues = reader.list(() => readRange(reader));
  const operands = reader.list(() => readOperand(reader));
  const shadow: Mutable<CallShadow> = {
    kind: "call",
    range,
    within,
    topLevel,
    entity,
    callee,
    arguments: operands,
    result: reader.number(),
  };
  if (templateValues.length > 0) shadow.templateValues = templateValues;
  const flags = reader.number();
  const form = CALL_FORMS[(flags & 7) - 1];
  if (form !== undefined) shadow.form = form;
  if (flags & 8) shadow.dispatched = true;
  if (flags & 16) shadow.object = readObject(reader, (flags & 32) !== 0, (flags & 64) !== 0);
  return shadow;
}

function writeAccess(writer: Writer, access: AccessShadow): void {
  const { lvalue, nameRange, type, indices, object, write } = access;
  writeRange(writer, lvalue);
  writeRange(writer, nameRange);
  writer.number(type);
  writer.list(indices, (index) => writeOperand(writer, index));
  writer.number(objectBits(object, 1) | (write === undefined ? 0 : 8));
  if (object !== undefined) writeOperand(writer, object);
  if (write === undefined) return;
  writer.number(WRITE_FORMS.indexOf(write.form));
  writeRange(writer, write.operator);
  if ("value" in write) writeOperand(writer, write.value);
  else writer.flags(write.step === "--");
}

function readAccess(
  reader: Reader,
  kind: AccessShadow["kind"],
  { range, within, topLevel, entity }: Place,
): Mutable<AccessShadow> {
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

function writeBuiltin(writer: Writer, shadow: BuiltinShadow): void {
  const { form, operator, operands, result, placeless, address } = shadow;
  writer.number(BUILTIN_FORMS.indexOf(form));
  writer.flags(placeless === true, address === true);
  writeRange(writer, operator);
  writer.list(operands, (operand) => writeOperand(writer, operand));
  writer.number(result);
}

function readBuiltin(reader: Reader, { range, within, topLevel, entity }: Place): Mutable<BuiltinShadow> {
  const form = BUILTIN_FORMS[reader.number()] as BuiltinShadow["form"];
  const flags = reader.number();
  const operator = readRange(reader);
  const operands = reader.list(() => readOperand(reader));
  return {
    kind: "builtin",
    range,
    within,
    topLevel,
    entity,
    form,
    operator,
    operands,
    result: reader.number(),
    ...(flags & 1 && { placeless: true }),
    ...(flags & 2 && { address: true }),
  };
}

/** That there is an object, an arrow, an address, from `bit` on. */
function objectBits(object: ObjectOperand | undefined, bit: number): number {
  if (object === undefined) return 0;
  return bit | (object.arrow ? bit << 1 : 0) | (object.addressable ? bit << 2 : 0);
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

function writeReturn(writer: Writer, { range, value }: ReturnStatement): void {
  writeRange(writer, range);
  writeOptional(writer, value);
}

function readReturn(reader: Reader): ReturnStatement {
  const range = readRange(reader);
  const value = readOptional(reader);
  return value === undefined ? { range } : { range, value };
}
