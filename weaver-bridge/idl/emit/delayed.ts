/**
 * Delayed replies: per operation a function that answers a client later. It is a stub of a oneway operation whose inputs
 * are the outputs, in the reply's own layout.
 */
import type { Operation, Parameter } from "../check/interface-model.js";
import type { InterfaceLayout, MessageLayout, OperationLayout } from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import type { BackEnd } from "./back-end.js";
import { renderStub } from "./client/render.js";
import { delayedReplyName } from "./names.js";

const RESULT = "_result_value";

/** `<iface>_<op>_reply(client, outputs…)`; "" for operations that nobody waits for. */
export function renderDelayedReply(
  layout: InterfaceLayout,
  layouts: OperationLayout,
  options: IdlOptions,
  backEnd: BackEnd,
): string {
  const { operation, reply } = layouts;
  if (reply === undefined) return "";
  const answer: OperationLayout = {
    operation: answerOf(layout, operation),
    request: renamed(reply),
    reply: undefined,
    replyShift: 0,
    exceptions: [],
    notes: [],
    optimizations: [],
  };
  return renderStub(layout, answer, options, backEnd, "reply");
}

function answerOf(layout: InterfaceLayout, operation: Operation): Operation {
  const counted = new Set(
    operation.parameters.flatMap(({ transfer, direction }) =>
      transfer.kind === "array" && "parameter" in transfer.length && direction !== "in"
        ? [transfer.length.parameter]
        : [],
    ),
  );
  const own = operation.parameters.flatMap((parameter): Parameter[] => {
    if (parameter.direction !== "in") return [asInput(parameter)];
    return counted.has(parameter.name)
      ? [{ ...parameter, transfer: { kind: "none", destination: false } }]
      : [];
  });
  const result = operation.result === undefined ? [] : [{ ...asInput(operation.result), name: RESULT }];
  return {
    ...operation,
    name: `${operation.name}_reply`,
    cName: delayedReplyName(layout, operation),
    id: 0,
    oneway: true,
    local: false,
    result: undefined,
    parameters: [...result, ...own],
    raises: [],
  };
}

function asInput(parameter: Parameter): Parameter {
  return { ...parameter, direction: "in", prealloc: false };
}

function renamed(reply: MessageLayout): MessageLayout {
  const name = (old: string) => (old === "__return" ? RESULT : old);
  return {
    ...reply,
    direction: "request",
    chunks: reply.chunks.map((chunk) => ({ ...chunk, name: name(chunk.name) })),
    trimmed: reply.trimmed === undefined ? undefined : name(reply.trimmed),
  };
}
