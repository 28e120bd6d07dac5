/**
 * What holds when a function is specialized, written beside the code:
 *
 *     specialize send_sig as send_usr1 {
 *       sig == SIGUSR1;  handle->op == XDR_ENCODE;
 *       limits unroll 250, statements 400;
 *     }
 *
 * or as JSON with the same content. Reads text alone; the right sides are C expressions whose values others know.
 */
import { withoutComments } from "../../c-text/index.js";
import type { Limits } from "./limits.js";

export interface Fact {
  /** A parameter, or a variable of file scope. */
  readonly subject: string;
  /** What of it: `->member`, `.member`, `[3]`. */
  readonly path: readonly string[];
  /** A constant expression of C, a function, `&VARIABLE`; without it the pointer is not null. */
  readonly value: string | undefined;
  /** Nothing but this pointer leads to what it points to, except what functions do that are called. */
  readonly isNoAlias?: boolean;
  /** Where it stands in the declaration's text, UTF-16. */
  readonly offset: number;
  /** The subject and each step of the path, and the value; absent where it is not read from text. */
  readonly spans?: { readonly steps: readonly Span[]; readonly value: Span | undefined };
}

/** UTF-16 offsets in the declarations' text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Declaration {
  readonly function: string;
  readonly residual: string;
  /** Absent where they are not read from text. */
  readonly spans?: { readonly function: Span; readonly residual: Span; readonly body: Span };
  readonly facts: readonly Fact[];
  readonly limits: Limits;
  /** The function itself goes to the residual one when the facts hold. */
  readonly dispatch: boolean;
  /** Functions that stay calls. */
  readonly keep: readonly string[];
  /** Functions that change nothing, whatever the unit shows of them: `extern suser() pure`. */
  readonly pure: readonly string[];
  /** What holds of values that are not known: `assume n > 3`. */
  readonly assumed: readonly SaidAssumption[];
  /** What has to be known when the function is made. */
  readonly required: readonly Requirement[];
  /** For `at run time`. */
  readonly later?: AtRunTime | undefined;
  readonly offset: number;
}

export interface SaidAssumption {
  /** A parameter or variable, and what of it, without blanks. */
  readonly subject: string;
  readonly relation: "!=" | "<" | ">" | "<=" | ">=";
  /** A constant expression of C. */
  readonly value: string;
  readonly span: Span;
}

/** `require static: return, level`: what is returned, or a variable wherever it is read. */
export interface Requirement {
  readonly name: string;
  readonly span: Span;
}

/** The values are known while the kernel runs; then it makes the code itself. */
export interface AtRunTime {
  /** Parameters that are known then; with `[]` also what they point to. */
  readonly given: readonly { readonly name: string; readonly hasMemory: boolean; readonly span: Span }[];
  /** Variables that are left to the code, whatever is known of them. */
  readonly dynamic: readonly string[];
}

export interface DeclarationFile {
  readonly declarations: readonly Declaration[];
  /** Sources that it names, as written. */
  readonly files: readonly string[];
  readonly mistakes: readonly Mistake[];
}

export interface Mistake {
  readonly message: string;
  readonly offset: number;
  /** Of what is wrong; where it is not known, one character. */
  readonly end?: number;
  /** It says what is not used: the code is right without, and no declaration is lost. */
  readonly isUnused?: true;
}

export const LIMITS: Limits = { unroll: 250, statements: 4000, depth: 12, variants: 250, bytes: 4096 };

/** Never throws. What is wrong in one declaration leaves the others as they are. */
export function readDeclarations(text: string): DeclarationFile {
  const mistakes: Mistake[] = [];
  const declarations: Declaration[] = [];
  const plain = withoutComments(text);
  const head = /\s*specialize\s+([A-Za-z_]\w*)\s+as\s+([A-Za-z_]\w*)(\s+at\s+run\s+time)?\s*\{/dy;
  const next = /(?<=^|[\s}])specialize\b/g;
  for (let at = 0; at < plain.length && /\S/.test(plain.slice(at)); ) {
    const start = at + plain.slice(at).search(/\S/);
    next.lastIndex = start + 1;
    const following = next.exec(plain)?.index ?? plain.length;
    head.lastIndex = at;
    const found = head.exec(plain);
    if (found?.indices === undefined) {
      mistakes.push({
        message:
          "expected: specialize FUNCTION as NAME { … }, or specialize FUNCTION as NAME at run time { … }",
        offset: start,
        end: lineEnd(plain, start),
      });
      at = following;
      continue;
    }
    const close = plain.indexOf("}", head.lastIndex);
    const isOpen = close === -1 || close > following;
    const end = isOpen ? following : close;
    if (isOpen)
      mistakes.push({ message: "this declaration has no closing brace", offset: start, end: head.lastIndex });
    const isLater = found[3] !== undefined;
    const body = readBody(plain.slice(head.lastIndex, end), head.lastIndex, isLater, mistakes);
    if (body.later?.given.length === 0)
      mistakes.push({
        message: "at run time something has to be known: write static PARAMETER;",
        offset: start,
        end: head.lastIndex,
      });
    const spans = {
      function: spanOf(found.indices[1]),
      residual: spanOf(found.indices[2]),
      body: { start: head.lastIndex, end },
    };
    declarations.push({
      function: found[1] as string,
      residual: found[2] as string,
      ...body,
      offset: start,
      spans,
    });
    at = isOpen ? following : close + 1;
  }
  return { declarations, files: [], mistakes: [...mistakes, ...doubledNames(declarations)] };
}

export function doubledNames(declarations: readonly Declaration[]): Mistake[] {
  const seen = new Set<string>();
  return declarations.flatMap(({ residual, spans }) => {
    if (!seen.has(residual)) {
      seen.add(residual);
      return [];
    }
    const { start: offset = 0, end = 1 } = spans?.residual ?? {};
    return [{ message: `${residual} is the name of two residual functions`, offset, end }];
  });
}

const spanOf = ([start, end]: readonly [number, number] = [0, 0]): Span => ({ start, end });

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return from + text.slice(from, end === -1 ? undefined : end).trimEnd().length;
}

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

function readBody(
  text: string,
  from: number,
  isLater: boolean,
  mistakes: Mistake[],
): Omit<Declaration, "function" | "residual" | "spans" | "offset"> {
  const given: AtRunTime["given"][number][] = [];
  const dynamic: string[] = [];
  const facts: Fact[] = [];
  let dispatch = false;
  const keep: string[] = [];
  const pure: string[] = [];
  const required: Requirement[] = [];
  const assumed: SaidAssumption[] = [];
  let limits = LIMITS;
  let at = 0;
  for (const clause of text.split(";")) {
    const offset = from + at + Math.max(0, clause.search(/\S/));
    at += clause.length + 1;
    const said = clause.trim();
    if (said === "") continue;
    const fact = readFact(said, offset);
    const kept = /^keep\s+([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)$/.exec(said);
    const limit = /^limits\s+(.*)$/s.exec(said);
    const quiet = /^extern\s+(\S.*?)\s+pure$/s.exec(said)?.[1];
    const isStatic = isLater && GIVEN.test(said);
    const left = isLater ? /^dynamic\s+([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)$/.exec(said) : null;
    if (isStatic) given.push(...readGiven(said, offset));
    else if (left !== null) dynamic.push(...(left[1] as string).split(",").map((one) => one.trim()));
    else if (fact !== undefined) facts.push(fact);
    else if (said === "dispatch") dispatch = true;
    else if (quiet !== undefined && PURE.test(quiet))
      pure.push(
        ...quiet
          .replace(/\([^()]*\)/g, "")
          .split(",")
          .map((one) => one.trim()),
      );
    else if (!isLater && /^assume\b/.test(said)) assumed.push(...readAssumed(said, offset, mistakes));
    else if (REQUIRED.test(said)) required.push(...readRequired(said, offset));
    else if (kept !== null) keep.push(...(kept[1] as string).split(",").map((one) => one.trim()));
    else if (limit !== null) limits = { ...limits, ...readLimits(limit[1] as string, offset, mistakes) };
    else
      mistakes.push({
        message: `this is not understood yet: ${said}. Known are: ${isLater ? "static PARAMETER, PARAMETER[]; dynamic VARIABLE; " : ""}PARAMETER == VALUE; PARAMETER->MEMBER == VALUE; PARAMETER nonnull; PARAMETER noalias; ${isLater ? "" : "assume PARAMETER > VALUE; "}dispatch; keep FUNCTION; extern FUNCTION() pure; require static: return, VARIABLE; limits ${LIMIT_NAMES}`,
        offset,
        end: offset + said.length,
      });
  }
  return {
    facts,
    limits,
    dispatch,
    keep,
    pure,
    assumed,
    required,
    ...(isLater ? { later: { given, dynamic } } : {}),
  };
}

const GIVEN = /^static\s+[A-Za-z_]\w*(?:\s*\[\s*\])?(?:\s*,\s*[A-Za-z_]\w*(?:\s*\[\s*\])?)*$/;

function readGiven(said: string, offset: number): AtRunTime["given"] {
  const from = "static".length;
  return [...said.slice(from).matchAll(/([A-Za-z_]\w*)\s*(\[)?/g)].map(({ index, 1: name = "", 2: open }) => {
    const start = offset + from + index;
    return { name, hasMemory: open !== undefined, span: { start, end: start + name.length } };
  });
}

const ASSUMPTION =
  /^\s*([A-Za-z_]\w*(?:\s*(?:->|\.)\s*[A-Za-z_]\w*|\s*\[\s*\d+\s*\])*)\s*(!=|<=|>=|<|>)\s*([^\s=][\s\S]*)$/;

export function readAssumed(said: string, offset: number, mistakes: Mistake[]): SaidAssumption[] {
  let at = "assume".length;
  return said
    .slice(at)
    .split(",")
    .flatMap((part): SaidAssumption[] => {
      const start = offset + at + part.search(/\S|$/);
      at += part.length + 1;
      const span = { start, end: start + part.trim().length };
      const [, subject = "", relation, value = ""] = ASSUMPTION.exec(part) ?? [];
      if (relation !== undefined)
        return [
          {
            subject: subject.replace(/\s/g, ""),
            relation: relation as SaidAssumption["relation"],
            ...{ value: value.trim(), span },
          },
        ];
      const message = `no assumption: ${part.trim()}. Write: assume PARAMETER > VALUE; <, <=, >= and != are known as well`;
      mistakes.push({ message, offset: span.start, end: span.end });
      return [];
    });
}

const PURE = /^[A-Za-z_]\w*(?:\s*\([^()]*\))?(?:\s*,\s*[A-Za-z_]\w*(?:\s*\([^()]*\))?)*$/;
const REQUIRED = /^require\s+static\s*:\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*$/;

function readRequired(said: string, offset: number): Requirement[] {
  const from = said.indexOf(":") + 1;
  return [...said.slice(from).matchAll(/[A-Za-z_]\w*/g)].map(({ index, 0: name }) => {
    const start = offset + from + index;
    return { name, span: { start, end: start + name.length } };
  });
}

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

export const sayAssumption = ({ subject, relation, value }: SaidAssumption): string =>
  `${subject} ${relation} ${value}`;

/** As conditions of C, which hold where the fact or the assumption does. */
export function factCondition({ subject, path, value }: Fact): string {
  const said = `${subject}${path.join("")}`;
  return value === undefined ? `${said} != 0` : `${said} == (${value})`;
}

export const assumptionCondition = ({ subject, relation, value }: SaidAssumption): string =>
  `${subject} ${relation} (${value})`;

/** As it is written. */
export function sayFact({ subject, path, value, isNoAlias }: Fact): string {
  const said = isNoAlias === true ? "noalias" : value === undefined ? "nonnull" : `== ${value}`;
  return `${subject}${path.join("")} ${said}`;
}
