/**
 * The class `JoinPoint` of one join point: pointers to the values that its advice uses, and of the join-point API the
 * members that its advice names; all of them where `tjp` or `JoinPoint` is handed on. A template over the join point's
 * types. Around advice sees a class derived from it that has `proceed()`.
 */
import { stringLiteral } from "../../text/c-tokens.js";
import type { CxxLevel, CxxOperation } from "../operation.js";
import { referred } from "../operation.js";

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
  const context = { operation, keys, levels };
  const members = [
    ...[...keys].map(
      (key) => `${pointee(key, operation)} ${operation.held?.has(key) === true ? "" : "*"}__weft_${key};`,
    ),
    ...typeMembers(context, wants),
    ...membersOf(FUNCTIONS, context, wants),
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

/** What a member's text is made of. */
interface Context {
  readonly operation: CxxOperation;
  /** Values that the class points to. */
  readonly keys: ReadonlySet<string>;
  readonly levels: readonly CxxLevel[];
}

/** A part of the join-point API. */
interface Member {
  /** Advice that names one of these gets it. */
  readonly names: readonly string[];
  readonly texts: (context: Context) => readonly string[];
}

const member = (names: readonly string[], text: (context: Context) => string): Member => ({
  names,
  texts: (context) => [text(context)],
});

const fixed = (names: readonly string[], text: (operation: CxxOperation) => string): Member =>
  member(names, ({ operation }) => text(operation));

/** Types first: functions name them. */
const TYPES: readonly Member[] = [
  fixed(["That", "that"], ({ that }) => `typedef ${that} That;`),
  fixed(["Target", "target"], ({ target }) => `typedef ${target} Target;`),
  fixed(["Entity", "entity"], ({ entity }) => `typedef ${entity} Entity;`),
];

const TYPES_OF_VALUES: readonly Member[] = [
  { names: ["MemberPtr", "memberptr"], texts: memberPointer },
  fixed(["Result", "result"], (operation) => `typedef ${storedType(operation)} Result;`),
  fixed(["Res"], ({ result: { type, valueClass } }) => {
    const plain = valueClass === "reference" ? referred(type) : type;
    return `struct Res { typedef ${type} Type; typedef ${plain} ReferredType; };`;
  }),
  { names: ["Arg", "arg", "arg()"], texts: typesOfArguments },
  fixed(["Array", "array"], (operation) => `typedef ${arrayType(operation)} Array;`),
  { names: ["Dim", "idx"], texts: dimensionTypes },
  fixed(["DIMS"], (operation) => `enum { DIMS = ${dimensionsOf(operation).length} };`),
  fixed(["ARGS", "args"], (operation) => `enum { ARGS = ${countOf(operation)} };`),
  fixed(["JPID", "id"], ({ id }) => `enum { JPID = ${id} };`),
  fixed(["JPTYPE", "jptype"], ({ joinPoint }) => `static const ::AC::JPType JPTYPE = ::AC::${joinPoint};`),
];

function typeMembers(context: Context, wants: Filter): string[] {
  return [
    ...membersOf(TYPES, context, wants),
    // Not for whoever may ask for all: it costs descriptions of all classes.
    ...(context.levels.some(({ scan }) => scan.names.has("EntityInfo"))
      ? [`typedef ${context.operation.entityInfo ?? "void"} EntityInfo;`]
      : []),
    ...membersOf(TYPES_OF_VALUES, context, wants),
  ];
}

const membersOf = (members: readonly Member[], context: Context, wants: Filter): string[] =>
  members.flatMap(({ names, texts }) => (wants(...names) ? texts(context) : []));

function memberPointer({ operation, keys }: Context): string[] {
  const type = operation.values.get("memberptr")?.type;
  const value = keys.has("memberptr") ? "*__weft_memberptr" : "0";
  return [`typedef ${type ?? "void *"} MemberPtr;`, `${INLINE}MemberPtr memberptr() { return ${value}; }`];
}

function typesOfArguments({ operation: { argumentTypes } }: Context): string[] {
  const own = argumentTypes.map(
    (type, index) =>
      `template <int D> struct Arg<${index}, D> { typedef ${type} Type; typedef ${referred(type)} ReferredType; };`,
  );
  return ["template <int I, int D = 0> struct Arg { };", ...own];
}

const dimensionsOf = ({ values }: CxxOperation) => [...values.keys()].filter((key) => key.startsWith("idx"));
const arrayType = ({ values }: CxxOperation) => values.get("array")?.type ?? "void";
const countOf = ({ argumentCount, argumentTypes }: CxxOperation) => argumentCount ?? argumentTypes.length;

function dimensionTypes({ operation }: Context): string[] {
  const array = arrayType(operation);
  const sizeAt = (depth: number) => `sizeof((*(${array} *)0)${"[0]".repeat(depth)})`;
  const dimensions = dimensionsOf(operation).map((key, index) => {
    const { type } = operation.values.get(key)!;
    const size = array === "void" ? "" : ` enum { Size = ${sizeAt(index)} / ${sizeAt(index + 1)} };`;
    return `template <int D> struct Dim<${index}, D> { typedef ${type} Idx;${size} };`;
  });
  return ["template <int I, int D = 0> struct Dim { };", ...dimensions];
}

/** What `result()` points to: a pointer for a reference. */
export function storedType({ result }: CxxOperation): string {
  return result.valueClass === "reference" ? `${referred(result.type)} *` : result.type;
}

/** A constant of the join point as a string. */
const text = (names: readonly string[], name: string): Member =>
  inlined(
    names,
    ({ operation: { constants } }) =>
      `static const char *${name}() { return ${constants.get(name) ?? stringLiteral("")}; }`,
  );

/** A pointer to a value; 0 where there is none. */
const pointer = (name: string, type: string): Member =>
  inlined([name], ({ keys }) => `${type} *${name}() { return ${keys.has(name) ? `__weft_${name}` : "0"}; }`);

function inlined(names: readonly string[], define: (context: Context) => string): Member {
  return member(names, (context) => `${INLINE}${define(context)}`);
}

const FUNCTIONS: readonly Member[] = [
  text(["signature"], "signature"),
  text(["filename"], "filename"),
  inlined(
    ["line"],
    ({ operation }) => `static int line() { return ${operation.constants.get("line") ?? "0"}; }`,
  ),
  inlined(["args"], ({ operation }) => `static int args() { return ${countOf(operation)}; }`),
  inlined(["id"], ({ operation }) => `static unsigned id() { return ${operation.id}; }`),
  inlined(
    ["jptype"],
    ({ operation }) => `static ::AC::JPType jptype() { return ::AC::${operation.joinPoint}; }`,
  ),
  text(["resulttype", "type"], "resulttype"),
  text(["type"], "type"),
  inlined(["argtype"], ({ operation: { argumentTypes, constants } }) => {
    const cases = argumentTypes.map(
      (_, index) => `if (__weft_i == ${index}) return ${constants.get(`argtype${index}`) ?? '""'}; `,
    );
    return `static const char *argtype(int __weft_i) { ${cases.join("")}return 0; }`;
  }),
  pointer("that", "That"),
  pointer("target", "Target"),
  pointer("array", "Array"),
  pointer("entity", "Entity"),
  inlined(["result"], ({ operation, keys }) => {
    if (operation.result.valueClass === "void") return "void *result() { return 0; }";
    return `Result *result() { return ${keys.has("result") ? resultPointer(operation) : "0"}; }`;
  }),
  { names: ["idx"], texts: indices },
  { names: ["arg", "arg()"], texts: typedArguments },
  inlined(["arg()"], ({ operation, keys }) => {
    const cases = keptArguments(operation, keys).map(
      ([index, value]) => `if (__weft_i == ${index}) return (void *)${value}; `,
    );
    return `void *arg(int __weft_i) { ${cases.join("")}return 0; }`;
  }),
];

function indices({ operation, keys }: Context): string[] {
  const own = dimensionsOf(operation).filter((key) => keys.has(key));
  return [
    ...own.map(
      (key) =>
        `${INLINE}${operation.values.get(key)!.type} __weft_idx(__weft_n<${key.slice(3)}>) { return *__weft_${key}; }`,
    ),
    `template <int I> ${INLINE}typename Dim<I>::Idx idx() { return __weft_idx(__weft_n<I>()); }`,
  ];
}

function typedArguments({ operation, keys }: Context): string[] {
  const own = keptArguments(operation, keys).map(
    ([index, value, type]) =>
      `${INLINE}${referred(type)} *__weft_arg(__weft_n<${index}>) { return ${value}; }`,
  );
  return [
    ...own,
    `template <int I> ${INLINE}typename Arg<I>::ReferredType *arg() { return __weft_arg(__weft_n<I>()); }`,
  ];
}

/** Of the arguments that advice uses: number, pointer and type. */
const keptArguments = (operation: CxxOperation, keys: ReadonlySet<string>) =>
  operation.argumentTypes.flatMap((type, index) => {
    const key = `arg${index}`;
    return keys.has(key) ? [[index, pointerTo(key, operation), type] as const] : [];
  });

const INLINE = "inline __attribute__((always_inline, artificial)) ";

/** A slot that may be empty is filled when advice first asks for it. */
function resultPointer(operation: CxxOperation): string {
  return operation.result.slotted === true ? "__weft_result->get()" : pointerTo("result", operation);
}

function pointerTo(key: string, { held }: CxxOperation): string {
  return held?.has(key) === true ? `&__weft_${key}` : `__weft_${key}`;
}
