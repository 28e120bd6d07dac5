/** What stands between the braces of a declaration, clause by clause. */
import {
  type AtRunTime,
  type Declaration,
  type Fact,
  LIMITS,
  type Mistake,
  type Named,
  type SaidAssumption,
  type Span,
} from "./declaration.js";
import type { Limits } from "./limits.js";

export const spanOf = ([start, end]: readonly [number, number] = [0, 0]): Span => ({ start, end });

const FACT =
  /^([A-Za-z_]\w*)((?:\s*(?:->|\.)\s*[A-Za-z_]\w*|\s*\[\s*\d+\s*\])*)\s*(?:==\s*(\S[\s\S]*)|\b(nonnull|noalias))$/d;
const STEP = /(?:->|\.)\s*\w+|\[\s*\d+\s*\]/dg;

function readFact(said: string, offset: number): Fact | undefined {
  const fact = FACT.exec(said);
  if (fact?.indices === undefined) return undefined;
  const [, subject, path, value] = fact.indices.map(
    (one) => one && spanOf([offset + one[0], offset + one[1]]),
  );
  const steps = [...(fact[2] as string).matchAll(STEP)];
  const from = path?.start ?? offset;
  return {
    subject: fact[1] as string,
    path: steps.map(([one]) => one.replace(/\s/g, "")),
    value: fact[3]?.trim(),
    ...(fact[4] === "noalias" ? { isNoAlias: true } : {}),
    offset,
    spans: {
      steps: [
        subject as Span,
        ...steps.map(({ index, 0: one }) => ({ start: from + index, end: from + index + one.length })),
      ],
      value,
    },
  };
}

type Body = Omit<Declaration, "function" | "residual" | "spans" | "offset">;

/** Where a clause is read into. */
interface Reading {
  readonly said: string;
  readonly offset: number;
  readonly into: { -readonly [Key in keyof Body]: Body[Key] };
  readonly mistakes: Mistake[];
}

/** `from`: where the text begins in its file; `isLater`: of what is made at run time. */
export function readBody(text: string, from: number, isLater: boolean, mistakes: Mistake[]): Body {
  const into: Reading["into"] = {
    ...{ facts: [], limits: LIMITS, dispatch: false, keep: [], pure: [], writes: [] },
    ...{
      assumed: [],
      exclusive: [],
      required: [],
      ...(isLater ? { later: { given: [], dynamic: [] } } : {}),
    },
  };
  let at = 0;
  for (const clause of text.split(";")) {
    const offset = from + at + Math.max(0, clause.search(/\S/));
    at += clause.length + 1;
    const said = clause.trim();
    const reading = { said, offset, into, mistakes };
    if (said === "" || (isLater ? AT_RUN_TIME : EARLY).some((read) => read(reading))) continue;
    if (readsFact(reading) || CLAUSES.some((read) => read(reading))) continue;
    const message = `this is not understood yet: ${said}. Known are: ${known(isLater)}`;
    mistakes.push({ message, offset, end: offset + said.length });
  }
  return into;
}

const known = (isLater: boolean): string =>
  [
    ...(isLater ? ["static PARAMETER, PARAMETER[]", "dynamic VARIABLE"] : []),
    ...[
      "PARAMETER == VALUE",
      "PARAMETER != VALUE",
      "PARAMETER->MEMBER == VALUE",
      "PARAMETER nonnull",
      "PARAMETER noalias",
    ],
    ...(isLater
      ? []
      : ["assume PARAMETER > VALUE", "PARAMETER in VALUE, VALUE", "for each PARAMETER in VALUE, VALUE"]),
    ...[
      "dispatch",
      "exclusive PARAMETER->MEMBER, VARIABLE",
      "keep FUNCTION",
      "extern FUNCTION() pure",
      "extern FUNCTION() writes VARIABLE, PARAMETER->MEMBER",
    ],
    ...["require static: return, VARIABLE", "compare FUNCTION", `limits ${LIMIT_NAMES}`],
  ].join("; ");

/** True where the clause is one of its kind. */
type Read = (reading: Reading) => boolean;

const NAMES = "[A-Za-z_]\\w*(?:\\s*,\\s*[A-Za-z_]\\w*)*";

/** Of a clause that is a word and names; the word is a pattern. */
function namesBehind(word: string, said: string, offset: number): Named[] | undefined {
  const found = new RegExp(`^${word}\\s+(${NAMES})$`, "d").exec(said);
  const [start] = found?.indices?.[1] ?? [];
  return start === undefined ? undefined : namesIn(said.slice(start), offset + start);
}

const namesIn = (text: string, offset: number, pattern = "[A-Za-z_]\\w*"): Named[] =>
  [...text.matchAll(new RegExp(pattern, "g"))].map(({ index, 0: said }) => ({
    name: said.replace(/\s/g, ""),
    span: { start: offset + index, end: offset + index + said.length },
  }));

const readsFact: Read = ({ said, offset, into }) => {
  const fact = readFact(said, offset);
  if (fact !== undefined) into.facts = [...into.facts, fact];
  return fact !== undefined;
};

const AT_RUN_TIME: readonly Read[] = [
  ({ said, offset, into }) => {
    if (into.later === undefined || !GIVEN.test(said)) return false;
    into.later = { ...into.later, given: [...into.later.given, ...readGiven(said, offset)] };
    return true;
  },
  ({ said, offset, into }) => {
    const names = namesBehind("dynamic", said, offset);
    if (names === undefined || into.later === undefined) return false;
    into.later = { ...into.later, dynamic: [...into.later.dynamic, ...names.map(({ name }) => name)] };
    return true;
  },
];

const EARLY: readonly Read[] = [
  ({ said, offset, into, mistakes }) => {
    if (BITS.test(said) || COMPARED.test(said)) {
      into.assumed = [...into.assumed, ...readAssumed(`assume ${said}`, offset - "assume ".length, mistakes)];
      return true;
    }
    if (!/^assume\b(?!\s*==)/.test(said)) return false;
    into.assumed = [...into.assumed, ...readAssumed(said, offset, mistakes)];
    return true;
  },
  ({ said, offset, into }) => {
    const one = readSet(said, offset);
    if (one !== undefined) into.assumed = [...into.assumed, one];
    return one !== undefined;
  },
];

const CLAUSES: readonly Read[] = [
  ({ said, into }) => {
    if (said !== "dispatch") return false;
    into.dispatch = true;
    return true;
  },
  ({ said, offset, into }) => {
    const names = namesBehind("keep", said, offset);
    if (names !== undefined) into.keep = [...into.keep, ...names.map(({ name }) => name)];
    return names !== undefined;
  },
  ({ said, offset, into }) => {
    const names = namesBehind("compare", said, offset);
    if (names?.length !== 1) return false;
    into.compared = names[0];
    return true;
  },
  ({ said, offset, into }) => {
    const words = /^exclusive\s+(?=[A-Za-z_])/.exec(said)?.[0];
    if (words === undefined || !EXCLUSIVE.test(said)) return false;
    into.exclusive = [...into.exclusive, ...namesIn(said.slice(words.length), offset + words.length, PATH)];
    return true;
  },
  ({ said, offset, into }) => readExtern(said, offset, into),
  ({ said, offset, into }) => {
    if (!REQUIRED.test(said)) return false;
    const from = said.indexOf(":") + 1;
    into.required = [...into.required, ...namesIn(said.slice(from), offset + from)];
    return true;
  },
  ({ said, offset, into, mistakes }) => {
    const limit = /^limits\s+(.*)$/s.exec(said)?.[1];
    if (limit !== undefined) into.limits = { ...into.limits, ...readLimits(limit, offset, mistakes) };
    return limit !== undefined;
  },
];

const GIVEN = /^static\s+[A-Za-z_]\w*(?:\s*\[\s*\])?(?:\s*,\s*[A-Za-z_]\w*(?:\s*\[\s*\])?)*$/;

function readGiven(said: string, offset: number): AtRunTime["given"] {
  const from = "static".length;
  return [...said.slice(from).matchAll(/([A-Za-z_]\w*)\s*(\[)?/g)].map(({ index, 1: name = "", 2: open }) => {
    const start = offset + from + index;
    return { name, hasMemory: open !== undefined, span: { start, end: start + name.length } };
  });
}

/** A parameter or variable, or what of it, as part of an expression over text. */
export const PATH = "[A-Za-z_]\\w*(?:\\s*(?:->|\\.)\\s*[A-Za-z_]\\w*|\\s*\\[\\s*\\d+\\s*\\])*";
const EXCLUSIVE = new RegExp(`^exclusive\\s+${PATH}(?:\\s*,\\s*${PATH})*$`);
const BITS = new RegExp(`^\\(\\s*(${PATH})\\s*&\\s*(.+?)\\)\\s*(==|!=)\\s*([^\\s=].*)$`, "s");
const ASSUMPTION = new RegExp(`^\\s*(${PATH})\\s*(==|!=|<=|>=|<|>)\\s*([^\\s=][\\s\\S]*)$`);
/** But for `==`, which is a fact. */
const COMPARED = new RegExp(`^${PATH}\\s*(?:!=|<=|>=|<|>)\\s*[^\\s=]`);
const SET = new RegExp(`^(for\\s+each\\s+)?(${PATH})\\s+in\\s+(\\S[\\s\\S]*)$`);

/** Outside of parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

export function readAssumed(said: string, offset: number, mistakes: Mistake[]): SaidAssumption[] {
  let at = "assume".length;
  return splitAtCommas(said.slice(at)).flatMap((part): SaidAssumption[] => {
    const start = offset + at + part.search(/\S|$/);
    at += part.length + 1;
    const span = { start, end: start + part.trim().length };
    const [, of = "", mask, is, bits = ""] = BITS.exec(part.trim()) ?? [];
    if (mask !== undefined)
      return [
        {
          subject: of.replace(/\s/g, ""),
          mask: mask.trim(),
          relation: is as SaidAssumption["relation"],
          values: [bits.trim()],
          span,
        },
      ];
    const [, subject = "", relation, value = ""] = ASSUMPTION.exec(part) ?? [];
    if (relation !== undefined)
      return [
        {
          subject: subject.replace(/\s/g, ""),
          relation: relation as SaidAssumption["relation"],
          ...{ values: [value.trim()], span },
        },
      ];
    const message = `no assumption: ${part.trim()}. Write: assume PARAMETER > VALUE; ==, <, <=, >= and != are known as well`;
    mistakes.push({ message, offset: span.start, end: span.end });
    return [];
  });
}

/** `n in 1, 2, 4`, `for each n in 1, 2` */
export function readSet(said: string, offset: number): SaidAssumption | undefined {
  const [, each, subject, text = ""] = SET.exec(said) ?? [];
  const values = text.split(",").map((one) => one.trim());
  if (subject === undefined || values.some((one) => one === "")) return undefined;
  const span = { start: offset, end: offset + said.length };
  const set = { subject: subject.replace(/\s/g, ""), relation: "in", values, span } as const;
  return each === undefined ? set : { ...set, isEach: true };
}

const WRITTEN = "[A-Za-z_]\\w*(?:\\s*->\\s*[A-Za-z_]\\w*)?";
const CALLEE = "[A-Za-z_]\\w*(?:\\s*\\([^()]*\\))?";
const EXTERN = new RegExp(
  `^extern\\s+(${CALLEE}(?:\\s*,\\s*${CALLEE})*)\\s+(?:pure|writes\\s+(${WRITTEN}(?:\\s*,\\s*${WRITTEN})*))$`,
  "d",
);

function readExtern(said: string, offset: number, into: Reading["into"]): boolean {
  const found = EXTERN.exec(said);
  if (found?.indices === undefined) return false;
  const functions = namesIn((found[1] as string).replace(/\([^()]*\)/g, ""), 0).map(({ name }) => name);
  const [start] = found.indices[2] ?? [];
  if (start === undefined) into.pure = [...into.pure, ...functions];
  else {
    const variables = namesIn(said.slice(start), offset + start, WRITTEN);
    into.writes = [...into.writes, ...functions.map((name) => ({ function: name, variables }))];
  }
  return true;
}

const REQUIRED = /^require\s+static\s*:\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*$/;

const LIMIT_NAMES = "unroll N, statements N, depth N, variants N, bytes N";

function readLimits(text: string, offset: number, mistakes: Mistake[]): Partial<Limits> {
  const found: Record<string, number> = {};
  for (const part of text.split(",")) {
    const [, name = "", number = ""] =
      /^\s*(unroll|statements|depth|variants|bytes)\s+(\d+)\s*$/.exec(part) ?? [];
    if (name === "")
      mistakes.push({
        message: `no limit: ${part.trim()}. Known are: ${LIMIT_NAMES}`,
        offset,
        end: offset + "limits".length,
      });
    else found[name] = Number(number);
  }
  return found;
}
