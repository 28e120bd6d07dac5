/**
 * Declarations (`.spec`) for the client stubs of an interface, to be kept where they are so: what its messages may hold at
 * most, which values there are. What the interface alone decides is in the stubs already.
 */
import type { Operation, Parameter } from "./check/interface-model.js";
import { unalias } from "./check/types.js";
import { isByValue } from "./emit/c-types.js";
import { clientStubs } from "./generated-names.js";
import type { InterfaceLayout } from "./middle/message.js";

export interface StubDeclarations {
  readonly text: string;
  /** C names of the stubs that could be declared, and of those that are. */
  readonly known: readonly string[];
  readonly declared: readonly string[];
}

/** `wanted`: one operation, as IDL or as C calls it. */
export function stubDeclarations(
  file: string,
  layouts: readonly InterfaceLayout[],
  wanted?: string,
): StubDeclarations {
  const { header, stubs: known } = clientStubs(file, layouts);
  const all = layouts.flatMap(({ operations }) => operations.map(({ operation }) => operation));
  const operations = known.flatMap((name) => all.find(({ cName }) => cName === name) ?? []);
  const chosen = operations.filter(
    ({ name, cName }) => wanted === undefined || name === wanted || cName === wanted,
  );
  const head = `/* Calls of ${header.replace("_client.h", ".idl")}: keep what is always so, and say what you know. The unit has to include ${header}. */\n`;
  const declarations = chosen.map(
    (operation) =>
      `specialize ${operation.cName} as ${operation.cName}_special {\n${clausesOf(operation)
        .map((one) => `\t${one}\n`)
        .join("")}}\n`,
  );
  return { text: head + declarations.join("\n"), known, declared: chosen.map(({ cName }) => cName) };
}

function clausesOf({ parameters }: Operation): string[] {
  const counts = new Map(
    parameters.flatMap(({ name, transfer }) =>
      transfer.kind === "array" && "parameter" in transfer.length
        ? [[transfer.length.parameter, { of: name, maximum: transfer.maximum }] as const]
        : [],
    ),
  );
  const clauses = parameters.flatMap((parameter) => {
    if (parameter.direction === "out" || parameter.transfer.kind === "none") return [];
    const counted = counts.get(parameter.name);
    return counted === undefined || parameter.direction !== "in"
      ? clauseOf(parameter)
      : [known(parameter.name, counted.maximum, `elements of ${counted.of}`)];
  });
  return [...clauses, "_env nonnull; /* or _env == 0: nobody asks how the call ended */"];
}

/** What a length is in the largest message; nothing where there is none. */
const known = (place: string, maximum: number | undefined, what: string): string =>
  maximum === undefined
    ? `/* ${place} == VALUE; ${what}, of any number */`
    : `${place} == ${maximum}; /* ${what}, at most as many */`;

function clauseOf({ name, type, transfer, maxValue }: Parameter): string[] {
  const real = unalias(type);
  if (transfer.kind === "sequence") return [known(`${name}->_length`, transfer.maximum, "its elements")];
  if (transfer.kind === "string") {
    const most = transfer.maximum === undefined ? "of any length" : `at most ${transfer.maximum} characters`;
    return [`/* ${name} == &VARIABLE; ${most} */`];
  }
  if (real.kind === "enum") {
    const names = real.items.map((item) => `${real.cName}_${item.name}`);
    return [`/* ${name} == ${names.join(" | ")}; */`];
  }
  if (!isByValue(type)) return [`/* ${name}->MEMBER == VALUE; */`];
  const most = maxValue === undefined ? "" : ` at most ${maxValue}`;
  return transfer.kind === "map" ? [] : [`/* ${name} == VALUE;${most} */`];
}
