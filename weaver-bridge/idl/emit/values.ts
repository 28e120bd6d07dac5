import { type Type, unalias } from "../check/types.js";
import type { KernelAbi } from "../middle/kernel-abi.js";
import type { Chunk, Place } from "../middle/message.js";
import type { Optimizations } from "../options.js";
import { type CNames, cType, isInteger } from "./c-types.js";

export interface Access {
  readonly abi: KernelAbi;
  readonly names: CNames;
  readonly optimizations: Optimizations;
  /** `_in` or `_out`. */
  readonly message: string;
  /** Variable that holds register word n. */
  register(word: number): string;
}

const LEAST_REPEATED_BYTES = 64;

/** Statements that put `value` (a C expression; for arrays and records an lvalue) at the chunk's place. */
export function storeFixed(
  access: Access,
  chunk: Chunk,
  type: Type,
  value: string,
  words: Map<number, string[]>,
): string[] {
  const { place } = chunk;
  const dropped = chunk.kind === "fixed-copy" ? chunk.dropped : undefined;
  const sent = dropped === undefined || dropped === 0 ? value : `((idl4_word_t)${value} >> ${dropped})`;
  if (dropped !== undefined && place.in !== "register" && chunk.kind === "fixed-copy")
    return [`${fieldIn(access, chunk)} = (unsigned ${chunk.bytes === 1 ? "char" : "short"})${sent};`];
  if (place.in === "register") {
    const part = registerPart(access, type, sent, place);
    words.set(place.word, [...(words.get(place.word) ?? []), part]);
    return [];
  }
  return place.in === "indirect" ? [] : [copyObject(access, fieldIn(access, chunk), value, type)];
}

/** The chunk's place in memory as an lvalue. */
function fieldIn({ message }: Access, { place, name }: Chunk): string {
  return `${message}${place.in === "block" ? "_block" : ""}->${name}`;
}

/** One term of the word that a register is loaded with. */
function registerPart(
  access: Access,
  type: Type,
  value: string,
  place: Extract<Place, { in: "register" }>,
): string {
  const bytes = place.bits / 8;
  if (!isInteger(type, access.abi.threadWords)) return shifted(`idl4_bits_${bytes}(&${value})`, place.shift);
  const narrow = bytes === 1 ? "(unsigned char)" : bytes === 2 ? "(unsigned short)" : "";
  return shifted(`(idl4_word_t)${narrow}${value}`, place.shift);
}

function shifted(text: string, shift: number): string {
  return shift === 0 ? text : `(${text} << ${shift})`;
}

export function loadRegisters(access: Access, words: ReadonlyMap<number, readonly string[]>): string[] {
  return [...words].map(([word, parts]) => `${access.register(word)} = ${parts.join(" | ")};`);
}

/** Statement that fills `target` (an lvalue) from the chunk's place. */
export function loadFixed(access: Access, chunk: Chunk, type: Type, target: string, bytes: number): string {
  if (chunk.place.in === "label")
    return `${target} = (${cType(type, access.names)})(_server->tag >> 16 & 15);`;
  const place = access.abi.receivePlace(chunk.place, bytes);
  if (chunk.kind === "fixed-copy" && chunk.dropped !== undefined) {
    const mask = chunk.bytes === 1 ? "0xff" : "0xffff";
    const word =
      place.in === "register"
        ? `(${access.register(place.word)} >> ${place.shift} & ${mask})`
        : `(idl4_word_t)${fieldIn(access, chunk)}`;
    return `${target} = (${cType(type, access.names)})(${word} << ${chunk.dropped});`;
  }
  if (place.in !== "register") return copyObject(access, target, fieldIn(access, chunk), type);
  const word = access.register(place.word);
  if (!isInteger(type, access.abi.threadWords))
    return `idl4_set_bits_${bytes}(&${target}, ${place.shift === 0 ? word : `${word} >> ${place.shift}`});`;
  return `${target} = ${integerFrom(access, word, place, type)};`;
}

/** An integer read from a register, as an expression. */
export function integerFrom(
  access: Access,
  word: string,
  place: Extract<Place, { in: "register" }>,
  type: Type,
): string {
  const text = place.shift === 0 ? word : `(${word} >> ${place.shift})`;
  return `(${cType(type, access.names)})${text}`;
}

/** Assignment of a whole object; large records by one instruction. */
export function copyObject(access: Access, target: string, source: string, type: Type): string {
  const size = type.kind === "void" ? 0 : type.size;
  const real = unalias(type);
  if (access.optimizations.repeatMoves && size >= LEAST_REPEATED_BYTES && size % 4 === 0)
    return `idl4_copy_words(&${target}, &${source}, sizeof(${target}));`;
  if (real.kind === "array") return `__builtin_memcpy(&${target}, &${source}, sizeof(${target}));`;
  return `${target} = ${source};`;
}
