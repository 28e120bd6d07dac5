/**
 * Names inside advice. The weaver turns the fields of `tjp` into parameters of the generated function (by value, or
 * by address where the body changes them) and members of an aspect into globals; a developer reads and writes them as
 * the `.ah` file spells them. Works on text, and on the names that the debugger shows; knows no debugger.
 */
import type { JoinPoint } from "@weft/weaver-bridge/model";

export interface JoinPointNames {
  /** Name to show for a variable of the debugger; `undefined` for glue that nobody wants to see. */
  shown(name: string): string | undefined;
  /** The debugger's expression for what a developer wrote. */
  expression(text: string): string;
  /** Value of an expression that the weaver knew, so that no code computes it: `tjp->signature`. */
  constant(text: string): string | undefined;
  /** All of these of the frame's join point; none outside of advice. */
  constants(): readonly (readonly [name: string, value: string])[];
}

export interface AdviceFrame {
  readonly aspect: string;
  /** The join point where the frame runs, when the weave map tells. */
  readonly joinPoint?: JoinPoint;
  /** Names of the generated function's parameters and locals. */
  readonly variables: readonly string[];
  /** Names of variables at file scope, among them members of the aspect. */
  readonly globals: readonly string[];
}

/** `aspects` are the names of the kernel's aspects; `advice` is absent for frames of the kernel. */
export function joinPointNames(aspects: Iterable<string>, advice?: AdviceFrame): JoinPointNames {
  const fields = new Map((advice?.variables ?? []).map(fieldOf).filter(isPair));
  const members = new Map(
    (advice?.globals ?? []).map((name) => memberOf(name, advice?.aspect ?? "")).filter(isPair),
  );
  const known = [...new Set([...aspects, ...(advice === undefined ? [] : [advice.aspect])])];
  const constants = advice?.joinPoint === undefined ? [] : constantsOf(advice.joinPoint);
  return {
    shown: (name) => {
      const field = advice?.variables.includes(name) ? fieldOf(name)?.[0] : undefined;
      if (field !== undefined) return `tjp->${field}`;
      const aspect = known.find((candidate) => memberOf(name, candidate) !== undefined);
      if (aspect !== undefined) return `${aspect}::${memberOf(name, aspect)?.[0]}`;
      return name.startsWith("__weft_") ? undefined : name;
    },
    expression: (text) => rewrite(text, fields, members),
    constant: (text) => {
      const field = /^\s*tjp\s*->\s*(\w+)\s*$/.exec(text)?.[1];
      return constants.find(([name]) => name === `tjp->${field}`)?.[1];
    },
    constants: () => constants,
  };
}

function constantsOf({ signature, range }: JoinPoint): [string, string][] {
  const place: [string, string][] =
    range === undefined
      ? []
      : [
          ["tjp->filename", JSON.stringify(range.file)],
          ["tjp->line", String(range.startLine)],
        ];
  return [["tjp->signature", JSON.stringify(signature)], ...place];
}

/** Field of `tjp` and the expression for it: `__weft_arg0` holds the value, `__weft_at_arg0` its address. */
function fieldOf(parameter: string): [string, string] | undefined {
  const match = /^__weft_(at_)?(arg\d+|idx\d+|result|that|target|entity)$/.exec(parameter);
  if (match === null) return undefined;
  return [match[2] as string, match[1] === undefined ? parameter : `(*${parameter})`];
}

function memberOf(global: string, aspect: string): [string, string] | undefined {
  const prefix = `__weft_${aspect}_`;
  return global.startsWith(prefix) ? [global.slice(prefix.length), global] : undefined;
}

function isPair(pair: [string, string] | undefined): pair is [string, string] {
  return pair !== undefined;
}

const TOKEN =
  /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\.){0,16}'|tjp\s*->\s*(\w+)|([A-Za-z_]\w*)::([A-Za-z_]\w*)|(->|\.)\s*\w+|[A-Za-z_$]\w*/g;

function rewrite(
  text: string,
  fields: ReadonlyMap<string, string>,
  members: ReadonlyMap<string, string>,
): string {
  return text.replace(
    TOKEN,
    (token: string, field?: string, aspect?: string, member?: string, access?: string) => {
      if (field !== undefined) return fields.get(field) ?? token;
      if (aspect !== undefined) return `__weft_${aspect}_${member}`;
      return access === undefined ? (members.get(token) ?? token) : token;
    },
  );
}
