/** Types that no declaration of the unit spells: of implicit members, of `this`, of built-in operators. */
import type { Type, TypeId } from "../../../model/index.js";

export interface TypeMaker {
  add(type: Type): TypeId;
  builtin(spelling: string): TypeId;
  constOf(type: TypeId): TypeId;
  volatileOf(type: TypeId): TypeId;
  pointerTo(type: TypeId): TypeId;
  referenceTo(type: TypeId, kind: "lvalue-reference" | "rvalue-reference"): TypeId;
  functionOf(result: TypeId, parameters: readonly TypeId[]): TypeId;
  /** Typedefs looked through. */
  resolved(type: TypeId): Type;
  /** Whether both are the same class, whatever their qualifiers and template arguments. */
  isSameClass(one: TypeId, other: TypeId): boolean;
}

export function createTypeMaker(types: Type[]): TypeMaker {
  const made = new Map<string, TypeId>();
  const once = (key: string, make: () => Type): TypeId => {
    let id = made.get(key);
    if (id === undefined) {
      id = types.push(make()) - 1;
      made.set(key, id);
    }
    return id;
  };
  const at = (id: TypeId) => types[id] as Type;
  const plain = { isConst: false, isVolatile: false };
  const nameless = (...ids: TypeId[]) => (ids.some((id) => at(id).nameless) ? { nameless: true } : {});
  const indirect = (kind: "pointer" | "lvalue-reference" | "rvalue-reference", to: TypeId): TypeId =>
    once(`${kind} ${to}`, () => ({
      kind,
      to,
      spelling: declarator(at(to), kind === "pointer" ? "*" : kind === "lvalue-reference" ? "&" : "&&"),
      ...plain,
      ...nameless(to),
    }));
  const resolved = (id: TypeId): Type => {
    let type = at(id);
    while (type.kind === "typedef") type = at(type.underlying);
    return type;
  };
  return {
    add: (type) => types.push(type) - 1,
    builtin: (spelling) => once(`builtin ${spelling}`, () => ({ kind: "builtin", spelling, ...plain })),
    constOf: (id) => {
      const type = at(id);
      if (type.isConst) return id;
      const spelling = type.kind === "pointer" ? `${type.spelling}const` : `const ${type.spelling}`;
      return once(`const ${id}`, () => ({ ...type, spelling, isConst: true }));
    },
    volatileOf: (id) => {
      const type = at(id);
      if (type.isVolatile) return id;
      const spelling = type.kind === "pointer" ? `${type.spelling}volatile` : `volatile ${type.spelling}`;
      return once(`volatile ${id}`, () => ({ ...type, spelling, isVolatile: true }));
    },
    pointerTo: (to) => indirect("pointer", to),
    referenceTo: (to, kind) => indirect(kind, to),
    functionOf: (result, parameters) =>
      once(`function ${result} ${parameters.join()}`, () => ({
        kind: "function",
        spelling: `${at(result).spelling} (${parameters.map((id) => at(id).spelling).join(", ")})`,
        result,
        parameters,
        variadic: false,
        ...plain,
        ...nameless(result, ...parameters),
      })),
    resolved,
    isSameClass: (one, other) => classNameOf(resolved(one)) === classNameOf(resolved(other)),
  };
}

/** `int[3]` with `*` gives `int (*)[3]`, `int *` gives `int **`, `int` gives `int *`. */
function declarator({ kind, spelling }: Type, sign: string): string {
  if (kind === "array") {
    const bracket = spelling.indexOf("[");
    return `${spelling.slice(0, bracket).trimEnd()} (${sign})${spelling.slice(bracket)}`;
  }
  if (kind === "function") {
    const open = spelling.indexOf("(");
    return `${spelling.slice(0, open)}(${sign})${spelling.slice(open)}`;
  }
  return `${spelling}${/[*&]$/.test(spelling) ? "" : " "}${sign}`;
}

function classNameOf(type: Type): string | undefined {
  const name = type.kind === "record" ? type.name : type.spelling.replace(/\b(?:const|volatile)\b\s*/g, "");
  return name.replace(/<.*/s, "").replace(/^.*::/s, "").trim();
}
