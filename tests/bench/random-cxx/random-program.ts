/**
 * Random C++ programs that print what they do. At most one operand of an expression has an effect that advice could
 * show, so that the order of evaluation, which the language leaves open, can't tell two weavers apart.
 */
import type { Part } from "./parts.js";
import type { Random } from "./random.js";

export interface MadeFunction {
  /** `n::C::m` */
  readonly name: string;
  readonly result: string;
  readonly parameters: readonly string[];
  readonly ofClass?: string;
  readonly isStatic: boolean;
  /** Number of parameters with a default, the last ones. */
  readonly defaults: number;
  /** How it is called, `@` for the arguments; `%` for the object of a member. */
  readonly use: string;
}

export interface MadeClass {
  readonly name: string;
  readonly bases: readonly string[];
  /** Its objects say so when they go; ag++ copies results that nobody else does. */
  readonly saysEnd: boolean;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly isStatic: boolean }[];
}

export interface MadeProgram {
  readonly source: Part;
  readonly classes: readonly MadeClass[];
  readonly functions: readonly MadeFunction[];
  readonly globals: readonly { readonly name: string; readonly type: string }[];
}

const SCALARS = ["int", "unsigned int", "char", "bool", "double", "long", "short"];

export function randomProgram(random: Random): MadeProgram {
  const classes: MadeClass[] = [];
  const functions: MadeFunction[] = [];
  const globals: { name: string; type: string }[] = [];
  const tops: Part[] = [];
  const { below, chance, pick } = random;

  const path = () => pick(["", "", "n::", "n::in::"]);
  const inScope = (scope: string, part: Part): Part => {
    const names = scope.split("::").filter((name) => name !== "");
    if (names.length === 0) return part;
    const open = names.map((name) => `namespace ${name} {`).join(" ");
    return { head: open, parts: [part], tail: "}".repeat(names.length) };
  };

  /** A value of the type that shows nothing when it is made, from literals and locals. */
  function pure(type: string, locals: readonly string[]): string {
    const ints = locals.length > 0 && chance(60) ? pick(locals) : String(below(9));
    if (type === "bool") return pick(["true", "false"]);
    if (type === "double") return `${below(9)}.5`;
    if (type === "char") return `'${pick(["a", "b", "c"])}'`;
    if (type === "const char *") return `"${pick(["one", "two"])}"`;
    if (type === "int") return ints;
    if (type === "int *") return "&spare";
    if (type === "int &" || type === "const int &") return "spare";
    return `(${type})${below(9)}`;
  }

  /** Arguments for the function; class types come from named objects. */
  function argumentsOf(made: MadeFunction, locals: readonly string[], impure: boolean): string {
    const given = made.parameters.length - (made.defaults > 0 ? below(made.defaults + 1) : 0);
    const special = impure && given > 0 ? below(given) : -1;
    return made.parameters
      .slice(0, given)
      .map((type, index) => {
        const named = className(type);
        if (named !== undefined) return type.endsWith("*") ? `&${objectOf(named)}` : objectOf(named);
        return index === special && SCALARS.includes(type)
          ? `(${type})${value(locals, 1)}`
          : pure(type, locals);
      })
      .join(", ");
  }

  const className = (type: string) =>
    classes.find(({ name }) => type.replace(/^const | [*&]+$/g, "") === name)?.name;
  const objectOf = (name: string) => `::o_${name.replaceAll("::", "_")}`;

  const callOf = (made: MadeFunction, locals: readonly string[], depth: number) => {
    const object =
      made.ofClass === undefined
        ? ""
        : pick([`${objectOf(made.ofClass)}.`, `(&${objectOf(made.ofClass)})->`]);
    return made.use
      .replace("%", made.isStatic ? "" : object)
      .replace("@", argumentsOf(made, locals, depth > 0));
  };

  /** An `int`. */
  function value(locals: readonly string[], depth: number): string {
    const scalar = functions.filter(({ result }) => SCALARS.includes(result) || result === "int &");
    const kind = depth <= 0 ? 0 : below(8);
    if (kind === 1 && globals.length > 0) {
      const { name, type } = pick(globals);
      return type === "int *"
        ? `*${name}`
        : type.endsWith("]")
          ? `${name}[${pure("int", locals).replace(/^.*$/, String(below(3)))}]`
          : `(int)${name}`;
    }
    if (kind === 2 && classes.length > 0) {
      const owner = pick(classes);
      const field = owner.fields.length > 0 ? pick(owner.fields) : undefined;
      if (field !== undefined && SCALARS.includes(field.type))
        return `(int)${field.isStatic ? `::${owner.name}::` : `${objectOf(owner.name)}.`}${field.name}`;
    }
    if (kind >= 3 && kind <= 6 && scalar.length > 0) return `(int)${callOf(pick(scalar), locals, depth - 1)}`;
    if (kind === 7)
      return `(${pure("int", locals)} ${pick(["+", "-", "*", "<", "==", "&", "|", "^"])} ${value(locals, depth - 1)})`;
    return pure("int", locals);
  }

  function statement(locals: readonly string[]): string {
    const kind = below(9);
    if (kind <= 1) return `printf("%d\\n", ${value(locals, 2)});`;
    if (kind === 2 && globals.length > 0) {
      const { name, type } = pick(globals);
      if (type === "int *") return `${name} = &spare;`;
      const place = type.endsWith("]") ? `${name}[${below(3)}]` : name;
      return changed(place, type.replace(/ \[.*/, ""), locals);
    }
    if (kind === 3 && classes.length > 0) {
      const owner = pick(classes);
      const field = owner.fields.length > 0 ? pick(owner.fields) : undefined;
      if (field !== undefined && SCALARS.includes(field.type))
        return changed(
          field.isStatic ? `::${owner.name}::${field.name}` : `${objectOf(owner.name)}.${field.name}`,
          field.type,
          locals,
        );
    }
    if (kind === 4) return `if (${value(locals, 1)}) printf("then\\n"); else printf("else\\n");`;
    if (kind === 5) return `for (int i = 0; i < 2; ++i) printf("%d\\n", i + (${value(locals, 1)}));`;
    if (kind === 6 && classes.length > 0) {
      const { name } = pick(classes);
      return `{ ::${name} made(${below(9)}); printf("%d\\n", made.id()); }`;
    }
    if (functions.length > 0) return `${callOf(pick(functions), locals, 1)};`;
    return `printf(".\\n");`;
  }

  function changed(place: string, type: string, locals: readonly string[]): string {
    if (type === "bool" || type === "double" || type === "char") return `${place} = ${pure(type, locals)};`;
    const kind = below(5);
    if (kind === 0) return `${place}++;`;
    if (kind === 1) return `--${place};`;
    if (kind === 2) return `${place} ${pick(["+=", "-=", "|="])} ${pure("int", locals)};`;
    return `${place} = ${value(locals, 1)};`;
  }

  /** By value only where copies make no noise. */
  function classParameter(): string {
    const { name, saysEnd } = pick(classes);
    return pick(saysEnd ? ["const @ &", "@ &", "@ *"] : ["@", "const @ &", "@ &", "@ *"]).replace("@", name);
  }

  function signature(allowClass: boolean): { parameters: string[]; result: string; defaults: number } {
    const one = () => {
      const kind = below(10);
      if (kind < 5) return pick(SCALARS);
      if (kind === 5) return pick(["int *", "const char *", "const int &"]);
      if (kind > 6 && allowClass && classes.length > 0) return classParameter();
      return "int";
    };
    const parameters = Array.from({ length: below(4) }, one);
    let defaults = 0;
    while (
      defaults < parameters.length &&
      chance(20) &&
      SCALARS.includes(parameters.at(-1 - defaults) as string)
    )
      defaults++;
    const kind = below(10);
    const quiet = classes.filter(({ saysEnd }) => allowClass && !saysEnd);
    const result =
      kind < 5
        ? pick(SCALARS)
        : kind === 5
          ? "int &"
          : kind === 6 && quiet.length > 0
            ? pick(quiet).name
            : "void";
    return { parameters, result, defaults };
  }

  function bodyOf(name: string, { parameters, result }: ReturnType<typeof signature>): Part {
    const locals = parameters.flatMap((type, index) => (type === "int" ? [`a${index}`] : []));
    const parts: Part[] = [`printf("${name}\\n");`];
    for (let count = below(3); count > 0; count--) parts.push(statement(locals));
    const given = className(result);
    const last =
      result === "void"
        ? ""
        : result === "int &"
          ? "return spare;"
          : given !== undefined
            ? `return ${given}(${below(9)});`
            : `return (${result})${value(locals, 1)};`;
    return { head: "{", parts, tail: `${last} }` };
  }

  const declared = ({ parameters, defaults }: ReturnType<typeof signature>, withDefaults: boolean) =>
    parameters
      .map((type, index) => {
        const value = withDefaults && index >= parameters.length - defaults ? ` = ${pure(type, [])}` : "";
        return `${type}${/[*&]$/.test(type) ? "" : " "}a${index}${value}`;
      })
      .join(", ");

  function addGlobal() {
    const name = `${path()}g${globals.length}`;
    const [, scope = "", own = ""] = /^(.*?)(\w+)$/.exec(name) ?? [];
    const type = pick([...SCALARS, "int *", "int [3]"]);
    const text =
      type === "int *"
        ? `int *${own} = &::spare;`
        : type === "int [3]"
          ? `int ${own}[3] = {1, 2, 3};`
          : `${type} ${own} = ${pure(type, [])};`;
    tops.push(inScope(scope, `${chance(20) ? "static " : ""}${text}`));
    globals.push({ name: `::${name}`, type });
  }

  function addFunction() {
    const made = signature(true);
    const own = `f${functions.length}`;
    const scope = path();
    const head = `${pick(["", "", "static ", "inline "])}${made.result} ${own}(${declared(made, true)})`;
    const body = bodyOf(own, made);
    tops.push(inScope(scope, joined(head, body)));
    functions.push({ name: `${scope}${own}`, ...made, isStatic: false, use: `::${scope}${own}(@)` });
  }

  function addTemplate() {
    const own = `t${functions.length}`;
    const scope = path();
    const type = pick(SCALARS);
    tops.push(
      inScope(
        scope,
        `template <class T> T ${own}(T a, int b${chance(30) ? " = 4" : ""}) { printf("${own}\\n"); return a + (T)b; }`,
      ),
    );
    const explicit = chance(50) ? `<${type}>` : "";
    functions.push({
      name: `${scope}${own}`,
      parameters: [type, "int"],
      result: type,
      isStatic: false,
      defaults: 0,
      use: `::${scope}${own}${explicit}(@)`,
    });
  }

  function addClass() {
    const own = `C${classes.length}`;
    const scope = path();
    const name = `${scope}${own}`;
    const plain = classes.filter(({ bases }) => bases.length === 0);
    const bases = plain.length > 0 && chance(50) ? [pick(plain).name] : [];
    const fields = Array.from({ length: 1 + below(3) }, (_, index) => ({
      name: `m${index}`,
      type: pick(SCALARS),
      isStatic: chance(20),
    }));
    const parts: Part[] = ["public:"];
    const after: Part[] = [];
    const methods: MadeFunction[] = [];
    for (const field of fields) {
      parts.push(`${field.isStatic ? "static " : ""}${field.type} ${field.name};`);
      if (field.isStatic) after.push(`${field.type} ${own}::${field.name} = ${pure(field.type, [])};`);
    }
    const initials = fields
      .filter(({ isStatic }) => !isStatic)
      .map(({ name: field, type }) => `${field}((${type})k)`);
    const list = [...bases.map((base) => `::${base}(k + 1)`), ...initials];
    const head = `${own}(int k = 3)${list.length > 0 ? ` : ${list.join(", ")}` : ""}`;
    parts.push(`${chance(20) ? "explicit " : ""}${head} { printf("make ${own}\\n"); }`);
    const saysEnd = chance(40);
    if (saysEnd) parts.push(`${chance(50) ? "virtual " : ""}~${own}() { printf("~${own}\\n"); }`);
    parts.push(`int id() const { return ${below(90)}; }`);
    if (chance(30)) parts.push(`virtual int v(int a) { printf("v of ${own}\\n"); return a + ${below(9)}; }`);
    if (chance(30)) {
      const symbol = pick(["+", "-", "*", "<", "=="]);
      parts.push(
        `int operator ${symbol}(int a) const { printf("${own} ${symbol}\\n"); return a ${symbol} 2; }`,
      );
      methods.push({
        name: `${name}::operator ${symbol}`,
        result: "int",
        parameters: ["int"],
        ofClass: name,
        isStatic: false,
        defaults: 0,
        use: `(${objectOf(name)} ${symbol} (@))`,
      });
    }
    if (chance(20)) {
      parts.push(`operator int() const { printf("${own} to int\\n"); return ${below(9)}; }`);
      methods.push({
        name: `${name}::operator int`,
        result: "int",
        parameters: [],
        ofClass: name,
        isStatic: false,
        defaults: 0,
        use: `(int)${objectOf(name)}`,
      });
    }
    if (chance(20)) {
      parts.push(`${own} &operator ++() { printf("++ ${own}\\n"); return *this; }`);
      methods.push({
        name: `${name}::operator ++`,
        result: "void",
        parameters: [],
        ofClass: name,
        isStatic: false,
        defaults: 0,
        use: `++${objectOf(name)}`,
      });
    }
    if (chance(25)) {
      parts.push(`int operator ()(int a) { printf("${own}()\\n"); return a + 1; }`);
      methods.push({
        name: `${name}::operator ()`,
        result: "int",
        parameters: ["int"],
        ofClass: name,
        isStatic: false,
        defaults: 0,
        use: `${objectOf(name)}(@)`,
      });
    }
    for (let count = 1 + below(3); count > 0; count--) {
      const made = signature(true);
      const method = pick(["ask", "get", "run", "set"]) + methods.length;
      const kind = pick(["", "", "virtual ", "static ", "const"]);
      const specifier = kind === "const" ? "" : kind;
      const suffix = kind === "const" ? " const" : "";
      const body = bodyOf(`${own}::${method}`, made);
      if (chance(40)) {
        parts.push(`${specifier}${made.result} ${method}(${declared(made, true)})${suffix};`);
        after.push(joined(`${made.result} ${own}::${method}(${declared(made, false)})${suffix}`, body));
      } else
        parts.push(joined(`${specifier}${made.result} ${method}(${declared(made, true)})${suffix}`, body));
      const isStatic = kind === "static ";
      methods.push({
        name: `${name}::${method}`,
        ...made,
        ofClass: name,
        isStatic,
        use: isStatic ? `::${name}::${method}(@)` : `%${method}(@)`,
      });
    }
    if (chance(20)) parts.push("template <class T> T tm(T a) { return a; }");
    const clause = bases.length > 0 ? ` : public ::${bases[0]}` : "";
    tops.push(inScope(scope, { head: `class ${own}${clause} {`, parts, tail: "};" }));
    for (const part of after) tops.push(inScope(scope, part));
    tops.push(`${name} o_${name.replaceAll("::", "_")}(${below(9)});`);
    const inherited = classes.some((base) => base.saysEnd && bases.includes(base.name));
    classes.push({ name, bases, saysEnd: saysEnd || inherited, fields });
    functions.push(...methods);
  }

  function addClassTemplate() {
    const own = `T${tops.length}`;
    const scope = path();
    const type = pick(SCALARS);
    tops.push(
      inScope(scope, {
        head: `template <class T> class ${own} {`,
        parts: [
          "public:",
          "T held;",
          `${own}() : held((T)1) {}`,
          `T put(T a) { printf("${own}::put\\n"); held = a; return held; }`,
          `T got() const { return held; }`,
        ],
        tail: "};",
      }),
    );
    tops.push(`${scope}${own}<${type}> o_${own};`);
    functions.push(
      {
        name: `${scope}${own}<${type}>::put`,
        parameters: [type],
        result: type,
        isStatic: false,
        defaults: 0,
        use: `::o_${own}.put(@)`,
      },
      {
        name: `${scope}${own}<${type}>::got`,
        parameters: [],
        result: type,
        isStatic: false,
        defaults: 0,
        use: `::o_${own}.got()`,
      },
    );
  }

  const makers = [
    addGlobal,
    addGlobal,
    addFunction,
    addFunction,
    addFunction,
    addTemplate,
    addClass,
    addClass,
    addClassTemplate,
  ];
  for (let count = 5 + below(8); count > 0; count--) pick(makers)();
  const main: Part = {
    head: "int main() {",
    parts: Array.from({ length: 5 + below(10) }, () => statement([])),
    tail: "return 0; }",
  };
  return {
    source: { head: `#include <stdio.h>\nint spare = 7;`, parts: [...tops, main], tail: "" },
    classes,
    functions,
    globals,
  };
}

function joined(head: string, body: Part): Part {
  return typeof body === "string" ? `${head} ${body}` : { ...body, head: `${head} ${body.head}` };
}
