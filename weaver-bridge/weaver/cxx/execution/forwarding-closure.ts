/**
 * What a template passes for its wrapper to call where only the function itself knows the arguments of its instance:
 * packs, and arguments that nothing deduces.
 */
import type { ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import type { Token } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import { asCalled } from "../called-function.js";
import type { CxxSite } from "../cxx-site.js";
import { injectedName } from "../types/injected-name.js";
import {
  isOwnTemplate,
  splitAtCommas,
  templateParameters,
  withoutDefault,
} from "../types/template-header.js";
import type { HiddenHeader } from "./hidden-header.js";
import { passesVariadic, VARIADIC_VALUE } from "./variadic-body.js";

/** The name of the function itself as a value of the join point, see `HiddenBody.closure`. */
export const CLOSURE = "closure";

/** `Args... args` */
export const isPack = (entity: FunctionEntity, index: number, { facts }: CxxSite): boolean =>
  facts.types[entity.parameters[index]!.type]?.spelling.endsWith("...") === true;

/** Packs, and arguments of a template that nothing deduces, are known to the function alone. */
export function bindsArguments(shadow: ExecutionShadow, entity: FunctionEntity, site: CxxSite): boolean {
  const hasPack = entity.parameters.some((_, index) => isPack(entity, index, site));
  const canBind = site.cplusplus >= (shadow.inConstexpr === true ? 201703 : 201103);
  if (hasPack && !canBind)
    throw new Unweavable(
      "pack-around",
      `this advice on '${entity.name}', a constexpr template with a variable number of parameters`,
      "It needs C++17 (-std=gnu++17). Use before advice, or advise the calls instead.",
    );
  return canBind && (hasPack || isOwnTemplate(entity));
}

export interface Closure {
  readonly text: string;
  readonly call: (names: readonly string[]) => string;
}

/**
 * Calls the hidden function with the arguments of this instance. What advice may change comes in, packs stay here:
 *
 *     [&](decltype((a)) __weft_p0) -> T { return hidden<T, N, Args...>(static_cast<decltype(a) &&>(__weft_p0), static_cast<decltype(args) &&>(args)...); }
 */
export function closureOf(
  symbol: string,
  header: HiddenHeader,
  entity: FunctionEntity,
  proceeds: number,
  site: CxxSite,
): Closure {
  const template = header.ownTemplate === undefined ? "" : givenArguments(header.ownTemplate, site);
  const itself = asCalled("(*this)", injectedName(entity), entity);
  const object = header.isMember && !header.isStatic ? `${itself}.${template === "" ? "" : "template "}` : "";
  const names = entity.parameters.map(({ name }, index) => name || `__weft_arg${index}`);
  const isReference = (index: number) =>
    site.speller.valueClass(entity.parameters[index]!.type) === "reference";
  const forwarded = (name: string, value: string, index: number) =>
    proceeds > 1 && !isReference(index) && !isPack(entity, index, site)
      ? value
      : `static_cast<__decltype(${name}) &&>(${value})${isPack(entity, index, site) ? "..." : ""}`;
  const unnamed = passesVariadic(entity) ? [`__builtin_addressof(${VARIADIC_VALUE.lvalue})`] : [];
  const call = (values: readonly string[]) => {
    const named = names.map((name, index) => forwarded(name, values[index]!, index));
    return `${object}${symbol}${template}(${[...named, ...unnamed].join(", ")})`;
  };
  const parameters = names.flatMap((name, index) =>
    isPack(entity, index, site) ? [] : [`__decltype((${name})) __weft_p${index}`],
  );
  const passed = names.map((name, index) => (isPack(entity, index, site) ? name : `__weft_p${index}`));
  const attribute = proceeds > 1 ? "" : "__attribute__((always_inline)) ";
  const isDeduced = /\bauto\b/.test(header.result);
  const result = isDeduced ? "decltype(auto)" : header.result;
  return {
    text: `[&](${parameters.join(", ")}) ${attribute}-> ${result} { return ${call(passed)}; }`,
    call,
  };
}

/** Where the name of a parameter goes that has none: behind its type, in `int (*)(int)` behind the `*`. */
function endOfName(tokens: readonly Token[]): number {
  const inner = tokens.findIndex(
    ({ text }, index) => /^(?:\*|&|&&)$/.test(text) && tokens[index + 1]?.text === ")",
  );
  return (tokens[inner] ?? tokens.at(-1)!).end;
}

/** `<T, N, Args...>`: up to a pack or a parameter that has a default and no name; others without a name get one. */
function givenArguments(clause: readonly Token[], site: CxxSite): string {
  const written = splitAtCommas(clause.slice(2, -1));
  const given: string[] = [];
  for (const [index, { name, isPack: many }] of templateParameters(clause).entries()) {
    const tokens = written[index] ?? [];
    const last = tokens.at(-1);
    if (last === undefined || (name === "" && withoutDefault(tokens).length < tokens.length)) break;
    const own = `__weft_T${index}`;
    if (name === "") site.insertOnce(endOfName(tokens), own);
    given.push(`${name || own}${many ? "..." : ""}`);
    // It would take what is given after it.
    if (many) break;
  }
  return given.length === 0 ? "" : `<${given.join(", ")}>`;
}
