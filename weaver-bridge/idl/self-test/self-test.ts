/**
 * `BASE_self_test.c`: servers and a client that call every operation with values that both sides derive from the same
 * seed, so that each byte is checked there and back. It includes the generated headers and needs a platform only for
 * what `idl4/self-test.h` names; it starts by `idl4_test_serve(n)` in a server and `idl4_test_run(servers)` in a client.
 */

import type { Exception, Operation, Parameter } from "../check/interface-model.js";
import { declare, resultType, upper } from "../emit/c-types.js";
import { destinationOf } from "../emit/client/stub.js";
import { helperName, serviceName } from "../emit/names.js";
import { implementationParameters } from "../emit/server/render.js";
import { serverLoop } from "../emit/template.js";
import type { InterfaceLayout } from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import { clientPart, clientResult } from "./client-part.js";
import type { Side } from "./parameter-values.js";
import { serverPart, serverResult } from "./server-part.js";
import { sizeChecks, untestable } from "./testable.js";
import { typeFunctions } from "./values.js";

export { SELF_TEST_HEADER } from "./support.js";

/** What a self-test calls: `test_NUMBER` makes the client's `stub` call the server that `idl4_test_serve(server)` is. */
interface TestCall {
  readonly server: number;
  readonly number: number;
  readonly stub: string;
}

export function testCalls(layouts: readonly InterfaceLayout[]): TestCall[] {
  let number = 0;
  return layouts
    .filter(({ operations }) => operations.length > 0)
    .flatMap(({ operations }, server) =>
      operations.flatMap(({ operation }) => {
        number++;
        return untestable(operation, layouts) === undefined
          ? [{ server, number, stub: operation.cName }]
          : [];
      }),
    );
}

export function renderSelfTest(
  layouts: readonly InterfaceLayout[],
  base: string,
  options: IdlOptions,
): string {
  const names = { plain: options.cTypes };
  const types = typeFunctions(names);
  let number = 0;
  const servers: string[] = [];
  const clients: string[] = [];
  const runs: string[] = [];
  const tested = layouts.filter(({ operations }) => operations.length > 0);
  for (const [index, layout] of tested.entries()) {
    for (const operation of layout.operations) {
      const side: Side = {
        names,
        types,
        operation: operation.operation,
        number: ++number,
        useMalloc: options.useMalloc,
      };
      for (const exception of raisesTested(operation.operation))
        if (exception.members.length > 0) types.exception(exception);
      const label = `${layout.declared.name}.${operation.operation.name}`;
      const why = untestable(operation.operation, layouts);
      servers.push(...implementation(layout, side, why));
      if (why !== undefined) {
        runs.push(`  idl4_test_say("skip ${label}: ${why}\\n");`);
        continue;
      }
      clients.push(...client(side, operation.reply === undefined));
      runs.push(`  test_${number}(_servers[${index}]);`, `  failed += idl4_test_report("${label}");`);
    }
    servers.push(...serverLoop(layout, layout.declared.cName, options.optimizations.threadedDispatch));
  }
  const cases = tested.map(
    (layout, index) => `  if (_server == ${index}) ${helperName(layout, "server")}();`,
  );
  return [
    `/* Self-test of ${base}.idl, made by weft idl: servers, a client, and values from one seed on both sides. */`,
    `#include "${base}_client.h"`,
    `#include "${base}_server.h"`,
    `#include "idl4/self-test.h"`,
    "",
    types.rendered(),
    ...servers,
    ...clients,
    `/* Servers that the test needs, each a thread of its own. */`,
    "extern const idl4_word_t idl4_test_servers;",
    `const idl4_word_t idl4_test_servers = ${tested.length};`,
    "void idl4_test_serve(idl4_word_t _server);",
    "void idl4_test_serve(idl4_word_t _server)",
    "{",
    "  (void)_server;",
    ...cases,
    "}",
    "",
    "/* Calls every operation; returns how many failed. */",
    "idl4_word_t idl4_test_run(const idl4_threadid_t *_servers);",
    "idl4_word_t idl4_test_run(const idl4_threadid_t *_servers)",
    "{",
    "  idl4_word_t failed = 0;",
    "  (void)_servers;",
    ...runs,
    "  return failed;",
    "}",
    "",
  ].join("\n");
}

function implementation(layout: InterfaceLayout, side: Side, why: string | undefined): string[] {
  const { operation, names } = side;
  const name = serviceName(layout, operation);
  const parts = lengthsFirst(operation).map((parameter) => serverPart(side, parameter));
  const checks = parts.flatMap((part) => part.checks);
  const body = [
    "static idl4_word_t _usual;",
    "IDL4_TEST_SERVE",
    "const idl4_word_t _stack = idl4_test_stack();",
    "(void)_caller; (void)_env;",
    ...sizeChecks(side).map((line, index) => line.replace("_size_", `_size_${index}`)),
    'IDL4_TEST(_usual == 0 || _usual == _stack, "server: its stack pointer moved since the last call");',
    "_usual = _stack;",
    ...checks,
    ...parts.flatMap((part) => part.outputs),
    ...(parts.some((part) => part.outputs.length > 0) ? parts.flatMap((part) => part.again) : []),
    'IDL4_TEST(idl4_test_allocated() == 0, "server: memory leaked");',
    ...raisesTested(operation).flatMap((exception, index) => {
      const raise = (value: string) => `CORBA_exception_set(_env, ex_${exception.cName}, ${value});`;
      const test = `if (idl4_test.raise == ${index + 1})`;
      return exception.members.length === 0
        ? [`${test} ${raise("0")}`]
        : [
            `${test} {`,
            `  static ${exception.cName} _value; idl4_random_t _random = idl4_test_seed(${side.number}, 1, 59);`,
            `  fill_${exception.cName}(&_value, &_random);`,
            `  ${raise("&_value")}`,
            "}",
          ];
    }),
    // The client of a oneway operation goes on from here.
    ...(operation.result === undefined
      ? ["idl4_test.served++;", "IDL4_TEST_SERVED"]
      : serverResult(side, operation.result).map((line) =>
          line.replace(/^return /, "idl4_test.served++; IDL4_TEST_SERVED return "),
        )),
  ];
  const untested = [
    ...["_caller", ...operation.parameters.map((parameter) => parameter.name), "_env"].map(
      (each) => `(void)${each};`,
    ),
    ...(operation.result === undefined
      ? []
      : [`static ${declare(operation.result.type, "_nothing", names)}; return _nothing;`]),
  ];
  return [
    `IDL4_INLINE ${resultType(operation, names)} ${name}_implementation(${implementationParameters(operation, names)})`,
    "{",
    ...(why === undefined ? body : untested).map((line) => `  ${line}`),
    "}",
    `IDL4_PUBLISH_${upper(name)}(${name}_implementation)`,
    "",
  ];
}

/** Streams have a test of their own: `tests/golden/idl/packed`. */
function raisesTested({ raises }: Operation): Exception[] {
  return raises.filter(({ packed }) => !packed);
}

/** Arrays behind the parameters that say how long they are. */
function lengthsFirst({ parameters }: Operation): Parameter[] {
  const counted = (parameter: Parameter) => (parameter.transfer.kind === "array" ? 1 : 0);
  return [...parameters].sort((a, b) => counted(a) - counted(b));
}

function client(side: Side, oneway: boolean): string[] {
  const { operation } = side;
  const parts = operation.parameters.map((parameter) => clientPart(side, parameter));
  const prepared = lengthsFirst(operation).map((parameter) => clientPart(side, parameter));
  const result = operation.result === undefined ? undefined : clientResult(side, operation.result);
  const exceptions = raisesTested(operation).map((exception, index) => ({ exception, index: index + 1 }));
  const service = destinationOf(operation) === undefined ? ["_service"] : [];
  const call = `${operation.cName}(${[...service, ...parts.map((part) => part.argument), "&_env"].join(", ")})`;
  const ids = ["0", ...raisesTested(operation).map((exception) => `ex_${exception.cName}`)];
  return [
    `static void test_${side.number}(idl4_threadid_t _service)`,
    "{",
    `  static const idl4_word_t _exceptions[] = {${ids.join(", ")}};`,
    `  for (idl4_word_t _n = 0; _n < IDL4_TEST_ROUNDS + IDL4_TEST_RAISES * ${exceptions.length}; _n++) {`,
    `    const idl4_word_t _raise = _n < IDL4_TEST_ROUNDS ? 0 : (_n - IDL4_TEST_ROUNDS) / 2 + 1;`,
    "    const idl4_word_t _served = idl4_test.served;",
    "    CORBA_Environment _env = idl4_default_environment;",
    "    _env._timeout = IDL4_TEST_TIMEOUT;",
    "    idl4_test_begin(_n, _raise);",
    ...prepared.flatMap((part) => part.declarations).map((line) => `    ${line}`),
    ...(result === undefined ? [] : [`    ${result.declaration}`]),
    "    const idl4_word_t _stack = idl4_test_stack();",
    `    IDL4_TEST_CALL(${side.number})`,
    `    ${result === undefined ? "" : "__return = "}${call};`,
    "    IDL4_TEST_CALLED",
    '    IDL4_TEST(_stack == idl4_test_stack(), "client: the stack pointer moved");',
    ...(oneway
      ? [
          "    for (idl4_word_t _tries = 0; idl4_test.served == _served && _tries < IDL4_TEST_PATIENCE; _tries++) idl4_test_yield();",
        ]
      : []),
    "    idl4_test_after(&_env, _exceptions[_raise], _served);",
    "    if (_env._major == CORBA_NO_EXCEPTION) {",
    ...[...parts.flatMap((part) => part.checks), ...(result?.checks ?? [])].map((line) => `      ${line}`),
    "    } else {",
    ...parts.flatMap((part) => part.unchanged).map((line) => `      ${line}`),
    ...exceptions.flatMap(({ exception, index }) =>
      exception.members.length === 0
        ? []
        : [
            `      if (_raise == ${index} && _env._major == CORBA_USER_EXCEPTION) {`,
            `        ${exception.cName} _value; idl4_random_t _random = idl4_test_seed(${side.number}, 1, 59);`,
            `        fill_${exception.cName}(&_value, &_random);`,
            `        IDL4_TEST(CORBA_exception_value(&_env) && same_${exception.cName}((const ${exception.cName} *)CORBA_exception_value(&_env), &_value), "client: the exception's value did not arrive");`,
            "      }",
          ],
    ),
    "    }",
    ...[...parts.flatMap((part) => part.release), ...(result?.release ?? [])].map((line) => `    ${line}`),
    "    CORBA_exception_free(&_env);",
    '    IDL4_TEST(idl4_test_allocated() == 0, "client: memory leaked");',
    "    if (idl4_test.failures) break;",
    "  }",
    "}",
    "",
  ];
}
