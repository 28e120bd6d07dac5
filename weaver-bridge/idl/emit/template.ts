/** `BASE_template.c`: empty implementations and a server loop, for a person to fill in. */

import { unalias } from "../check/types.js";
import type { InterfaceLayout } from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import { declare, isByValue, resultType, upper } from "./c-types.js";
import { implementationParameters, serviceName } from "./server.js";
import { tablesOf } from "./tables.js";

export function renderTemplate(
  layouts: readonly InterfaceLayout[],
  base: string,
  options: IdlOptions,
): string {
  const head = [
    `/* Implement the operations here; made once by weft idl, yours from now on. */`,
    `#include "${base}_server.h"`,
    "",
  ];
  return [...head, ...layouts.flatMap((layout) => renderInterface(layout, options))].join("\n");
}

function renderInterface(layout: InterfaceLayout, options: IdlOptions): string[] {
  const names = { plain: options.cTypes };
  const { cName } = layout.declared;
  const lines = [`/* Interface ${layout.declared.name} */`, ""];
  for (const { operation } of layout.operations) {
    const name = serviceName(layout, operation);
    lines.push(
      `IDL4_INLINE ${resultType(operation, names)} ${name}_implementation(${implementationParameters(operation, names)})`,
      "{",
    );
    lines.push(
      ...["_caller", ...operation.parameters.map((parameter) => parameter.name), "_env"].map(
        (parameter) => `  (void)${parameter};`,
      ),
    );
    for (const parameter of operation.parameters)
      if (
        parameter.direction === "out" &&
        (parameter.transfer.kind === "fixed" || parameter.transfer.kind === "map")
      ) {
        const array = unalias(parameter.type).kind === "array";
        lines.push(
          `  __builtin_memset(${parameter.name}, 0, sizeof(${array ? declare(parameter.type, "", names).trim() : `*${parameter.name}`}));`,
        );
      } else if (parameter.direction === "out" && parameter.transfer.kind === "string")
        lines.push(`  **${parameter.name} = 0;`);
      else if (parameter.direction === "out" && parameter.transfer.kind === "sequence")
        lines.push(`  ${parameter.name}->_length = 0;`);
    if (operation.result !== undefined) {
      const { type } = operation.result;
      if (isByValue(type) && operation.result.transfer.kind === "fixed")
        lines.push(
          `  ${resultType(operation, names)} __return;`,
          "  __builtin_memset(&__return, 0, sizeof(__return));",
          "  return __return;",
        );
      else if (operation.result.transfer.kind === "string")
        lines.push(
          `  static ${unalias(type).kind === "string" && resultType(operation, names).includes("wchar") ? "CORBA_wchar" : "CORBA_char"} _nothing[1];`,
          "  return _nothing;",
        );
      else
        lines.push(
          `  static ${resultType(operation, names)}${resultType(operation, names).endsWith("*") ? "" : " "}__return;`,
          "  return __return;",
        );
    }
    lines.push("}", `IDL4_PUBLISH_${upper(name)}(${name}_implementation)`, "");
  }
  return [...lines, ...serverLoop(layout, cName)];
}

export function serverLoop(layout: InterfaceLayout, cName: string): string[] {
  const big = upper(cName);
  const v4 = layout.abi.kernel === "v4";
  const tables = tablesOf(layout);
  const declared = tables.map(({ interfaceNumber }) =>
    tables.length > 1
      ? `static const idl4_service_t ${cName}_vtable_${interfaceNumber}[${big}_DEFAULT_VTABLE_SIZE] = ${big}_DEFAULT_VTABLE_${interfaceNumber};`
      : `static const idl4_service_t ${cName}_vtable[${big}_DEFAULT_VTABLE_SIZE] = ${big}_DEFAULT_VTABLE;`,
  );
  const discard = [
    "/* For numbers that no operation has: answer nobody. */",
    `static IDL4_SERVICE void ${cName}_discard(idl4_server_t *_server)`,
    "{",
    ...(v4
      ? ["  _server->partner = IDL4_NO_THREAD;", "  _server->tag = 0;"]
      : ["  _server->reply = IDL4_NOTHING;"]),
    "}",
    `static const idl4_service_t ${cName}_discarded __attribute__((unused)) = ${cName}_discard;`,
  ];
  const failed = v4
    ? [
        "    if (IDL4_UNLIKELY(IDL4_FAILED(server.tag))) {",
        `      ${cName}_discard(&server);`,
        "      continue;",
        "    }",
      ]
    : [
        "    if (IDL4_UNLIKELY(IDL4_FAILED(server.result))) {",
        `      ${cName}_discard(&server);`,
        "      continue;",
        "    }",
      ];
  const dispatch = dispatchLines(cName, tables);
  return [
    ...discard,
    ...declared,
    "",
    `void ${cName}_server(void);`,
    `void ${cName}_server(void)`,
    "{",
    `  static ${cName}_buffer_t buffer;`,
    "  idl4_server_t server;",
    "",
    `  ${cName}_start(&server, &buffer);`,
    "  for (;;) {",
    `    ${cName}_reply_and_wait(&server);`,
    ...failed,
    ...dispatch,
    "  }",
    "}",
    "",
  ];
}

function dispatchLines(cName: string, tables: ReturnType<typeof tablesOf>): string[] {
  const big = upper(cName);
  const index = `idl4_request_id(&server) & ${big}_FID_MASK`;
  const lines: string[] = [];
  if (tables.length === 1) return [...lines, `    idl4_process_request(&server, ${cName}_vtable[${index}]);`];
  lines.push(`    switch (idl4_request_id(&server) >> IDL4_FID_BITS) {`);
  for (const { interfaceNumber } of tables)
    lines.push(
      `    case ${interfaceNumber}:`,
      `      idl4_process_request(&server, ${cName}_vtable_${interfaceNumber}[${index}]);`,
      "      break;",
    );
  return [...lines, "    default:", `      ${cName}_discard(&server);`, "    }"];
}
