/**
 * A declaration from what was so in a run: the arguments of each call of a function, as a debugger prints them. What was
 * always the same is proposed, what nearly was stands beside it, each with its count; whether it always will be nobody knows.
 */

/** By parameter, in their order; of each call. */
export interface SeenCall {
  readonly arguments: readonly { readonly name: string; readonly value: string }[];
}

/** Share of the calls from which on a value is worth to be told. */
const OFTEN = 0.25;
const MOST_TOLD = 3;

export function proposedDeclaration(name: string, run: string, calls: readonly SeenCall[]): string {
  const parameters = [...new Set(calls.flatMap((call) => call.arguments.map((one) => one.name)))];
  const clauses = parameters.map((parameter) => {
    const values = calls.flatMap((call) => call.arguments.filter((one) => one.name === parameter));
    return clauseOf(
      parameter,
      values.map(({ value }) => value),
      calls.length,
    );
  });
  const counted = calls.length === 1 ? "the one call" : `${calls.length} calls`;
  const head = `/* What was so in ${counted} of ${name} in ${run}. Whether it stays so, callers or guards have to know. */`;
  return `${head}\nspecialize ${name} as ${name}_usual {\n${clauses.map((one) => `\t${one}\n`).join("")}}\n`;
}

function clauseOf(parameter: string, values: readonly string[], calls: number): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[most, count] = ["", 0], ...others] = [...counts].sort((one, other) => other[1] - one[1]);
  const fact = factOf(parameter, most);
  if (fact !== undefined && count === calls) return `${fact}; /* in all ${calls} */`;
  const told = [[most, count] as const, ...others]
    .filter(([, times]) => times >= calls * OFTEN)
    .slice(0, MOST_TOLD)
    .map(([value, times]) => `${factOf(parameter, value) ?? value} in ${times}`);
  const rest = `${counts.size} ${counts.size === 1 ? "value" : "values"}${told.length === 0 ? "" : `: ${told.join(", ")}`}`;
  const isPointer = values.every((value) => value.startsWith("0x"));
  const isNever = isPointer && values.length === calls && !values.some((value) => /^0x0+\b/.test(value));
  const clean = rest.replaceAll("*/", "* /");
  return isNever ? `${parameter} nonnull; /* ${clean} */` : `/* ${parameter}: ${clean} */`;
}

/** A number, an enumerator, or what a symbol of the kernel names; an address alone is another one in the next run. */
function factOf(parameter: string, value: string): string | undefined {
  const symbol = /^0x[0-9a-f]+ <([A-Za-z_]\w*)>/.exec(value)?.[1];
  if (symbol !== undefined) return `${parameter} == &${symbol}`;
  if (/^0x0+$/.test(value)) return `${parameter} == 0`;
  if (value === "true" || value === "false") return `${parameter} == ${value === "true" ? 1 : 0}`;
  const plain = /^(-?\d+)(?: '.*')?$/s.exec(value)?.[1] ?? /^([A-Za-z_]\w*)$/.exec(value)?.[1];
  return plain === undefined ? undefined : `${parameter} == ${plain}`;
}
