/** Layouts as `weft idl --json` prints them (schemas/idl.schema.json). */
import {
  type Chunk,
  type CompileResult,
  explainOperation,
  type InterfaceLayout,
  type KernelAbi,
  type MessageLayout,
  type OperationLayout,
  operationSymbols,
  placeText,
  signature,
  toSourceRange,
} from "../../idl/index.js";
import type { ExecutedCount, StubCount } from "../../pipeline/index.js";

export function layoutJson(
  layouts: CompileResult["layout"],
  counts?: ReadonlyMap<string, StubCount>,
  executed?: { readonly counts: ReadonlyMap<string, ExecutedCount>; readonly length: number },
): object[] {
  return layouts.map((layout) => ({
    name: layout.declared.name,
    cName: layout.declared.cName,
    number: layout.declared.number,
    range: toSourceRange(layout.declared.span),
    serverBufferBytes: layout.bufferEnd,
    indirectParts: layout.indirectParts,
    operations: layout.operations.map((operation) => ({
      ...operationJson(layout, operation),
      ...countJson(counts?.get(operation.operation.cName)),
      ...executedJson(operation.operation.cName, executed),
    })),
  }));
}

function operationJson({ abi, declared }: InterfaceLayout, layout: OperationLayout): object {
  const { operation, request, reply, replyShift, exceptions, notes } = layout;
  return {
    name: operation.name,
    signature: signature(layout),
    id: operation.id,
    range: toSourceRange(operation.span),
    symbols: operationSymbols(declared, operation),
    request: messageJson(request, abi),
    ...(reply === undefined ? {} : { reply: messageJson(reply, abi) }),
    replyShiftBytes: replyShift,
    exceptions: exceptions.map(({ name, number, size }) => ({ name, number, bytes: size })),
    optimizations: [...new Set(notes)],
    text: explainOperation(layout, abi),
  };
}

function countJson(count: StubCount | undefined): object {
  return count === undefined ? {} : { clientInstructions: count.instructions, clientLoops: count.loops };
}

function executedJson(stub: string, executed: Parameters<typeof layoutJson>[2]): object {
  const count = executed?.counts.get(stub);
  return count === undefined ? {} : { executed: { ...count, length: executed?.length } };
}

function messageJson(message: MessageLayout, abi: KernelAbi): object {
  return {
    idRegister: abi.idRegister,
    memoryWords: (message.memoryEnd - abi.dataOffset) / 4,
    indirectParts: message.indirectParts,
    flexpages: message.maps,
    registersOnly: message.registersOnly,
    chunks: message.chunks.map((chunk) => chunkJson(chunk, abi)),
  };
}

function chunkJson(chunk: Chunk, abi: KernelAbi): object {
  const { kind, name, place } = chunk;
  const bytes =
    chunk.kind === "fixed-copy"
      ? chunk.bytes
      : chunk.kind === "variable-copy"
        ? chunk.maximum * chunk.elementBytes
        : chunk.kind === "map"
          ? 8
          : 4;
  return {
    kind,
    parameter: name === "__return" ? "result" : name,
    place: placeText(place, abi, chunk),
    in: place.in,
    mostBytes: bytes,
    ...(chunk.kind === "variable-copy" ? { why: chunk.why } : {}),
  };
}
