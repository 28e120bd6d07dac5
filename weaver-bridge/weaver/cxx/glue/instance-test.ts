/**
 * Of which instance of a template is the function? Answered by the compiler, with a partial specialisation that is what
 * the pattern says:
 *
 *     "% Box<% *>::put(...)"    template <class A0> struct __weft_like_0< ::Box< A0 * > > { enum { yes = 1 }; };
 *
 * An instance of a function template is known by the type `__weft_args< its arguments >`.
 */
import type { ClassEntity, UnitFacts } from "../../../model/index.js";
import type { InstanceTest } from "../../../pointcut/index.js";
import { Unweavable } from "../../unweavable.js";
import { nameableScope } from "../types/spell-type.js";
import { parametersBefore, type TemplateParameter } from "../types/template-header.js";

export interface InstanceTests {
  /** Expression over `type`, a class, or `__F`, the arguments of the function. */
  write(test: InstanceTest, type: string): string;
  /** Declarations that the expressions need. */
  readonly declarations: string;
}

/** Type that stands for the arguments of the function template whose parameters these are. */
export function argumentsType(parameters: readonly TemplateParameter[]): string {
  const given = parameters.map(({ kind, name, isPack }) => {
    const text = kind === "value" ? `::__weft_n< ${name} >` : name;
    return isPack ? `${text}...` : text;
  });
  return `::__weft_args< ${given.join(", ")} >`;
}

export function createInstanceTests(facts: UnitFacts, text: string): InstanceTests {
  const numbers = new Map<string, number>();
  const declared: string[] = [];
  return {
    write: (test, type) => {
      if (test.baseOf !== undefined) return isBaseOf(test.baseOf, type, test.orSame === true);
      if (test.derived === true) return `(__is_base_of(${namedInstance(test)}, ${type}))`;
      const specialisations = specialise(test, facts, text);
      const key = specialisations.join("\n");
      const number = numbers.get(key) ?? numbers.size;
      const name = `__weft_like_${number}`;
      if (!numbers.has(key)) {
        numbers.set(key, number);
        declared.push(
          `template <class> struct ${name} { enum { yes = 0 }; };`,
          ...["const", "volatile", "const volatile"].map(
            (cv) => `template <class T> struct ${name}<${cv} T> : ${name}<T> { };`,
          ),
          ...specialisations.map((one) => one.replace("@@", name)),
        );
      }
      return `(::${name}< ${type} >::yes)`;
    },
    get declarations() {
      return declared.length === 0 ? "" : `namespace { ${declared.join("\n")} }`;
    },
  };
}

/** `::n::Box< int >::Node`; undefined where the pattern leaves arguments open. */
export function instanceType({
  scope,
  inner = [],
  arguments: given,
  baseOf,
}: InstanceTest): string | undefined {
  if (baseOf !== undefined) return undefined;
  if (given.some((argument) => argument.includes("%") || argument === "...")) return undefined;
  return [`::${nameableScope(scope).join("::")}< ${given.join(", ")} >`, ...inner].join("::");
}

/** A class is a base of itself for the compiler. */
function isBaseOf(path: readonly string[], type: string, orSame: boolean): string {
  const derived = `::${nameableScope(path).join("::")}`;
  const isBase = `__is_base_of(${type}, ${derived})`;
  return orSame ? `(${isBase})` : `(${isBase} && !__is_base_of(${derived}, ${type}))`;
}

/** Only a type that is written out can be asked for as a base, and what is declared in an instance has a name. */
function namedInstance(test: InstanceTest): string {
  const type = instanceType(test);
  if (type === undefined) throw unknown(test.arguments);
  return type;
}

/** One for each way to read the pattern; `@@` stands for the name. */
function specialise(test: InstanceTest, facts: UnitFacts, text: string): string[] {
  const { scope, arguments: given } = test;
  if ((test.inner ?? []).length > 0)
    return [`template <> struct @@< ${namedInstance(test)} > { enum { yes = 1 }; };`];
  const open = given.at(-1) === "...";
  const patterns = open ? given.slice(0, -1) : given;
  const isFunction = test.of === "function";
  const known = isFunction ? undefined : classParameters(scope, facts, text);
  const template = isFunction ? "__weft_args" : `${nameableScope(scope).join("::")}`;
  const wild = open || patterns.some((pattern) => pattern.includes("%"));
  if (wild && known === undefined && !isFunction) throw unknown(given);
  const missing = Math.max(0, (known?.length ?? patterns.length) - patterns.length);
  const rest = open ? Array.from({ length: missing }, () => "%") : [];
  const arities = isFunction && open ? [0, 1, 2, 3, 4] : [0];
  return arities.flatMap((more) => {
    const all = [...patterns, ...rest, ...Array.from({ length: more }, () => "%")];
    const ways = all.map((pattern, at) => waysOf(pattern, at, known?.[at], isFunction, facts));
    return combine(ways).map((chosen) => {
      const head = chosen.flatMap(({ parameters }) => parameters).join(", ");
      const list = chosen.map((way) => way.text).join(", ");
      return `template <${head}> struct @@< ::${template}< ${list} > > { enum { yes = 1 }; };`;
    });
  });
}

interface Way {
  readonly text: string;
  readonly parameters: readonly string[];
}

function waysOf(
  pattern: string,
  at: number,
  parameter: TemplateParameter | undefined,
  isFunction: boolean,
  facts: UnitFacts,
): Way[] {
  const name = `__A${at}`;
  if (parameter?.kind === "other") throw unknown([pattern]);
  if (parameter?.kind === "value") {
    if (pattern === "%") return [{ text: name, parameters: [`${parameter.type} ${name}`] }];
    return [{ text: pattern, parameters: [] }];
  }
  if (isFunction && /^-?\d/.test(pattern)) return [{ text: `::__weft_n< ${pattern} >`, parameters: [] }];
  if (parameter?.isPack === true && pattern === "%")
    return [{ text: `${name}...`, parameters: [`class... ${name}`] }];
  if (!pattern.includes("%")) return [{ text: pattern, parameters: [] }];
  const [head = "", qualifier = ""] = /^(const(?!\w))?\s*/.exec(pattern) ?? [];
  const rest = pattern.slice(head.length);
  const declarator = /$(?<=((?:\s*(?:\*|&&?|\bconst|\bvolatile))*))/.exec(rest)?.[1] ?? "";
  const core = rest.slice(0, rest.length - declarator.length);
  const around = (text: string) => `${qualifier} ${text} ${declarator}`.trim();
  if (core === "%") return [{ text: around(name), parameters: [`class ${name}`] }];
  const found = namesLike(core, facts);
  if (found.length === 0) throw unknown([pattern]);
  return found.map((text) => ({ text: around(text), parameters: [] }));
}

const BUILTINS = [
  ...["bool", "char", "signed char", "unsigned char", "wchar_t", "short", "unsigned short", "int"],
  ...["unsigned int", "long", "unsigned long", "long long", "unsigned long long"],
  ...["float", "double", "long double", "void"],
];

/** Types of the unit that the wildcard may stand for. */
function namesLike(core: string, facts: UnitFacts): string[] {
  const pattern = new RegExp(
    `^${core
      .replace(/\s/g, "")
      .split("%")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );
  const fits = (name: string) => pattern.test(name.replace(/\s/g, ""));
  const classes = facts.types.flatMap((type) =>
    (type.kind === "record" || type.kind === "enum") &&
    type.name !== "" &&
    type.nameless !== true &&
    fits(type.name)
      ? [`::${type.name}`]
      : [],
  );
  return [...BUILTINS.filter(fits), ...new Set(classes)];
}

function combine(ways: readonly (readonly Way[])[]): Way[][] {
  return ways.reduce<Way[][]>((all, next) => all.flatMap((done) => next.map((way) => [...done, way])), [[]]);
}

function classParameters(
  path: readonly string[],
  facts: UnitFacts,
  text: string,
): TemplateParameter[] | undefined {
  const found = facts.entities.find(
    (entity): entity is ClassEntity =>
      entity.kind === "class" &&
      entity.template === "pattern" &&
      entity.definition !== undefined &&
      entity.name === path.at(-1) &&
      entity.scope.join("::") === path.slice(0, -1).join("::"),
  );
  const definition = found?.definition;
  return (
    definition &&
    parametersBefore(
      text,
      Math.max(definition.topLevel, definition.range.start - 2000),
      definition.range.start,
    )
  );
}

function unknown(given: readonly string[]): Unweavable {
  return new Unweavable(
    "instance-wildcard",
    `a test of template arguments against <${given.join(", ")}>`,
    "Name each instance, or all: `<...>`.",
  );
}
