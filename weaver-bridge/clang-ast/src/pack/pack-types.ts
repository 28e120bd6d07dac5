/** Types on their way between processes. */
import type { Type } from "../../../model/index.js";
import type { Reader, Writer } from "./pack.js";

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
export function writeType(writer: Writer, type: Type): void {
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
      writer.string(type.fullName ?? "");
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

export function readType(reader: Reader): Type {
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
    case "enum": {
      const name = reader.string();
      const usr = reader.string();
      const fullName = reader.string();
      return fullName === ""
        ? { kind, spelling, isConst, isVolatile, name, usr }
        : { kind, spelling, isConst, isVolatile, name, usr, fullName };
    }
    case "typedef":
      return { kind, spelling, isConst, isVolatile, name: reader.string(), underlying: reader.number() };
    case "builtin":
    case "other":
      return { kind, spelling, isConst, isVolatile };
  }
}
