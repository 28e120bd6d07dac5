/**
 * One combination as source: a function, its aspects, and the same function as a programmer would have written it with
 * the advice in it. Both come from one description; `$a`, `$r`, `$o` and `PROCEED` in it are the argument, the result,
 * the object and the rest.
 */
import { type Combination, hasArgument, hasObject, isGet, type Parameter } from "./dimensions.js";

export interface CaseSource {
  /** Declarations that both sides share. */
  readonly common: string;
  readonly plain: string;
  readonly aspects: string;
  readonly tangled: string;
  /** The same, with the result declared first and assigned where the rest runs: hands write both. */
  readonly assigned: string;
  /** The symbol of the advised function, and those that stand for the same code. */
  readonly symbol: RegExp;
}

interface ValueType {
  readonly type: string;
  readonly read: (k: number, value: string) => string;
  readonly change: (k: number, value: string) => string;
  readonly test: (k: number, value: string) => string;
  readonly preset: (k: number, value: string) => string;
  /** What is passed for a parameter, and what is made of a result. */
  readonly argument: (value: string) => string;
  readonly made: (value: string) => string;
}

const TYPES: Readonly<Record<Parameter, ValueType>> = {
  integer: {
    type: "int",
    read: (k, value) => `note(${k}, ${value});`,
    change: (k, value) => `${value} += ${k};`,
    test: (k, value) => `${value} > ${k}`,
    preset: (k, value) => `${value} = ${k};`,
    argument: (value) => `${value} + 1`,
    made: (value) => `${value} + 1`,
  },
  pointer: {
    type: "struct node *",
    read: (k, value) => `note_pointer(${k}, ${value});`,
    change: (_, value) => `${value} = ${value}->next;`,
    test: (k, value) => `${value}->x > ${k}`,
    preset: (_, value) => `${value} = 0;`,
    argument: (value) => `${value}->next`,
    made: (value) => `${value}->next`,
  },
  structure: {
    type: "struct pair",
    read: (k, value) => `note(${k}, ${value}.x);`,
    change: (k, value) => `${value}.y += ${k};`,
    test: (k, value) => `${value}.x > ${k}`,
    preset: (k, value) => `${value}.x = ${k}; ${value}.y = 0;`,
    argument: (value) => value,
    made: (value) => value,
  },
  "floating point": {
    type: "double",
    read: (k, value) => `note_double(${k}, ${value});`,
    change: (k, value) => `${value} += ${k};`,
    test: (k, value) => `${value} > ${k}`,
    preset: (k, value) => `${value} = ${k};`,
    argument: (value) => `${value} * 2`,
    made: (value) => `${value} * 2`,
  },
};

export const COMMON = `extern int count; void trace(int); void note(int, int); void note_double(int, double);
struct node { int x; struct node *next; }; struct pair { int x, y; };
void note_pointer(int, const struct node *); void note_object(int, const void *);`;

/** One piece of advice; its number tells its text apart from that of the others. */
interface Piece {
  readonly kind: "before" | "after" | "around";
  readonly aspect: string;
  readonly body: string;
  /** The expression of the context variable, if it has one. */
  readonly variable?: "$a" | "$r";
}

/** Source of the `n`-th combination; every name in it is its own. */
export function caseSource(combination: Combination, n: number): CaseSource {
  const place = placeOf(combination, n);
  const pieces = piecesOf(combination, n);
  return {
    common: place.common,
    plain: place.plain,
    aspects: aspectText(combination, n, place.pointcut, pieces),
    tangled: place.header + tangledBody(combination, place, pieces, true),
    assigned: place.header + tangledBody(combination, place, pieces, false),
    symbol: place.symbol,
  };
}

interface Place {
  readonly common: string;
  readonly plain: string;
  readonly pointcut: string;
  readonly header: string;
  readonly symbol: RegExp;
  /** Makes the variable that `argument` is, where the argument has no name of its own. */
  readonly prepare: string;
  readonly argument: string;
  readonly object: string;
  readonly perform: string;
  /** What the function makes of the join point's value. */
  readonly finish: (value: string) => string;
}

function placeOf({ language, joinPoint, parameter, result }: Combination, n: number): Place {
  const { type, argument, made } = TYPES[parameter];
  const r = result === "void" ? "void" : type;
  const extern = language === "c++" ? 'extern "C" ' : "";
  const [f, g, v] = [`f_${n}`, `g_${n}`, `v_${n}`];
  const cls = `K_${n}`;
  const free = (parameters: string) => ({
    header: `${extern}${r} ${f}(${parameters}) `,
    symbol: new RegExp(`^${f}(?:\\.|$)`),
  });
  const body = (value: string) => (result === "void" ? `{ ${value}; }` : `{ return ${value}; }`);
  const same = (value: string) => value;
  const callee = `${r} ${g}(${type});`;
  const access = joinPoint.startsWith("field") ? "p->m" : v;
  switch (joinPoint) {
    case "execution": {
      const { header, symbol } = free(`${type} a`);
      const value = result === "void" ? `${g}(a)` : made(`${g}(a)`);
      return {
        ...{
          common: `${extern}${callee}`,
          plain: header + body(value),
          pointcut: `execution("% ${f}(...)")`,
        },
        ...{ header, symbol, prepare: "", argument: "a", object: "", perform: value, finish: same },
      };
    }
    case "member execution": {
      const header = `${r} ${cls}::f(${type} a) `;
      const value = result === "void" ? `${g}(a)` : made(`${g}(a)`);
      return {
        common: `${extern}${callee} class ${cls} { public: int m; ${r} f(${type}); };`,
        plain: header + body(value),
        pointcut: `execution("% ${cls}::f(...)")`,
        header,
        symbol: new RegExp(`^_ZN${cls.length}${cls}1f`),
        prepare: "",
        argument: "a",
        object: "this",
        perform: value,
        finish: same,
      };
    }
    case "construction":
    case "destruction": {
      const isNew = joinPoint === "construction";
      const header = isNew ? `${cls}::${cls}(${type} a) ` : `${cls}::~${cls}() `;
      const value = `${g}(${isNew ? "a" : "m"})`;
      return {
        common: `${extern}void ${g}(${type}); class ${cls} { ${cls}(const ${cls} &); public: ${type} m; ${isNew ? `${cls}(${type})` : `~${cls}()`}; };`,
        plain: header + body(value),
        pointcut: `${joinPoint}("${cls}")`,
        header,
        symbol: new RegExp(`^_ZN${cls.length}${cls}${isNew ? "C" : "D"}[12]`),
        prepare: "",
        argument: "a",
        object: "this",
        perform: value,
        finish: same,
      };
    }
    case "call":
    case "member call":
    case "virtual call":
    case "static call": {
      const isFree = joinPoint === "call";
      const storage =
        joinPoint === "virtual call" ? "virtual " : joinPoint === "static call" ? "static " : "";
      const takesObject = joinPoint === "member call" || joinPoint === "virtual call";
      const { header, symbol } = free(takesObject ? `${cls} *p, ${type} a` : `${type} a`);
      const called = isFree ? g : takesObject ? `p->${g}` : `${cls}::${g}`;
      const plain = `${called}(${argument("a")})`;
      return {
        common: isFree ? `${extern}${callee}` : `class ${cls} { public: int m; ${storage}${callee} };`,
        plain: header + body(result === "void" ? plain : made(plain)),
        pointcut: `call("% ${isFree ? "" : `${cls}::`}${g}(...)")`,
        ...{ header, symbol, prepare: `${type} x = ${argument("a")};`, argument: "x", object: "p" },
        ...{ perform: `${called}(x)`, finish: result === "void" ? same : made },
      };
    }
    default: {
      const isField = joinPoint.startsWith("field");
      const object = isField ? `struct s_${n} *p` : "";
      const taken = isGet(joinPoint) ? [object] : [object, `${type} a`];
      const { header, symbol } = free(taken.filter(Boolean).join(", ") || (language === "c" ? "void" : ""));
      const name = isField ? `s_${n}::m` : v;
      return {
        common: isField
          ? `struct s_${n} { int k; ${type} m; };`
          : `${extern || "extern "}${extern === "" ? "" : "{ extern "}${type} ${v};${extern === "" ? "" : " }"}`,
        plain: header + body(isGet(joinPoint) ? made(access) : `${access} = ${argument("a")}`),
        pointcut: `${isGet(joinPoint) ? "get" : "set"}("% ${name}")`,
        header,
        symbol,
        prepare: isGet(joinPoint) ? "" : `${type} x = ${argument("a")};`,
        argument: "x",
        object: "p",
        perform: isGet(joinPoint) ? access : `${access} = x`,
        finish: isGet(joinPoint) ? made : same,
      };
    }
  }
}

function piecesOf(combination: Combination, n: number): Piece[] {
  const names = ["A", "B", "C"].slice(0, combination.aspects).map((name) => `${name}_${n}`);
  const { advice } = combination;
  if (advice !== "mixed") return names.map((aspect, index) => piece(combination, advice, aspect, index + 1));
  const [first, second, third] = names as [string, string, string];
  return [
    piece(combination, "around", first, 1),
    piece(combination, "before", second, 2),
    piece(combination, "after", second, 3),
    piece(combination, "around", third, 4),
  ];
}

function piece(combination: Combination, kind: Piece["kind"], aspect: string, k: number): Piece {
  const { joinPoint, context, parameter, result } = combination;
  const { read, change, test, preset } = TYPES[parameter];
  const argument = hasArgument(joinPoint);
  const value = result === "value" && kind !== "before";
  const object = hasObject(joinPoint);
  const around = kind === "around";
  const make = (body: string) => ({ kind, aspect, body });
  if (context === "none") return make(around ? `trace(${k}); PROCEED; count -= ${k};` : `count += ${k};`);
  if (context === "variable") {
    const variable = value && !around ? "$r" : "$a";
    if (variable === "$a" && !argument) return make(`count += ${k};`);
    return { ...make(`${read(k, "$v")}${around ? " PROCEED;" : ""}`), variable };
  }
  if (context === "change") {
    const first = argument && kind !== "after" ? change(k, "$a") : "";
    const last = value ? change(k, "$r") : "";
    if (first === "" && last === "") return make(`count += ${k};`);
    return make([first, around ? "PROCEED;" : "", last].filter(Boolean).join(" "));
  }
  const looks = [
    ...(object ? [`note_object(${k}, $o);`] : []),
    ...(value ? [read(k, "$r")] : argument && !around ? [read(k, "$a")] : []),
  ];
  if (!around) return make(looks.join(" ") || `count += ${k};`);
  if (!argument) return make(["PROCEED;", ...looks].join(" "));
  const otherwise = value ? ` else { ${preset(k, "$r")} }` : "";
  return make([`if (${test(k, "$a")}) PROCEED;${otherwise}`, ...looks].join(" "));
}

function aspectText(combination: Combination, n: number, pointcut: string, pieces: readonly Piece[]): string {
  const { language, parameter, joinPoint } = combination;
  const isCxx = language === "c++";
  const object = /call|get|set/.test(joinPoint) ? "target" : "that";
  const spelled = (body: string) =>
    body
      .replaceAll("PROCEED", "tjp->proceed()")
      .replaceAll("$a", isCxx ? "(*tjp->arg<0>())" : "tjp->arg0")
      .replaceAll("$r", isCxx ? "(*tjp->result())" : "tjp->result")
      .replaceAll("$o", isCxx ? `tjp->${object}()` : `tjp->${object}`)
      .replaceAll("$v", "v");
  const names = [...new Set(pieces.map(({ aspect }) => aspect))];
  const texts = names.map((name) => {
    const advice = pieces
      .filter(({ aspect }) => aspect === name)
      .map(({ kind, body, variable }) => {
        const binding = variable === undefined ? "" : ` && ${variable === "$a" ? "args" : "result"}(v)`;
        const parameters = variable === undefined ? "" : `${TYPES[parameter].type} v`;
        return `advice ${pointcut}${binding} : ${kind}(${parameters}) { ${spelled(body)} }`;
      });
    return `aspect ${name} { ${advice.join(" ")} };`;
  });
  const order =
    names.length === 1
      ? ""
      : `\naspect O_${n} { advice ${pointcut} : order(${names.map((name) => `"${name}"`).join(", ")}); };`;
  return texts.join("\n") + order;
}

function tangledBody(
  combination: Combination,
  place: Place,
  pieces: readonly Piece[],
  initialise: boolean,
): string {
  const { result, parameter } = combination;
  const { type } = TYPES[parameter];
  const plain = result === "void" || pieces.every(({ kind }) => kind === "before");
  const spelled = ({ body, variable }: Piece) => {
    const of = variable === "$r" ? "r" : place.argument;
    return body
      .replaceAll("$a", place.argument)
      .replaceAll("$r", "r")
      .replaceAll("$o", place.object)
      .replaceAll("$v", of);
  };
  const isStraight = pieces.every(({ body }) => !body.includes("if ("));
  const inScope = (text: string) => (isStraight ? text : `{ ${text} }`);
  const nest = (rest: readonly Piece[], perform: string): string => {
    const at = rest.findIndex(({ kind }) => kind === "around");
    const outer = at === -1 ? rest : rest.slice(0, at);
    const before = outer.filter(({ kind }) => kind === "before").map(spelled);
    const after = outer
      .filter(({ kind }) => kind === "after")
      .map(spelled)
      .reverse();
    const center =
      at === -1
        ? perform
        : spelled(rest[at] as Piece).replace("PROCEED;", inScope(nest(rest.slice(at + 1), perform)));
    return [...before, center, ...after].join(" ");
  };
  if (plain) {
    const last = result === "void" ? `${place.perform};` : `return ${place.finish(place.perform)};`;
    return `{ ${place.prepare} ${nest(pieces, last)} }`;
  }
  // Where the rest always runs, a programmer initialises the result with it.
  if (isStraight && initialise)
    return `{ ${place.prepare} ${nest(pieces, `${type} r = ${place.perform};`)} return ${place.finish("r")}; }`;
  return `{ ${place.prepare} ${type} r; ${nest(pieces, `r = ${place.perform};`)} return ${place.finish("r")}; }`;
}
