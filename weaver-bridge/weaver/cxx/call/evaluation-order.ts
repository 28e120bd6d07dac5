/**
 * Which operand is evaluated first. In `o().f(a())` and `o() << a()` it is the object, but a wrapper `W(o(), a())` may
 * see its arguments computed in any order. Where both do something, the object is held first; so is the value of the
 * left operand of a built-in operator, as compilers do it:
 *
 *     o().f(a())    ->    ::__weft::__weft_to_3(o()).__weft_run< int, int >(a())
 *     a() + b()     ->    ::__weft::__weft_to_4< int >(a()).__weft_run< int, int >(b())
 */
import type { BuiltinShadow, CallShadow, FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import { GLUE } from "../glue/advice-chain.js";
import type { GluePart } from "../glue/glue.js";
import { templateHead } from "../glue/join-point-class.js";
import type { CxxOperation, TypeParameter } from "../operation.js";

/** Key of the value that must come first, where the order can be seen. */
export function firstOperand(
  shadow: CallShadow,
  operation: CxxOperation,
  { facts, text, speller }: CxxSite,
): string | undefined {
  const { object, form, range } = shadow;
  const isFree = object === undefined;
  if (isFree && form !== "infix") return undefined;
  const operands = isFree ? shadow.arguments : [object, ...shadow.arguments];
  const [first, ...others] = operands.map((operand) => text.slice(operand.range.start, operand.range.end));
  if (first === undefined || !hasEffects(first) || !others.some(hasEffects)) return undefined;
  const entity = facts.entities[shadow.entity];
  if (entity?.kind !== "function") return undefined;
  // Of other operators the order is the compiler's own, which is what it makes of the wrapper's arguments as well.
  if (form === "infix" && !/^operator\s*(?:<<|>>|->\*|,)$/.test(entity.name)) return undefined;
  const key = isFree ? "arg0" : "target";
  if (!operation.values.has(key) || range.start === range.end) return undefined;
  return canBeHeld(key, entity, speller) ? key : undefined;
}

/** A further copy of an object would show; what is held must be there already. */
function canBeHeld(
  key: "arg0" | "target",
  { parameters }: FunctionEntity,
  speller: CxxSite["speller"],
): boolean {
  const classes = parameters.map(({ type }) => speller.valueClass(type));
  return !classes.includes("class") && (key === "target" || classes[0] === "reference");
}

/** Likewise of a built-in operator; what is assigned comes before the place. */
export function firstOfOperator(shadow: BuiltinShadow, operator: string, text: string): string | undefined {
  if (/^(?:[^<>=!]|<<|>>)?=$/.test(operator)) return undefined;
  const operands = shadow.operands.map(({ range }) => text.slice(range.start, range.end));
  return operands.length === 2 && operands.every(hasEffects) ? "arg0" : undefined;
}

const hasEffects = (text: string) => /\(|\+\+|--|[^=!<>]=(?!=)/.test(text);

export interface HeldFirst {
  readonly part: GluePart;
  /** `::__weft::__weft_to_3(`: before the first operand. */
  readonly open: (number: number) => string;
  /** `).__weft_run< int >(`: between it and the others. */
  readonly separator: string;
}

/** The part, with `__weft_to_@@`, which holds the first operand, and `__weft_run`, which takes the others. */
export function holdingFirst(
  key: string,
  part: GluePart,
  operation: CxxOperation,
  types: readonly TypeParameter[],
  inTemplate: boolean,
): HeldFirst {
  const declaration = operation.values.get(key)!.parameter!.declaration;
  const { kept, held, passed } = formOfHeld(key, declaration, operation);
  const type = types.find((candidate) => candidate.name === (key === "target" ? "__T" : "__P0"))!;
  const others = types.filter((candidate) => candidate !== type);
  const parameters: string[] = [];
  const given: string[] = [];
  for (const [other, { parameter }] of operation.values) {
    if (parameter === undefined) continue;
    if (other !== key) parameters.push(parameter.declaration);
    const own = declaredName(parameter.declaration);
    // What the function takes as a temporary stays one.
    const asTaken = /^(__P\d+) \w+$/.exec(parameter.declaration)?.[1];
    given.push(other === key ? passed : asTaken === undefined ? own : `static_cast<${asTaken}>(${own})`);
  }
  const isVoid = operation.result.valueClass === "void";
  const result = isVoid ? "void" : operation.result.type;
  const all = types.map((parameter) => parameter.name).join(", ");
  const on = `__weft_on_@@<${type.name}>`;
  const head = `template <class ${type.name}> `;
  const run = `${result} `;
  const list = `__weft_run(${parameters.join(", ")})`;
  const named = argumentsOf(others);
  return {
    part: {
      prototypes: [
        ...part.prototypes,
        `${head}struct __weft_on_@@ { ${kept}__weft_at; ${templateHead({ types: others })}${GLUE}${run}${list}; };`,
        `${head}static ${GLUE}${on} __weft_to_@@(${declaration});`,
      ],
      structs: part.structs,
      functions: [
        ...part.functions,
        `${operation.marker}\n${head}${GLUE}__weft::${on} __weft::__weft_to_@@(${declaration}) { ${on} __weft_on = { ${held} }; return __weft_on; }`,
        `${operation.marker}\n${head}${templateHead({ types: others })}${GLUE}${run}__weft::${on}::${list} { ${isVoid ? "" : "return "}__weft_shadow_@@<${all}>(${given.join(", ")}); }`,
      ],
    },
    open: (number) => `::__weft::__weft_to_${number}${argumentsOf([type])}(`,
    separator: `).${inTemplate && named !== "" ? "template " : ""}__weft_run${named}(`,
  };
}

/** How the first operand is kept: the type of the member, what it is set to, and what is passed on of it. */
function formOfHeld(
  key: string,
  declaration: string,
  { joinPoint }: CxxOperation,
): { kept: string; held: string; passed: string } {
  const name = declaredName(declaration);
  if (joinPoint === "BUILTIN") return { kept: "__P0 ", held: name, passed: "__weft_at" };
  const isTarget = key === "target";
  const kept = isTarget ? "__T *" : "typename __weft_ref<__P0>::type *";
  if (isTarget && declaration.includes("*")) return { kept, held: name, passed: "__weft_at" };
  return {
    kept,
    held: `const_cast<${kept}>(__builtin_addressof(${name}))`,
    passed: isTarget ? "*__weft_at" : "static_cast<__P0>(*__weft_at)",
  };
}

function declaredName(declaration: string): string {
  return /(?<!\w)\w+$/.exec(declaration)![0];
}

function argumentsOf(types: readonly TypeParameter[]): string {
  const given = types.flatMap(({ argument }) => argument ?? []);
  return given.length === 0 ? "" : `< ${given.join(", ")} >`;
}
