/**
 * Resolved types as plain data: what a name in the source means on a 32-bit machine, with size and alignment in bytes
 * as gcc lays it out for i686. Knows nothing of messages or of C text, except the C names that types carry.
 */

export type Type =
  | ScalarType
  | { readonly kind: "void" }
  | { readonly kind: "thread"; readonly cName: string; readonly size: 4 | 8; readonly align: 4 }
  | { readonly kind: "fpage"; readonly cName: string; readonly size: 8; readonly align: 4 }
  | {
      readonly kind: "string";
      readonly wide: boolean;
      readonly bound: number | undefined;
      readonly size: 4;
      readonly align: 4;
    }
  | {
      readonly kind: "sequence";
      readonly element: Type;
      readonly bound: number | undefined;
      readonly size: 12;
      readonly align: 4;
    }
  | {
      readonly kind: "array";
      readonly element: Type;
      readonly length: number;
      readonly size: number;
      readonly align: number;
    }
  | { readonly kind: "pointer"; readonly target: Type; readonly size: 4; readonly align: 4 }
  | StructType
  | UnionType
  | EnumType
  | {
      readonly kind: "alias";
      readonly name: string;
      readonly cName: string;
      readonly target: Type;
      readonly size: number;
      readonly align: number;
    }
  | {
      readonly kind: "imported";
      readonly cName: string;
      readonly size: number;
      readonly align: number;
      /** By value in C, and fit to be a length. */
      readonly integer: boolean;
    }
  /** Understood and navigable, but no stub can carry it; `why` finishes "because …". */
  | {
      readonly kind: "opaque";
      readonly name: string;
      readonly why: string;
      readonly size: number;
      readonly align: number;
    }
  /** Already reported. */
  | { readonly kind: "error"; readonly size: 4; readonly align: 4 };

export interface ScalarType {
  readonly kind: "scalar";
  /** As the source calls it. */
  readonly name: string;
  readonly cName: string;
  readonly size: number;
  readonly align: number;
  readonly signed: boolean;
  readonly floating: boolean;
}

export interface MemberType {
  readonly name: string;
  readonly type: Type;
  /** Width of a bit-field. */
  readonly bits: number | undefined;
}

export interface StructType {
  readonly kind: "struct";
  readonly name: string;
  readonly cName: string;
  readonly members: readonly MemberType[];
  readonly size: number;
  readonly align: number;
}

export interface UnionType {
  readonly kind: "union";
  readonly name: string;
  readonly cName: string;
  /** Undefined for a flat union. */
  readonly discriminator: Type | undefined;
  readonly members: readonly (MemberType & { readonly labels: readonly (string | "default")[] })[];
  readonly size: number;
  readonly align: number;
}

export interface EnumType {
  readonly kind: "enum";
  readonly name: string;
  readonly cName: string;
  readonly items: readonly { readonly name: string; readonly value: bigint }[];
  readonly size: 4;
  readonly align: 4;
}

export const ERROR: Type = { kind: "error", size: 4, align: 4 };

function scalar(name: string, cName: string, size: number, signed: boolean, floating = false): ScalarType {
  const align = Math.min(size === 12 ? 4 : size, 4);
  return { kind: "scalar", name, cName, size, align, signed, floating };
}

/** C's own types by their spelling in IDL. */
export const PRIMITIVES: Readonly<Record<string, ScalarType>> = {
  char: scalar("char", "CORBA_char", 1, true),
  "signed char": scalar("signed char", "CORBA_signed_char", 1, true),
  "unsigned char": scalar("unsigned char", "CORBA_octet", 1, false),
  short: scalar("short", "CORBA_short", 2, true),
  "unsigned short": scalar("unsigned short", "CORBA_unsigned_short", 2, false),
  int: scalar("int", "CORBA_int", 4, true),
  "unsigned int": scalar("unsigned int", "CORBA_unsigned_int", 4, false),
  long: scalar("long", "CORBA_long", 4, true),
  "unsigned long": scalar("unsigned long", "CORBA_unsigned_long", 4, false),
  "long long": scalar("long long", "CORBA_long_long", 8, true),
  "unsigned long long": scalar("unsigned long long", "CORBA_unsigned_long_long", 8, false),
  float: scalar("float", "CORBA_float", 4, true, true),
  double: scalar("double", "CORBA_double", 8, true, true),
  "long double": scalar("long double", "CORBA_long_double", 12, true, true),
};

const thread = (cName: string): Type => ({ kind: "thread", cName, size: 4, align: 4 });
const opaque = (name: string, why: string): Type => ({ kind: "opaque", name, why, size: 4, align: 4 });

/** Names that mean a type unless the source declares them itself. */
export const PREDEFINED: Readonly<Record<string, Type>> = {
  boolean: scalar("boolean", "CORBA_boolean", 1, false),
  octet: scalar("octet", "CORBA_octet", 1, false),
  byte: scalar("byte", "CORBA_octet", 1, false),
  small: scalar("small", "CORBA_signed_char", 1, true),
  hyper: PRIMITIVES["long long"] as ScalarType,
  wchar: scalar("wchar", "CORBA_wchar", 2, false),
  wchar_t: scalar("wchar_t", "CORBA_wchar", 2, false),
  word: scalar("word", "idl4_word_t", 4, false),
  signed_word: scalar("signed_word", "idl4_signed_word_t", 4, true),
  ...Object.fromEntries(
    [8, 16, 32, 64].flatMap((bits) => {
      const signed = lookUp(
        PRIMITIVES,
        ["signed char", "short", "int", "long long"][Math.log2(bits) - 3] as string,
      ) as ScalarType;
      const plain = lookUp(
        PRIMITIVES,
        ["unsigned char", "unsigned short", "unsigned int", "unsigned long long"][
          Math.log2(bits) - 3
        ] as string,
      ) as ScalarType;
      return [
        [`int${bits}`, signed],
        [`uint${bits}`, plain],
        [`int${bits}_t`, signed],
        [`uint${bits}_t`, plain],
      ];
    }),
  ),
  error_status_t: PRIMITIVES["unsigned long"] as ScalarType,
  threadid: thread("idl4_threadid_t"),
  Object: thread("CORBA_Object"),
  CORBA_Object: thread("CORBA_Object"),
  CORBA_Object_base: thread("CORBA_Object"),
  ...Object.fromEntries(
    [...Object.values(PRIMITIVES)]
      .filter(({ cName }) => cName !== "CORBA_octet")
      .map((type) => [type.cName, type]),
  ),
  CORBA_octet: PRIMITIVES["unsigned char"] as ScalarType,
  fpage: { kind: "fpage", cName: "idl4_fpage_t", size: 8, align: 4 },
  flexpage: { kind: "fpage", cName: "idl4_fpage_t", size: 8, align: 4 },
  any: opaque(
    "any",
    "its value carries a type that is known only at run time, and L4 messages have a fixed layout",
  ),
  handle_t: opaque("handle_t", "binding handles belong to the DCE run time; use [handle] on a threadid"),
  ...Object.fromEntries(
    ["TypeCode", "NamedValue", "NVList", "Principal", "Context", "Request", "AbstractBase"].map((name) => [
      name,
      opaque(name, "it belongs to the CORBA run time"),
    ]),
  ),
  ValueBase: opaque("ValueBase", "objects by value need the CORBA run time"),
};

/** What Samba's and Microsoft's compilers know of themselves; only files of these dialects may use them. */
export const DCE_TYPES: Readonly<Record<string, Type>> = {
  uint: PRIMITIVES["unsigned int"] as ScalarType,
  ...Object.fromEntries(
    `NTSTATUS WERROR DATA_BLOB NTTIME NTTIME_1sec NTTIME_hyper boolean8 boolean16 boolean32 uint3264 int3264 dlong udlong udlongr hyper_t pointer mode_t uid_t gid_t time_t
    ipv4address ipv6address string_array nstring nstring_array dns_string dom_sid2 dnsp_name dnsp_string nbt_string wrepl_nbt_name lstring ascstr3 ascstr_noterm utf8string
    file_id security_token GUID dom_sid dom_sid28 dom_sid0 COMRESULT HRESULT security_descriptor libndr_flags ndr_compression_alg ndr_err_code timeval timespec
    werror smb_url gnutls_datum HANDLE
  DWORD WORD STDOBJREF astring`
      .split(/\s+/)
      .map((name) => [name, opaque(name, "it belongs to another marshalling library")]),
  ),
};

/** Of GNU C, and what its compilers define beside on the machines that stubs are made for. */
const C_KEYWORDS = new Set(
  `i386 linux typeof unix asm auto break case char const continue default do double else enum extern float for goto if inline int long
  register restrict return short signed sizeof static struct switch typedef typeof union unsigned void volatile while`.split(
    /\s+/,
  ),
);

/** What a member, a parameter or what stands in no module is called in C: behind an underscore where C has the word for itself. */
export function cIdentifier(name: string): string {
  return C_KEYWORDS.has(name) ? `_${name}` : name;
}

/** Follows typedefs to what they stand for. */
export function unalias(type: Type): Type {
  let real = type;
  while (real.kind === "alias") real = real.target;
  return real;
}

export function isArray(type: Type): boolean {
  return unalias(type).kind === "array";
}

/** Size in bytes; 0 for void. */
export function sizeOf(type: Type): number {
  return type.kind === "void" ? 0 : type.size;
}

export function alignOf(type: Type): number {
  return type.kind === "void" ? 1 : type.align;
}

/** Whether a value is complete in its own bytes, so that copying these bytes copies the value. */
export function isFlat(type: Type): boolean {
  const real = unalias(type);
  switch (real.kind) {
    case "scalar":
    case "enum":
    case "thread":
    case "imported":
      return true;
    case "array":
      return isFlat(real.element);
    case "struct":
    case "union":
      return real.members.every((member) => isFlat(member.type));
    default:
      return false;
  }
}

/** The first part of a type that keeps it from being flat, for messages. */
export function whyNotFlat(type: Type): string | undefined {
  const real = unalias(type);
  switch (real.kind) {
    case "array":
      return whyNotFlat(real.element);
    case "struct":
    case "union":
      for (const member of real.members) {
        const why = whyNotFlat(member.type);
        if (why !== undefined) return `member ${member.name} of ${real.name}: ${why}`;
      }
      return undefined;
    case "pointer":
      return "a pointer means nothing in another address space (in a [local] operation it does)";
    case "string":
    case "sequence":
      return `a ${real.kind} has no fixed size`;
    case "fpage":
      return "a flexpage must be a parameter of its own";
    case "opaque":
      return `${real.name} cannot be carried: ${real.why}`;
    default:
      return undefined;
  }
}

/** Byte offsets as gcc for i686 lays a struct out (System V ABI, bit-fields included). */
export function layOut(members: readonly MemberType[]): { offsets: number[]; size: number; align: number } {
  let bit = 0;
  let align = 1;
  const offsets: number[] = [];
  for (const { type, bits } of members) {
    const unit = sizeOf(type) * 8;
    const natural = alignOf(type) * 8;
    if (bits === undefined) bit = roundUp(bit, natural);
    else if (bits === 0 || Math.floor(bit / unit) !== Math.floor((bit + bits - 1) / unit))
      bit = roundUp(bit, unit);
    offsets.push(Math.floor(bit / 8));
    bit += bits ?? unit;
    align = Math.max(align, alignOf(type));
  }
  return { offsets, size: roundUp(Math.ceil(bit / 8), align), align };
}

export function roundUp(value: number, to: number): number {
  return to <= 1 ? value : Math.ceil(value / to) * to;
}

import { lookUp } from "../../model/index.js";
