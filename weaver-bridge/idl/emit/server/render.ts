/**
 * Server stubs: per operation an inline function that takes a request apart, calls the implementation and leaves the
 * reply, and a macro that publishes an implementation under the stub's name, so that the compiler inlines it.
 */
import type { Operation } from "../../check/interface-model.js";
import { explainOperation } from "../../middle/explain.js";
import type { InterfaceLayout, OperationLayout } from "../../middle/message.js";
import type { IdlOptions } from "../../options.js";
import type { BackEnd } from "../back-end.js";
import { type CNames, clientParameter, resultType, upper } from "../c-types.js";
import { renderDelayedReply } from "../delayed.js";
import { serviceName } from "../names.js";
import { serviceBody } from "./body.js";
import type { Service } from "./service.js";

export function renderServer(layout: InterfaceLayout, options: IdlOptions, backEnd: BackEnd): string {
  return layout.operations
    .flatMap((operation) => [
      renderService(layout, operation, options, backEnd),
      renderDelayedReply(layout, operation, options, backEnd),
    ])
    .filter(Boolean)
    .join("\n");
}

export function implementationParameters(operation: Operation, names: CNames): string {
  const own = operation.parameters.map((parameter) => clientParameter(parameter, names));
  return ["CORBA_Object _caller", ...own, "idl4_server_environment *_env"].join(", ");
}

function renderService(
  layout: InterfaceLayout,
  operation: OperationLayout,
  options: IdlOptions,
  { server }: BackEnd,
): string {
  const { abi } = layout;
  const names = { plain: options.cTypes };
  const base = { abi, names, optimizations: options.optimizations };
  const outRegister = (word: number) => `_server->w${word}`;
  const service: Service = {
    layout,
    operation,
    names,
    backEnd: server,
    receive: { ...base, register: server.register, message: "_in" },
    send: { ...base, register: outRegister, message: "_out" },
  };
  const name = serviceName(layout, operation.operation);
  const comment = explainOperation(operation, abi).map((line) => ` *${line.replace(/^ /, "")}`.trimEnd());
  const type = `typedef ${resultType(operation.operation, names)} (*${name}_implementation_t)(${implementationParameters(operation.operation, names)});`;
  const body = serviceBody(service);
  const head = `IDL4_INLINE void idl4_serve_${name}(idl4_server_t *_server, ${name}_implementation_t _implementation)`;
  const publish = [
    `#define IDL4_PUBLISH_${upper(name)}(_implementation) \\`,
    `  IDL4_INLINE void idl4_inline_${name}(idl4_server_t *_server) { idl4_serve_${name}(_server, _implementation); } \\`,
    `  static IDL4_SERVICE __attribute__((unused)) void service_${name}(idl4_server_t *_server) { idl4_inline_${name}(_server); }`,
    `#define idl4_publish_${name}(_implementation) IDL4_PUBLISH_${upper(name)}(_implementation)`,
  ];
  return [
    "/*",
    ...comment,
    " */",
    type,
    head,
    "{",
    ...body.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
    ...publish,
    "",
  ].join("\n");
}
