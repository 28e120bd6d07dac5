/**
 * Messages that the V4 kernel sends itself: page faults, preemption, exceptions, interrupts (reference manual X.2,
 * "Protocols"). Their layout is given: a word each, in order; the label's low four bits are a fault's access rights.
 */
import type { Operation, Parameter } from "../../check/interface-model.js";
import { unalias } from "../../check/types.js";
import type { Chunk, MessageLayout, Place } from "../../middle/message.js";

/** By the number that `kernelmsg` takes: the protocol's label is minus this. */
const PROTOCOLS: ReadonlyMap<number, { readonly name: string; readonly rights: boolean }> = new Map([
  [1, { name: "interrupt", rights: false }],
  [2, { name: "page fault", rights: true }],
  [3, { name: "preemption", rights: false }],
  [4, { name: "system exception", rights: false }],
  [5, { name: "architecture exception", rights: false }],
  [6, { name: "sigma0 request", rights: false }],
]);

/** Finishes "this kernel message cannot be received because …"; undefined when it can. */
export function whyNoKernelMessage(operation: Operation): string | undefined {
  const protocol = PROTOCOLS.get(operation.kernelMessage ?? -1);
  if (operation.kernelMessage === 8) return "stubs for I/O page faults are not generated yet";
  if (protocol === undefined)
    return `the kernel sends none with number ${operation.kernelMessage}: it has ${[...PROTOCOLS].map(([number, { name }]) => `${number} (${name})`).join(", ")}`;
  const all =
    operation.result === undefined ? operation.parameters : [...operation.parameters, operation.result];
  const odd = all.find((parameter) => !isWord(parameter) && !isPage(parameter));
  if (odd !== undefined)
    return `${odd.name === "__return" ? "its result" : odd.name} is neither a word nor, going out, a flexpage`;
  const words = all.filter((parameter) => parameter.direction !== "out" && isWord(parameter)).length;
  if (protocol.rights && words < 3)
    return `a ${protocol.name} brings an address, an instruction pointer and access rights`;
  if (protocol.rights && !operation.oneway && !all.some(isPage))
    return `a ${protocol.name} is answered with a flexpage`;
  return undefined;
}

function isWord({ transfer, type }: Parameter): boolean {
  const real = unalias(type);
  return (
    transfer.kind === "fixed" &&
    ((real.kind === "scalar" && !real.floating && real.size <= 4) ||
      real.kind === "enum" ||
      real.kind === "thread")
  );
}

function isPage({ transfer, direction }: Parameter): boolean {
  return transfer.kind === "map" && direction === "out";
}

export function layOutKernelMessage(operation: Operation, direction: "request" | "reply"): MessageLayout {
  const result = direction === "reply" && operation.result !== undefined ? [operation.result] : [];
  const travelling = [...result, ...operation.parameters].filter(
    (parameter) =>
      parameter.direction === "inout" || (parameter.direction === "in") === (direction === "request"),
  );
  const words = travelling.filter(isWord);
  const rights =
    direction === "request" && PROTOCOLS.get(operation.kernelMessage ?? -1)?.rights === true
      ? words.filter((parameter) => parameter.direction === "in").at(-1)
      : undefined;
  let offset = 4;
  const next = (): Place => {
    offset += 4;
    return { in: "memory", offset: offset - 4 };
  };
  const chunks: Chunk[] = words.map((parameter) => ({
    kind: "fixed-copy",
    name: parameter.name,
    bytes: parameter.transfer.kind === "fixed" ? parameter.transfer.bytes : 4,
    inout: parameter.direction === "inout",
    place: parameter === rights ? { in: "label" } : next(),
  }));
  const pages = travelling.filter(isPage);
  for (const [index, parameter] of pages.entries()) {
    chunks.push({ kind: "map", name: parameter.name, index, place: { in: "memory", offset } });
    offset += 8;
  }
  return {
    direction,
    chunks,
    memoryEnd: offset,
    trimmed: undefined,
    maps: pages.length,
    indirectParts: 0,
    registersOnly: offset === 4,
    block: undefined,
  };
}
