/**
 * C that fills values of a type from the seeded generator and compares them, member by member: bytes that no member
 * occupies mean nothing, and reals never become NaN, which compares unequal to itself.
 */
import type { Exception } from "../check/interface-model.js";
import { type MemberType, type Type, type UnionType, unalias } from "../check/types.js";
import { type CNames, cType, declare } from "../emit/c-types.js";

/** Functions for structs and unions, in the order in which C needs them. */
export interface TypeFunctions {
  /** Statements that give `lvalue` a value; `_r` points to the generator. */
  readonly fill: (type: Type, lvalue: string) => string;
  /** An expression: whether two lvalues are the same. */
  readonly same: (type: Type, one: string, other: string) => string;
  readonly exception: (exception: Exception) => void;
  readonly rendered: () => string;
}

export function typeFunctions(names: CNames): TypeFunctions {
  const texts: string[] = [];
  const known = new Set<string>();
  let arrays = 0;
  const arrayFunctions = new Map<string, number>();

  const define = (cName: string, fillBody: string[], sameBody: string[]) => {
    texts.push(
      `static __attribute__((unused)) void fill_${cName}(${cName} *_v, idl4_random_t *_r)`,
      "{",
      ...fillBody.map((line) => `  ${line}`),
      "}",
      `static __attribute__((unused)) int same_${cName}(const ${cName} *_a, const ${cName} *_b)`,
      "{",
      ...sameBody.map((line) => `  ${line}`),
      "}",
      "",
    );
  };
  const record = (cName: string, members: readonly MemberType[]) => {
    if (known.has(cName)) return;
    known.add(cName);
    const fills = members.map(({ name, type }) => fill(type, `_v->${name}`));
    const compares = members.map(({ name, type }) => same(type, `_a->${name}`, `_b->${name}`));
    define(cName, fills, [`return ${["1", ...compares].join(" && ")};`]);
  };
  const union = (type: UnionType) => {
    if (known.has(type.cName)) return;
    known.add(type.cName);
    const arms = type.members.flatMap((member) => {
      const named = member.labels.find((each) => each !== "default");
      const label = named === undefined ? unusedLabel(type) : cLabel(named);
      return label === undefined ? [] : [{ member, label, isDefault: member.labels.includes("default") }];
    });
    const fills = arms.map(
      ({ member, label }, index) =>
        `case ${index}: _v->_d = ${label}; ${fill(member.type, `_v->_u.${member.name}`)} break;`,
    );
    const compares = arms.map(({ member, label, isDefault }) => {
      const labels = isDefault ? "default" : `case ${label}`;
      return `${labels}: return ${same(member.type, `_a->_u.${member.name}`, `_b->_u.${member.name}`)};`;
    });
    define(
      type.cName,
      ["idl4_any_bytes(_v, sizeof(*_v), _r);", `switch (idl4_any(_r) % ${arms.length}) {`, ...fills, "}"],
      [
        "if (_a->_d != _b->_d) return 0;",
        "switch (_a->_d) {",
        ...compares,
        ...(arms.some(({ isDefault }) => isDefault) ? [] : ["default: return 0;"]),
        "}",
      ],
    );
  };
  /** Arrays get a function too, so that comparing them is an expression. */
  const array = (type: Extract<Type, { kind: "array" }>): string => {
    const key = declare(type, "", names);
    const found = arrayFunctions.get(key);
    if (found !== undefined) return `array_${found}`;
    const element = fill(type.element, "_v[_i]");
    const compare = same(type.element, "_a[_i]", "_b[_i]");
    const number = ++arrays;
    arrayFunctions.set(key, number);
    const loop = `for (idl4_word_t _i = 0; _i < ${type.length}; _i++)`;
    // A parameter is a pointer to the first element, whatever it was declared as.
    const pointer = (name: string, constant: string) =>
      `${constant}${declare(type.element, `(*${name})`, names)}`;
    const typed = (name: string) => `${pointer(name, "const ")} = (${pointer("", "const ")})${name}_first;`;
    texts.push(
      `static __attribute__((unused)) void fill_array_${number}(${pointer("_v", "")}, idl4_random_t *_r)`,
      "{",
      `  ${loop} { ${element} }`,
      "}",
      `static __attribute__((unused)) int same_array_${number}(const void *_a_first, const void *_b_first)`,
      "{",
      `  ${typed("_a")}`,
      `  ${typed("_b")}`,
      `  ${loop}`,
      `    if (!(${compare})) return 0;`,
      "  return 1;",
      "}",
      "",
    );
    return `array_${number}`;
  };
  const fill = (type: Type, lvalue: string): string => {
    const real = unalias(type);
    switch (real.kind) {
      case "scalar":
        return `${lvalue} = ${anyScalar(real, cType(real, names))};`;
      case "enum": {
        const values = real.items.map(({ value }) => `${value}u`);
        return values.length === 0
          ? `${lvalue} = 0;`
          : `{ static const idl4_word_t _items[] = {${values.join(", ")}}; ${lvalue} = _items[idl4_any(_r) % ${values.length}]; }`;
      }
      case "array":
        return `fill_${array(real)}(${lvalue}, _r);`;
      case "struct":
        record(real.cName, real.members);
        return `fill_${real.cName}(&${lvalue}, _r);`;
      case "union":
        if (real.discriminator !== undefined) {
          union(real);
          return `fill_${real.cName}(&${lvalue}, _r);`;
        }
        return `idl4_any_bytes(&${lvalue}, sizeof(${lvalue}), _r);`;
      default:
        return `idl4_any_bytes(&${lvalue}, sizeof(${lvalue}), _r);`;
    }
  };
  const same = (type: Type, one: string, other: string): string => {
    const real = unalias(type);
    switch (real.kind) {
      case "scalar":
      case "enum":
        return `${one} == ${other}`;
      case "array":
        return `same_${array(real)}(${one}, ${other})`;
      case "struct":
        record(real.cName, real.members);
        return `same_${real.cName}(&${one}, &${other})`;
      case "union":
        if (real.discriminator === undefined) break;
        union(real);
        return `same_${real.cName}(&${one}, &${other})`;
      default:
    }
    return `idl4_same_bytes(&${one}, &${other}, sizeof(${one}))`;
  };
  return {
    fill,
    same,
    exception: ({ cName, members }) => record(cName, members),
    rendered: () => texts.join("\n"),
  };
}

function anyScalar(type: Extract<Type, { kind: "scalar" }>, cName: string): string {
  if (type.floating) return `(${cName})((idl4_signed_word_t)idl4_any(_r) >> 9) / 16`;
  if (type.name === "boolean") return `(${cName})(idl4_any(_r) >> 7 & 1)`;
  return type.size === 8
    ? `(${cName})idl4_any_wide(_r)`
    : `(${cName})(idl4_any(_r) >> ${32 - 8 * type.size})`;
}

/** A discriminator that no case names. */
function unusedLabel(type: UnionType): string | undefined {
  const used = new Set(type.members.flatMap(({ labels }) => labels.map(cLabel)));
  const real = type.discriminator === undefined ? undefined : unalias(type.discriminator);
  const candidates =
    real?.kind === "enum"
      ? real.items.map(({ value }) => String(value))
      : real?.kind === "scalar" && real.name === "boolean"
        ? ["0", "1"]
        : Array.from({ length: 100 }, (_, index) => String(index + 1));
  return candidates.find((candidate) => !used.has(candidate));
}

function cLabel(label: string): string {
  return label === "true" ? "1" : label === "false" ? "0" : label;
}
