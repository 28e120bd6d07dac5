/**
 * C functions for values with strings and sequences inside. In a stream, a string's pointer is its size with the closing
 * zero (0: no string), and a sequence has its `_length`; what they hold follows in the order of the members.
 */
import type { Operation } from "../check/interface-model.js";
import { isFlat, sizeOf, type Type, type UnionType, unalias } from "../check/types.js";
import { type CNames, cType } from "./c-types.js";

type Work = "pack" | "unpack" | "free";

/** Definitions for every packed parameter of the operations, each at most once in a unit. */
export function renderPacking(operations: readonly Operation[], names: CNames): string {
  const done = new Set<string>();
  const texts: string[] = [];
  const visit = (type: Type, isWhole = false) => {
    if (isFlat(type)) return;
    for (const inner of partsOf(unalias(type))) visit(inner);
    const named = withFunctions(type, isWhole);
    if (named === undefined || done.has(named.cName)) return;
    done.add(named.cName);
    texts.push(functionsOf(named, named.cName, names));
  };
  for (const operation of operations) {
    for (const parameter of [operation.result, ...operation.parameters])
      if (parameter?.transfer.kind === "packed") visit(parameter.type, true);
    for (const { cName, members, size } of operation.raises)
      visit({ kind: "struct", name: cName, cName, members, size, align: 4 });
  }
  return texts.join("");
}

/** Types of which values of this one have some inside. */
function partsOf(type: Type): Type[] {
  if (type.kind === "sequence" || type.kind === "array") return [type.element];
  return type.kind === "struct" || type.kind === "union" ? type.members.map((member) => member.type) : [];
}

/** The type that functions are named for. Strings need none, and arrays only where they travel by themselves (`isWhole`). */
function withFunctions(type: Type, isWhole: boolean): Extract<Type, { cName: string }> | undefined {
  const real = unalias(type);
  if (real.kind === "struct" || real.kind === "union") return real;
  const hasNone = real.kind === "string" || (real.kind === "array" && !isWhole);
  return type.kind === "alias" && !hasNone ? type : undefined;
}

function functionsOf(type: Type, cName: string, names: CNames): string {
  const body = (work: Work) => lines(unalias(type), "(*_v)", work, 0).map((line) => `  ${line}\n`);
  const spelled = cType(type, names);
  const head = (work: Work, more: string) =>
    `static __attribute__((unused)) void ${nameOf(work, cName)}(${spelled} *_v${more})\n{\n`;
  const stream = ", idl4_stream_t *_s";
  return [
    `#if !defined(_packing___${cName})\n#define _packing___${cName}\n`,
    `${head("pack", stream)}${body("pack").join("")}}\n`,
    `${head("unpack", stream)}${body("unpack").join("")}}\n`,
    `/* Releases what the value's strings and sequences hold. */\n`,
    `${head("free", "")}${body("free").join("")}}\n`,
    "#endif\n\n",
  ].join("");
}

function nameOf(work: Work, cName: string): string {
  return work === "free" ? `${cName}__free` : `idl4_${work}_${cName}`;
}

function lines(type: Type, value: string, work: Work, depth: number): string[] {
  if (isFlat(type)) return [];
  const real = unalias(type);
  const index = `_i${depth}`;
  switch (real.kind) {
    case "string": {
      const most = real.bound === undefined ? "IDL4_NO_BOUND" : String(real.bound + 1);
      const kind = real.wide ? "wstring" : "string";
      if (work === "free") return [`if (${value}) CORBA_free(${value});`, `${value} = 0;`];
      return [`${value} = (__typeof__(${value}))idl4_${work}_${kind}(_s, ${value}, ${most});`];
    }
    case "sequence": {
      const most = real.bound === undefined ? "IDL4_NO_BOUND" : String(real.bound);
      const each = loop(
        `${value}._length`,
        index,
        call(real.element, `${value}._buffer[${index}]`, work, depth),
      );
      const buffer = `${value}._buffer`;
      if (work === "free")
        return [
          ...each,
          `if (${buffer}) CORBA_free((void *)${buffer});`,
          `${buffer} = 0;`,
          `${value}._length = ${value}._maximum = 0;`,
        ];
      const size = Math.max(1, sizeOf(real.element));
      return [
        `${buffer} = (__typeof__(${buffer}))idl4_${work}_elements(_s, ${buffer}, &${value}._length, ${size}, ${most});`,
        `${value}._maximum = ${value}._length;`,
        ...each,
        ...(work === "pack" ? [`${buffer} = 0;`] : []),
      ];
    }
    case "array":
      return loop(String(real.length), index, call(real.element, `${value}[${index}]`, work, depth));
    case "struct":
      return real.members.flatMap((member) => call(member.type, `${value}.${member.name}`, work, depth));
    case "union":
      return unionLines(real, value, work, depth);
    default:
      return [];
  }
}

/** Structs and unions have functions of their own. */
function call(type: Type, value: string, work: Work, depth: number): string[] {
  if (isFlat(type)) return [];
  const real = unalias(type);
  if (real.kind === "struct" || real.kind === "union")
    return [`${nameOf(work, real.cName)}(&${value}${work === "free" ? "" : ", _s"});`];
  return lines(real, value, work, depth + 1);
}

function loop(count: string, index: string, body: readonly string[]): string[] {
  if (body.length === 0) return [];
  return [
    "{",
    `  idl4_word_t ${index};`,
    `  for (${index} = 0; ${index} < ${count}; ${index}++) {`,
    ...body.map((line) => `    ${line}`),
    "  }",
    "}",
  ];
}

function unionLines(union: UnionType, value: string, work: Work, depth: number): string[] {
  const arms = union.members.map((member) => ({
    labels: member.labels,
    body: call(member.type, `${value}._u.${member.name}`, work, depth),
  }));
  return [
    `switch (${value}._d) {`,
    ...arms.flatMap(({ labels, body }) =>
      labels
        .map((label) => (label === "default" ? "  default:" : `  case ${cLabel(label)}:`))
        .concat(
          body.map((line) => `    ${line}`),
          ["    break;"],
        ),
    ),
    ...(arms.some(({ labels }) => labels.includes("default")) ? [] : ["  default:", "    break;"]),
    "}",
  ];
}

function cLabel(label: string): string {
  return label === "true" ? "1" : label === "false" ? "0" : label;
}

/** Declares a stream over memory at `start`. */
export function stream(name: string, start: string, bytes: string, allocates: boolean): string {
  return `idl4_stream_t ${name} = {(unsigned char *)${start}, ${bytes}, ${allocates ? 1 : 0}, 0};`;
}

/** The name that a packed type's functions end in. */
export function packedName(type: Type): string {
  const real = unalias(type);
  if (real.kind === "struct" || real.kind === "union") return real.cName;
  return type.kind === "alias" ? type.cName : "";
}
