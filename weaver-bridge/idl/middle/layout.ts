/**
 * The layout of every message of an interface, for one kernel. Requests put inout values last and replies put them
 * first, so that in the server's buffer they stay where they are. Decides nothing about how code looks.
 */

import type { Interface, Operation } from "../check/interface-model.js";
import type { Optimizations } from "../options.js";
import { exceptionBytes } from "./exception-room.js";
import type { KernelAbi } from "./kernel-abi.js";
import type { InterfaceLayout, OperationLayout } from "./message.js";
import { layOutMessage } from "./message-layout.js";
import { needsNoRoom, shiftOf } from "./overlapping-buffers.js";

export function layOutInterface(
  declared: Interface,
  abi: KernelAbi,
  optimizations: Optimizations,
): InterfaceLayout {
  const operations = declared.operations.map((operation) => layOutOperation(operation, abi, optimizations));
  const ends = operations.flatMap(({ request, reply, replyShift, exceptions }) => [
    request.memoryEnd,
    replyShift + (reply?.memoryEnd ?? 0),
    ...exceptions.map((exception) => replyShift + abi.dataOffset + exceptionBytes(exception, abi)),
  ]);
  return {
    abi,
    declared,
    operations,
    bufferEnd: Math.max(abi.dataOffset, ...ends),
    indirectParts: Math.max(
      0,
      ...operations.map(({ request, reply }) => Math.max(request.indirectParts, reply?.indirectParts ?? 0)),
    ),
    receivesMaps: operations.some(({ request }) => request.maps > 0),
    localIpc: whyNoLocalIpc(declared, operations, abi, optimizations) === undefined,
  };
}

/** Why an interface's calls go through the kernel; undefined when they can stay in their address space. */
export function whyNoLocalIpc(
  declared: Interface,
  operations: readonly OperationLayout[],
  abi: KernelAbi,
  optimizations: Optimizations,
): string | undefined {
  if (!declared.local) return "the interface is not marked local";
  if (!abi.hasLocalIpc) return `${abi.title} has no local IPC that stubs could call`;
  if (!optimizations.localIpc) return "switched off";
  const large = operations.find(
    ({ operation, request, reply, exceptions }) =>
      operation.oneway ||
      !request.registersOnly ||
      reply?.registersOnly !== true ||
      request.maps + reply.maps + exceptions.length > 0,
  );
  return large === undefined ? undefined : `${large.operation.name} needs more than registers there and back`;
}

function layOutOperation(
  operation: Operation,
  abi: KernelAbi,
  optimizations: Optimizations,
): OperationLayout {
  const notes: string[] = [];
  const request = layOutMessage(operation, "request", abi, optimizations, notes);
  const reply = operation.oneway ? undefined : layOutMessage(operation, "reply", abi, optimizations, notes);
  const exceptions = operation.raises.filter((exception) => exception.members.length > 0);
  const isPlaced =
    abi.repliesInBuffer && reply !== undefined && (exceptions.length > 0 || !needsNoRoom(reply, abi));
  const replyShift = isPlaced ? shiftOf(request, reply, abi, optimizations, notes) : 0;
  return { operation, request, reply, replyShift, exceptions, notes, optimizations: [] };
}
