/** Client stubs: one inline function per operation. What is sent and where stands in its comment. */
import { explainOperation } from "../../middle/explain.js";
import type { InterfaceLayout, OperationLayout } from "../../middle/message.js";
import type { IdlOptions } from "../../options.js";
import type { BackEnd } from "../back-end.js";
import { clientParameter, resultType } from "../c-types.js";
import { destinationOf, type Stub } from "./stub.js";

export function renderClient(layout: InterfaceLayout, options: IdlOptions, backEnd: BackEnd): string {
  return layout.operations
    .filter(
      ({ operation }) =>
        operation.declaredIn === layout.declared.cName && operation.kernelMessage === undefined,
    )
    .map((operation) => renderStub(layout, operation, options, backEnd))
    .join("\n");
}

/** `kind` reply: a function of the server that sends what `operation` calls its request, to a client, now or never. */
export function renderStub(
  layout: InterfaceLayout,
  operation: OperationLayout,
  options: IdlOptions,
  { client }: BackEnd,
  kind: "call" | "reply" = "call",
): string {
  const { abi } = layout;
  const names = { plain: options.cTypes };
  const base = { abi, names, optimizations: options.optimizations, register: client.register };
  const stub: Stub = {
    layout: kind === "reply" ? { ...layout, localIpc: false } : layout,
    kind,
    operation,
    options,
    names,
    send: { ...base, message: "_in" },
    receive: { ...base, message: "_out" },
  };
  const body = client.body(stub);
  const unused = operation.operation.parameters.flatMap(({ name, transfer }) =>
    transfer.kind === "none" && !transfer.destination ? [`(void)${name};`] : [],
  );
  if (operation.operation.result === undefined) body.push(...unused);
  else body.splice(-1, 0, ...unused);
  if (kind === "reply") body.unshift("CORBA_Environment *const _env = 0;");
  const explained = explainOperation(operation, abi);
  const comment = (kind === "reply" ? [" answers later:", ...explained.slice(2)] : explained).map((line) =>
    ` *${line.replace(/^ /, "")}`.trimEnd(),
  );
  return [
    "/*",
    ...comment,
    " */",
    header(stub),
    "{",
    ...body.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
    "",
  ].join("\n");
}

function header({ operation: { operation }, names, layout, kind }: Stub): string {
  const destination = destinationOf(operation);
  const own = operation.parameters.map((parameter) => clientParameter(parameter, names));
  const service = destination === undefined ? [`${layout.declared.cName} _service`] : [];
  const parameters =
    kind === "reply" ? ["CORBA_Object _client", ...own] : [...service, ...own, "CORBA_Environment *_env"];
  return `IDL4_INLINE ${resultType(operation, names)} ${operation.cName}(${parameters.join(", ")})`;
}
