/** `BASE_template.c`: empty implementations and a server loop, for a person to fill in. */

import { unalias } from "../check/types.js";
import type { InterfaceLayout } from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import { declare, isByValue, resultType, upper } from "./c-types.js";
import { helperName, serviceName } from "./names.js";
import { implementationParameters } from "./server/render.js";
import { kernelTableOf, tablesOf } from "./tables.js";

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
      ...["_caller", ...operation.parameters.map((parameter) => parameter.name), "_env"].map(
        (parameter) => `  (void)${parameter};`,
      ),
      ...operation.parameters.flatMap((parameter) => emptied(parameter, names)),
      ...(operation.result === undefined ? [] : nothingReturned(operation, operation.result, names)),
      ...["}", `IDL4_PUBLISH_${upper(name)}(${name}_implementation)`, ""],
    );
  }
  return [...lines, ...serverLoop(layout, cName, options.optimizations.threadedDispatch)];
}

type Operation = InterfaceLayout["operations"][number]["operation"];
type Names = Parameters<typeof declare>[2];

/** An `out` parameter gets zeros, an empty string or an empty sequence. */
function emptied(
  { name, type, direction, transfer }: Operation["parameters"][number],
  names: Names,
): string[] {
  if (direction !== "out") return [];
  switch (transfer.kind) {
    case "fixed":
    case "map": {
      const isArray = unalias(type).kind === "array";
      const size = isArray ? declare(type, "", names).trim() : `*${name}`;
      return [`  __builtin_memset(${name}, 0, sizeof(${size}));`];
    }
    case "string":
      return [`  **${name} = 0;`];
    case "sequence":
      return [`  ${name}->_length = 0;`];
    default:
      return [];
  }
}

function nothingReturned(
  operation: Operation,
  { type, transfer }: NonNullable<Operation["result"]>,
  names: Names,
): string[] {
  const spelled = resultType(operation, names);
  if (isByValue(type) && transfer.kind === "fixed")
    return [
      `  ${spelled} __return;`,
      "  __builtin_memset(&__return, 0, sizeof(__return));",
      "  return __return;",
    ];
  if (transfer.kind !== "string")
    return [`  static ${declare(type, "__return", names)};`, "  return __return;"];
  const real = unalias(type);
  const isWide = real.kind === "string" && real.wide;
  return [`  static ${isWide ? "CORBA_wchar" : "CORBA_char"} _nothing[1];`, "  return _nothing;"];
}

export function serverLoop(layout: InterfaceLayout, cName: string, threaded: boolean): string[] {
  const lines = [
    `void ${helperName(layout, "server")}(void);`,
    `void ${helperName(layout, "server")}(void)`,
    "{",
    `  static ${helperName(layout, "buffer_t")} buffer;`,
    "  idl4_server_t server;",
    "",
    `  ${helperName(layout, "start")}(&server, &buffer);`,
  ];
  if (threaded) return [...lines, `  ${upper(cName)}_SERVE(server);`, "}", ""];
  return [...tableLines(layout, cName), "", ...lines, ...dispatchLines(layout, cName), "}", ""];
}

/** Function tables: an implementation can be exchanged at run time. */
function tableLines(layout: InterfaceLayout, cName: string): string[] {
  const big = upper(cName);
  const tables = tablesOf(layout);
  const table = (suffix: string, size: string, value: string) =>
    `static const idl4_service_t ${cName}_${suffix}[${big}_DEFAULT_${size}_SIZE] = ${big}_DEFAULT_${value};`;
  return [
    "/* For numbers that no operation has: answer nobody. */",
    `static IDL4_SERVICE __attribute__((unused)) void ${helperName(layout, "discard")}(idl4_server_t *_server)`,
    "{",
    "  idl4_answer_nobody(_server);",
    "}",
    ...tables.map(({ interfaceNumber }) =>
      tables.length > 1
        ? table(`vtable_${interfaceNumber}`, "VTABLE", `VTABLE_${interfaceNumber}`)
        : table("vtable", "VTABLE", "VTABLE"),
    ),
    ...(kernelTableOf(layout).length > 0 ? [table("ktable", "KTABLE", "KTABLE")] : []),
  ];
}

function dispatchLines(layout: InterfaceLayout, cName: string): string[] {
  const big = upper(cName);
  const tables = tablesOf(layout);
  const index = `idl4_request_id(&server) & ${big}_FID_MASK`;
  const kernel =
    kernelTableOf(layout).length > 0
      ? [
          "    if (idl4_is_kernel_message(&server)) {",
          `      idl4_process_request(&server, ${cName}_ktable[idl4_kernel_message(&server) & ${big}_KID_MASK]);`,
          "      continue;",
          "    }",
        ]
      : [];
  const process =
    tables.length === 1
      ? [`    idl4_process_request(&server, ${cName}_vtable[${index}]);`]
      : [
          "    switch (idl4_request_id(&server) >> IDL4_FID_BITS) {",
          ...tables.flatMap(({ interfaceNumber }) => [
            `    case ${interfaceNumber}:`,
            `      idl4_process_request(&server, ${cName}_vtable_${interfaceNumber}[${index}]);`,
            "      break;",
          ]),
          "    default:",
          `      ${helperName(layout, "discard")}(&server);`,
          "    }",
        ];
  return [
    "  for (;;) {",
    `    ${helperName(layout, "reply_and_wait")}(&server);`,
    "    if (IDL4_UNLIKELY(!idl4_received(&server))) {",
    "      idl4_answer_nobody(&server);",
    "      continue;",
    "    }",
    ...kernel,
    ...process,
    "  }",
  ];
}
