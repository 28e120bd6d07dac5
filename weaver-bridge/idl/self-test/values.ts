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
  fill(type: Type, lvalue: string): string;
  /** An expression: whether two lvalues are the same. */
  same(type: Type, one: string, other: string): string;
  exception(exception: Exception): void;
  rendered(): string;
}

export const typeFunctions = (names: CNames): TypeFunctions => new Functions(names);

class Functions implements TypeFunctions {
  private readonly texts: string[] = [];
  private readonly known = new Set<string>();
  /** Numbers, by the array's declaration. */
  private readonly arrays = new Map<string, number>();

  constructor(private readonly names: CNames) {}

  fill(type: Type, lvalue: string): string {
    const real = unalias(type);
    switch (real.kind) {
      case "scalar":
        return `${lvalue} = ${anyScalar(real, cType(real, this.names))};`;
      case "enum": {
        const values = real.items.map(({ value }) => `${value}u`);
        return values.length === 0
          ? `${lvalue} = 0;`
          : `{ static const idl4_word_t _items[] = {${values.join(", ")}}; ${lvalue} = _items[idl4_any(_r) % ${values.length}]; }`;
      }
      case "array":
        return `fill_${this.array(real)}(${lvalue}, _r);`;
      case "struct":
        this.record(real.cName, real.members);
        return `fill_${real.cName}(&${lvalue}, _r);`;
      case "union":
        if (real.discriminator !== undefined) {
          this.union(real);
          return `fill_${real.cName}(&${lvalue}, _r);`;
        }
        return `idl4_any_bytes(&${lvalue}, sizeof(${lvalue}), _r);`;
      default:
        return `idl4_any_bytes(&${lvalue}, sizeof(${lvalue}), _r);`;
    }
  }

  same(type: Type, one: string, other: string): string {
    const real = unalias(type);
    switch (real.kind) {
      case "scalar":
      case "enum":
        return `${one} == ${other}`;
      case "array":
        return `same_${this.array(real)}(${one}, ${other})`;
      case "struct":
        this.record(real.cName, real.members);
        return `same_${real.cName}(&${one}, &${other})`;
      case "union":
        if (real.discriminator === undefined) break;
        this.union(real);
        return `same_${real.cName}(&${one}, &${other})`;
      default:
    }
    return `idl4_same_bytes(&${one}, &${other}, sizeof(${one}))`;
  }

  exception({ cName, members }: Exception): void {
    this.record(cName, members);
  }

  rendered(): string {
    return this.texts.join("\n");
  }

  private record(cName: string, members: readonly MemberType[]): void {
    if (this.known.has(cName)) return;
    this.known.add(cName);
    const fills = members.map(({ name, type }) => this.fill(type, `_v->${name}`));
    const compares = members.map(({ name, type }) => this.same(type, `_a->${name}`, `_b->${name}`));
    this.define(cName, fills, [`return ${["1", ...compares].join(" && ")};`]);
  }

  private union(type: UnionType): void {
    if (this.known.has(type.cName)) return;
    this.known.add(type.cName);
    const arms = type.members.flatMap((member) => {
      const named = member.labels.find((each) => each !== "default");
      const label = named === undefined ? unusedLabel(type) : cLabel(named);
      return label === undefined ? [] : [{ member, label, isDefault: member.labels.includes("default") }];
    });
    const fills = arms.map(
      ({ member, label }, index) =>
        `case ${index}: _v->_d = ${label}; ${this.fill(member.type, `_v->_u.${member.name}`)} break;`,
    );
    const compares = arms.map(({ member, label, isDefault }) => {
      const labels = isDefault ? "default" : `case ${label}`;
      return `${labels}: return ${this.same(member.type, `_a->_u.${member.name}`, `_b->_u.${member.name}`)};`;
    });
    this.define(
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
  }

  /** Arrays get a function too, so that comparing them is an expression. */
  private array(type: Extract<Type, { kind: "array" }>): string {
    const key = declare(type, "", this.names);
    const found = this.arrays.get(key);
    if (found !== undefined) return `array_${found}`;
    const element = this.fill(type.element, "_v[_i]");
    const compare = this.same(type.element, "_a[_i]", "_b[_i]");
    const number = this.arrays.size + 1;
    this.arrays.set(key, number);
    const loop = `for (idl4_word_t _i = 0; _i < ${type.length}; _i++)`;
    // A parameter is a pointer to the first element, whatever it was declared as.
    const pointer = (name: string, constant: string) =>
      `${constant}${declare(type.element, `(*${name})`, this.names)}`;
    const typed = (name: string) => `${pointer(name, "const ")} = (${pointer("", "const ")})${name}_first;`;
    this.texts.push(
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
  }

  private define(cName: string, fillBody: string[], sameBody: string[]): void {
    this.texts.push(
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
  }
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
