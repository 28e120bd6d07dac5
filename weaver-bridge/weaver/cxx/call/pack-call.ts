/**
 * Calls that pass a pack: `f(a, args...)`. How many arguments there are only an instance knows, so the wrapper takes
 * none of them. A function before it takes them all and hands it the call as a closure:
 *
 *     f(a, args...)    ->    ::__weft::__weft_pass_3< int >(a, args...)
 */
import { Unweavable } from "../../unweavable.js";
import { CLOSURE } from "../execution/forwarding-closure.js";
import { GLUE } from "../glue/advice-chain.js";
import type { GluePart } from "../glue/glue.js";
import { templateHead } from "../glue/join-point-class.js";
import type { CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";

/** All arguments, in the function that has them. */
export const PACK = "static_cast<__P &&>(__weft_args)...";

export const CLOSURE_TYPE: TypeParameter = { name: "__B" };

/** `call` performs the join point where the arguments are. */
export const closureValue = (call: string): JoinPointValue => ({
  type: "const __B",
  parameter: { declaration: `const __B &__weft_${CLOSURE}`, passed: call },
  lvalue: `__weft_${CLOSURE}`,
});

/** Nothing can be said of single arguments. */
export function refuseArguments(levels: readonly CxxLevel[], name: string): void {
  const wanted = levels.some(
    ({ scan, match }) =>
      scan.argumentIndices === undefined ||
      scan.argumentIndices.size > 0 ||
      ["arg()", "args"].some((word) => scan.functions.has(word)) ||
      ["Arg", "ARGS"].some((word) => scan.names.has(word)) ||
      match.bindings.some(({ source }) => source.kind === "argument"),
  );
  if (!wanted) return;
  throw new Unweavable(
    "pack-arguments",
    `advice that uses arguments of the call of '${name}', which passes a pack`,
    "Advise the execution of the function.",
  );
}

/** The part with `__weft_pass_@@`, and its types; `types` are those of the wrapper. */
export function passingPack(
  part: GluePart,
  operation: CxxOperation,
  types: readonly TypeParameter[],
): { readonly part: GluePart; readonly types: readonly TypeParameter[] } {
  const call = operation.values.get(CLOSURE)!.parameter!.passed;
  const inner = types.filter(({ name }) => name !== CLOSURE_TYPE.name);
  const isUsed = ({ name }: TypeParameter) =>
    inner.some((type) => type.name === name) || new RegExp(`\\b${name}\\b`).test(call);
  const outer = operation.types.filter((type) => type.name !== CLOSURE_TYPE.name && isUsed(type));
  const context = [...operation.values].flatMap(([key, { parameter }]) =>
    key === CLOSURE || key === "target" || parameter === undefined ? [] : [parameter.declaration],
  );
  const target = operation.values.get("target")?.parameter?.declaration;
  const parameters = [...context, ...(target === undefined ? [] : [target]), "__P &&...__weft_args"];
  const result = operation.result.valueClass === "void" ? "void" : operation.result.type;
  const head =
    templateHead({ types: outer }).replace(/> $/, ", class... __P> ") || "template <class... __P> ";
  const closure = `[&]() __attribute__((always_inline)) -> ${result} { return ${call}; }`;
  const given = [...operation.values].flatMap(([key, { parameter }]) =>
    parameter === undefined
      ? []
      : key === CLOSURE
        ? [closure]
        : [/(?<!\w)\w+$/.exec(parameter.declaration)![0]],
  );
  const named = inner.length === 0 ? "" : `<${inner.map(({ name }) => name).join(", ")}>`;
  const signature = (owner: string) => `${result} ${owner}__weft_pass_@@(${parameters.join(", ")})`;
  return {
    types: outer,
    part: {
      prototypes: [...part.prototypes, `${head}static ${GLUE}${signature("")};`],
      structs: part.structs,
      functions: [
        ...part.functions,
        `${operation.marker}\n${head}${GLUE}${signature("__weft::")} { return __weft_shadow_@@${named}(${given.join(", ")}); }`,
      ],
    },
  };
}
