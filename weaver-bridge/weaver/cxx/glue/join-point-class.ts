/**
 * The class `JoinPoint` of one join point: pointers to the values that its advice uses, and of the join-point API the
 * members that its advice names; all of them where `tjp` or `JoinPoint` is handed on. A template over the join point's
 * types. Around advice sees a class derived from it that has `proceed()`.
 */
import { stringLiteral } from "../../text/c-tokens.js";
import type { CxxLevel, CxxOperation } from "./operation.js";
import { referred } from "./operation.js";

/** `@@` stands for the number of the join point's glue. */
export const JOIN_POINT = "__weft_jp_@@";

/** `template <class R, class P0> `; empty without types. */
export function templateHead({ types }: Pick<CxxOperation, "types">): string {
  return types.length === 0
    ? ""
    : `template <${types.map(({ name, ofType }) => `${ofType ?? "class"} ${name}`).join(", ")}> `;
}

/** `<R, P0>`; empty without types. */
export function templateArguments({ types }: CxxOperation): string {
  return types.length === 0 ? "" : `<${types.map(({ name }) => name).join(", ")}>`;
}

export function joinPointClass(
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  keys: ReadonlySet<string>,
): string {
  const wants = apiFilter(levels);
  const members = [
    ...[...keys].map(
      (key) => `${pointee(key, operation)} ${operation.held?.has(key) === true ? "" : "*"}__weft_${key};`,
    ),
    ...typeMembers(levels, operation, keys, wants),
    ...functionMembers(operation, keys, wants),
  ];
  return `${templateHead(operation)}struct ${JOIN_POINT} { ${members.join(" ")} };`;
}

type Filter = (...names: string[]) => boolean;

function apiFilter(levels: readonly CxxLevel[]): Filter {
  const all = levels.some(({ scan }) => scan.escapes);
  return (...names) =>
    all || names.some((name) => levels.some(({ scan }) => scan.functions.has(name) || scan.names.has(name)));
}

function pointee(key: string, operation: CxxOperation): string {
  if (key === "result") {
    const type = storedType(operation);
    return operation.result.slotted === true ? `__weft_slot<${type} >` : type;
  }
  return operation.values.get(key)!.type;
}

function typeMembers(
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  keys: ReadonlySet<string>,
  wants: Filter,
): string[] {
  const { argumentTypes, result, that, target, entity } = operation;
  const members: string[] = [];
  const types = [
    ["That", "that", that],
    ["Target", "target", target],
    ["Entity", "entity", entity],
  ] as const;
  for (const [name, use, type] of types) if (wants(name, use)) members.push(`typedef ${type} ${name};`);
  // Not for whoever may ask for all: it costs descriptions of all classes.
  if (levels.some(({ scan }) => scan.names.has("EntityInfo")))
    members.push(`typedef ${operation.entityInfo ?? "void"} EntityInfo;`);
  if (wants("MemberPtr", "memberptr")) {
    const type = operation.values.get("memberptr")?.type;
    members.push(`typedef ${type ?? "void *"} MemberPtr;`);
    members.push(
      `${INLINE}MemberPtr memberptr() { return ${keys.has("memberptr") ? "*__weft_memberptr" : "0"}; }`,
    );
  }
  if (wants("Result", "result")) members.push(`typedef ${storedType(operation)} Result;`);
  if (wants("Res")) {
    const { type, valueClass } = result;
    const plain = valueClass === "reference" ? referred(type) : type;
    members.push(`struct Res { typedef ${type} Type; typedef ${plain} ReferredType; };`);
  }
  if (wants("Arg", "arg", "arg()")) {
    members.push("template <int I, int D = 0> struct Arg { };");
    argumentTypes.forEach((type, index) => {
      members.push(
        `template <int D> struct Arg<${index}, D> { typedef ${type} Type; typedef ${referred(type)} ReferredType; };`,
      );
    });
  }
  const dimensions = [...operation.values.keys()].filter((key) => key.startsWith("idx"));
  const array = operation.values.get("array")?.type ?? "void";
  if (wants("Array", "array")) members.push(`typedef ${array} Array;`);
  if (wants("Dim", "idx")) {
    members.push("template <int I, int D = 0> struct Dim { };");
    const sizeAt = (depth: number) => `sizeof((*(${array} *)0)${"[0]".repeat(depth)})`;
    dimensions.forEach((key, index) => {
      const { type } = operation.values.get(key)!;
      const size = array === "void" ? "" : ` enum { Size = ${sizeAt(index)} / ${sizeAt(index + 1)} };`;
      members.push(`template <int D> struct Dim<${index}, D> { typedef ${type} Idx;${size} };`);
    });
  }
  if (wants("DIMS")) members.push(`enum { DIMS = ${dimensions.length} };`);
  if (wants("ARGS", "args"))
    members.push(`enum { ARGS = ${operation.argumentCount ?? argumentTypes.length} };`);
  if (wants("JPID", "id")) members.push(`enum { JPID = ${operation.id} };`);
  if (wants("JPTYPE", "jptype"))
    members.push(`static const ::AC::JPType JPTYPE = ::AC::${operation.joinPoint};`);
  return members;
}

/** What `result()` points to: a pointer for a reference. */
export function storedType({ result }: CxxOperation): string {
  return result.valueClass === "reference" ? `${referred(result.type)} *` : result.type;
}

function functionMembers(operation: CxxOperation, keys: ReadonlySet<string>, wants: Filter): string[] {
  const { argumentTypes, constants, result } = operation;
  const members: string[] = [];
  const define = (text: string) => members.push(`${INLINE}${text}`);
  for (const name of ["signature", "filename"])
    if (wants(name))
      define(`static const char *${name}() { return ${constants.get(name) ?? stringLiteral("")}; }`);
  if (wants("line")) define(`static int line() { return ${constants.get("line") ?? "0"}; }`);
  if (wants("args"))
    define(`static int args() { return ${operation.argumentCount ?? argumentTypes.length}; }`);
  if (wants("id")) define(`static unsigned id() { return ${operation.id}; }`);
  if (wants("jptype")) define(`static ::AC::JPType jptype() { return ::AC::${operation.joinPoint}; }`);
  if (wants("resulttype", "type"))
    define(`static const char *resulttype() { return ${constants.get("resulttype") ?? stringLiteral("")}; }`);
  if (wants("type"))
    define(`static const char *type() { return ${constants.get("type") ?? stringLiteral("")}; }`);
  if (wants("argtype"))
    define(`static const char *argtype(int __weft_i) { ${argumentTypes.map((_, i) => `if (__weft_i == ${i}) return ${constants.get(`argtype${i}`) ?? '""'}; `).join("")}return 0; }`);
  for (const [name, type] of [
    ["that", "That"],
    ["target", "Target"],
  ] as const)
    if (wants(name)) define(`${type} *${name}() { return ${keys.has(name) ? `__weft_${name}` : "0"}; }`);
  if (wants("array")) define(`Array *array() { return ${keys.has("array") ? "__weft_array" : "0"}; }`);
  if (wants("entity")) define(`Entity *entity() { return ${keys.has("entity") ? "__weft_entity" : "0"}; }`);
  if (wants("result") && result.valueClass !== "void")
    define(`Result *result() { return ${keys.has("result") ? resultPointer(operation) : "0"}; }`);
  else if (wants("result")) define("void *result() { return 0; }");
  if (wants("idx")) {
    for (const key of operation.values.keys())
      if (key.startsWith("idx") && keys.has(key))
        define(`${operation.values.get(key)!.type} __weft_idx(__weft_n<${key.slice(3)}>) { return *__weft_${key}; }`);
    members.push(
      `template <int I> ${INLINE}typename Dim<I>::Idx idx() { return __weft_idx(__weft_n<I>()); }`,
    );
  }
  if (wants("arg", "arg()")) {
    argumentTypes.forEach((_, index) => {
      if (keys.has(`arg${index}`))
        define(`${referred(argumentTypes[index] as string)} *__weft_arg(__weft_n<${index}>) { return ${pointerTo(`arg${index}`, operation)}; }`);
    });
    members.push(
      `template <int I> ${INLINE}typename Arg<I>::ReferredType *arg() { return __weft_arg(__weft_n<I>()); }`,
    );
  }
  if (wants("arg()")) {
    const cases = argumentTypes.flatMap((_, index) =>
      keys.has(`arg${index}`)
        ? [`if (__weft_i == ${index}) return (void *)${pointerTo(`arg${index}`, operation)}; `]
        : [],
    );
    define(`void *arg(int __weft_i) { ${cases.join("")}return 0; }`);
  }
  return members;
}

const INLINE = "inline __attribute__((always_inline, artificial)) ";

/** A slot that may be empty is filled when advice first asks for it. */
function resultPointer(operation: CxxOperation): string {
  return operation.result.slotted === true ? "__weft_result->get()" : pointerTo("result", operation);
}

function pointerTo(key: string, { held }: CxxOperation): string {
  return held?.has(key) === true ? `&__weft_${key}` : `__weft_${key}`;
}
