/** The C program for a random interface: implementations that check and answer, a client that asks and checks. */
import type { RandomInterface } from "./random-interface.js";

type Operation = RandomInterface["operations"][number];
type Parameter = Operation["parameters"][number];
type Value = Parameter["value"];

/**
 * `template` is the generated one; the bodies of its implementations are replaced, its server loop stays.
 * The result prints one line that starts with `ok` when every byte was right.
 */
export function randomProgram({ operations }: RandomInterface, template: string): string {
  return [
    '#include "emulator.h"',
    '#include "in_client.h"',
    PRELUDE,
    ...operations.flatMap(storage),
    withBodies(operations, template),
    "static void randomize(void)\n{",
    ...operations.flatMap(({ name, parameters, result }) => [
      ...parameters.flatMap((parameter) => randomizeValue(`${name}_${parameter.name}`, parameter.value)),
      ...(result === undefined ? [] : randomizeValue(`${name}_result`, result)),
      ...parameters.flatMap(({ count, value }) =>
        count === undefined ? [] : [`  ${name}_${count}_there = (CORBA_long)(any() % ${value.most + 1});`],
      ),
    ]),
    "}",
    "static __attribute__((noinline)) void round_of_calls(m_i service)\n{",
    "  CORBA_Environment env = idl4_default_environment;\n  randomize();",
    ...operations.map(call),
    "  CHECK(allocated == 0);\n}",
    MAIN,
  ].join("\n");
}

const PRELUDE = `
static unsigned seed = 12345, checks, failures, raising, served;
static word any(void) { seed = seed * 1103515245u + 12345u; return seed ^ seed >> 16; }
static __attribute__((unused)) void fill(void *object, unsigned size) { for (unsigned char *p = object; size--;) *p++ = (unsigned char)any(); }
static void check(int good, const char *what, int line) { checks++; if (!good) { failures++; if (failures < 20) printf("line %d: %s\\n", line, what); } }
#define CHECK(x) check(!!(x), #x, __LINE__)
#define SAME(a, b, size) check(!memcmp((a), (b), (size)), #a " is " #b, __LINE__)
static __attribute__((unused)) void text(char *to, unsigned most) { unsigned n = any() % (most + 1); for (unsigned i = 0; i < n; i++) to[i] = (char)('a' + any() % 26); to[n] = 0; }
static int allocated;
void *CORBA_alloc(idl4_word_t bytes) { allocated++; return malloc(bytes + 1); }
void CORBA_free(void *pointer) { if (pointer) allocated--; free(pointer); }
static __attribute__((unused)) m_trouble trouble = {4711, m_hue_blue};
`;

const MAIN = `
int main(void)
{
  m_i service;
  memset(&service, 0, sizeof(service));
  *(word *)&service = SERVER;
  boot(m_i_server);
  for (int i = 0; i < 30; i++) { raising = i % 3 == 2; round_of_calls(service); }
  printf("%s: %u messages, %u served, %u checks, %u failures, %u cut\\n", failures || cut ? "FAILED" : "ok", messages, served, checks, failures, cut);
  return failures != 0 || cut != 0;
}
`;

/** What travels, and what comes back: `NAME_there` and `NAME_back`. */
function storage({ name, parameters, result }: Operation): string[] {
  const values = parameters.map((parameter) => [`${name}_${parameter.name}`, parameter.value] as const);
  if (result !== undefined) values.push([`${name}_result`, result]);
  return values.map(([variable, { kind, c, most }]) => {
    if (kind === "string")
      return `static CORBA_char ${variable}_there[${most + 1}], ${variable}_back[${most + 1}];`;
    if (kind === "counted") return `static ${c} ${variable}_there[${most}], ${variable}_back[${most}];`;
    if (kind === "sequence")
      return `static ${c} ${variable}_there[${most}], ${variable}_back[${most}]; static unsigned ${variable}_there_n, ${variable}_back_n;`;
    return `static ${c} ${variable}_there, ${variable}_back;`;
  });
}

function randomizeValue(variable: string, { kind, c, most }: Value): string[] {
  return ["there", "back"].flatMap((side) => {
    const name = `${variable}_${side}`;
    if (kind === "string") return [`  text(${name}, ${most});`];
    if (kind === "float") return [`  ${name} = (${c})((int)(any() % 2000) - 1000) / 8;`];
    if (kind === "sequence") return [`  fill(${name}, sizeof(${name})); ${name}_n = any() % ${most + 1};`];
    if (kind === "counted") return [`  fill(${name}, sizeof(${name}));`];
    return [`  fill(&${name}, sizeof(${name}));`];
  });
}

function withBodies(operations: readonly Operation[], template: string): string {
  let text = template;
  for (const operation of operations) {
    const head = new RegExp(
      `(IDL4_INLINE [^\\n]*m_i_${operation.name}_implementation\\([^\\n]*\\)\\n)\\{[\\s\\S]*?\\n\\}(?=\\nIDL4_PUBLISH)`,
    );
    if (!head.test(text)) throw new Error(`the template has no implementation of ${operation.name}`);
    text = text.replace(head, (_, signature: string) => `${signature}{\n${body(operation)}\n}`);
  }
  return text;
}

function body(operation: Operation): string {
  const { name, parameters, result, raises } = operation;
  const inputs = parameters
    .filter(({ direction }) => direction !== "out")
    .map((parameter) => serverCheck(name, parameter));
  const kept = parameters
    .filter(({ direction }) => direction === "in")
    .map((parameter) => serverCheck(name, parameter));
  const outputs = parameters
    .filter(({ direction }) => direction !== "in")
    .map((parameter) => serverAnswer(name, parameter));
  return [
    "  (void)_caller; (void)_env; served++;",
    ...inputs,
    ...outputs,
    ...kept,
    ...(raises ? ["  if (raising) CORBA_exception_set(_env, ex_m_trouble, &trouble);"] : []),
    ...(result === undefined ? [] : [`  return ${name}_result_back;`]),
  ].join("\n");
}

function serverCheck(operation: string, { name, direction, value, count }: Parameter): string {
  const sent = `${operation}_${name}_there`;
  switch (value.kind) {
    case "scalar":
    case "float":
      return `  SAME(${direction === "in" ? "&" : ""}${name}, &${sent}, sizeof(${sent}));`;
    case "record":
      return `  SAME(${name}, &${sent}, sizeof(${sent}));`;
    case "array":
      return `  SAME(${name}, ${sent}, sizeof(${sent}));`;
    case "string":
      return `  CHECK(!strcmp(${direction === "in" ? "" : "*"}${name}, ${sent}));`;
    case "sequence":
      return `  CHECK(${name}->_length == ${sent}_n); SAME(${name}->_buffer, ${sent}, ${sent}_n * sizeof(*${sent}));`;
    case "counted":
      return `  SAME(${name}, ${sent}, (unsigned)${count} * sizeof(*${sent}));`;
  }
}

function serverAnswer(operation: string, { name, direction, value, count }: Parameter): string {
  const back = `${operation}_${name}_back`;
  switch (value.kind) {
    case "scalar":
    case "float":
    case "record":
      return `  *${name} = ${back};`;
    case "array":
      return `  memcpy(${name}, ${back}, sizeof(${back}));`;
    case "string":
      return value.bounded && value.most % 2 === 0 ? `  strcpy(*${name}, ${back});` : `  *${name} = ${back};`;
    case "sequence":
      return direction === "inout" || (value.bounded && value.most % 2 === 0)
        ? `  ${name}->_length = ${back}_n; memcpy(${name}->_buffer, ${back}, ${back}_n * sizeof(*${back}));`
        : `  ${name}->_length = ${back}_n; ${name}->_buffer = ${back};`;
    case "counted":
      return `  memcpy(${name}, ${back}, (unsigned)${count} * sizeof(*${back}));`;
  }
}

function call(operation: Operation): string {
  const { name, parameters, result, raises } = operation;
  const before: string[] = [];
  const after: string[] = [];
  const free: string[] = [];
  const words = parameters.map((parameter) => argument(operation, parameter, before, after, free));
  const invoked = `m_i_${name}(${["service", ...words, "&env"].join(", ")})`;
  const invoke = result === undefined ? `${invoked};` : `${resultType(result)}r = ${invoked};`;
  if (result?.kind === "string") {
    after.push(`CHECK(!strcmp(r, ${name}_result_back));`, "CORBA_free(r);");
  } else if (result?.kind === "array") {
    after.push(`SAME(r, &${name}_result_back, sizeof(${name}_result_back));`, "CORBA_free(r);");
  } else if (result !== undefined) after.push(`SAME(&r, &${name}_result_back, sizeof(r));`);
  const fine = `CHECK(env._major == CORBA_NO_EXCEPTION); ${after.join(" ")}`;
  const judged = raises
    ? `if (raising) { ${result === undefined ? "" : "(void)r; "}CHECK(env._major == CORBA_USER_EXCEPTION); CHECK(CORBA_exception_id(&env) == ex_m_trouble); SAME(CORBA_exception_value(&env), &trouble, sizeof(trouble)); CORBA_exception_free(&env); } else { ${fine} }`
    : fine;
  return `  { ${[...before, invoke, judged, ...free].join(" ")} }`;
}

function resultType({ kind, c }: Value): string {
  if (kind === "array") return `${c}_slice *`;
  return kind === "string" ? "CORBA_char *" : `${c} `;
}

function argument(
  { name: operation }: Operation,
  { name, direction, value, count }: Parameter,
  before: string[],
  after: string[],
  free: string[],
): string {
  const there = `${operation}_${name}_there`;
  const back = `${operation}_${name}_back`;
  const { kind, c, most, idl } = value;
  switch (kind) {
    case "scalar":
    case "float":
    case "record":
      if (direction === "in") return kind === "record" ? `&${there}` : there;
      before.push(direction === "inout" ? `${c} ${name} = ${there};` : `${c} ${name};`);
      after.push(`SAME(&${name}, &${back}, sizeof(${back}));`);
      return `&${name}`;
    case "array":
      if (direction === "in") return there;
      before.push(
        `${c} ${name};`,
        ...(direction === "inout" ? [`memcpy(${name}, ${there}, sizeof(${name}));`] : []),
      );
      after.push(`SAME(${name}, ${back}, sizeof(${back}));`);
      return name;
    case "string":
      if (direction === "in") return there;
      before.push(
        direction === "out"
          ? `CORBA_char *${name} = 0;`
          : `CORBA_char *${name} = CORBA_string_alloc(${most}); strcpy(${name}, ${there});`,
      );
      after.push(`CHECK(!strcmp(${name}, ${back}));`);
      free.push(`CORBA_free(${name});`);
      return `&${name}`;
    case "sequence": {
      const type = `m_${idl}`;
      if (direction === "in") before.push(`${type} ${name} = {${most}, ${there}_n, ${there}};`);
      else if (direction === "out") before.push(`${type} ${name} = {0, 0, 0};`);
      else
        before.push(
          `${type} ${name} = {${most}, ${there}_n, CORBA_alloc(sizeof(${there}))}; memcpy(${name}._buffer, ${there}, sizeof(${there}));`,
        );
      if (direction === "in") return `&${name}`;
      after.push(
        `CHECK(${name}._length == ${back}_n); SAME(${name}._buffer, ${back}, ${back}_n * sizeof(*${back}));`,
      );
      free.push(`CORBA_free(${name}._buffer);`);
      return `&${name}`;
    }
    case "counted":
      if (direction === "in") return there;
      before.push(`static ${c} ${name}[${most}];`);
      after.push(`SAME(${name}, ${back}, (unsigned)${operation}_${count}_there * sizeof(*${back}));`);
      return name;
  }
}
