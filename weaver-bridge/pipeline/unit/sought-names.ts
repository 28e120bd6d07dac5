/** Which names a unit's code must hold for anything to be woven, and which of them its text holds. */
import { filterOf, type SoughtNames, soughtIn, testedNames, wantedFacts } from "../../pointcut/index.js";
import { languageOf, type UnitRequest } from "./unit-analysis.js";

/** Undefined: all code is looked at. Nothing sought: nothing can match. */
export function soughtOf(request: UnitRequest, text: string, asksTables: boolean): SoughtNames | undefined {
  const { always } = request;
  if (typeof always === "function" ? always(text) : always === true) return undefined;
  if (watchesFlow(request)) return undefined;
  const filter = request.filter ?? filterOf(request.aspects);
  const tested = asksTables ? testedNames(request.aspects).map((name) => ({ name })) : [];
  return soughtIn(text, filter === "all" ? filter : [...filter, ...tested], {
    language: languageOf(request.input),
    directory: request.command.directory,
    isUnit: true,
  });
}

export const isNothing = (names: SoughtNames | undefined) =>
  names?.identifiers.length === 0 && names.defined.length === 0;

/** {@link soughtOf} a text, looked for once while it is the same. */
export function soughtOnce(
  request: UnitRequest,
  asksTables: boolean,
): (text: string) => SoughtNames | undefined {
  let last: { readonly text: string; readonly names: SoughtNames | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, names: soughtOf(request, text, asksTables) };
    return last.names;
  };
}

export function watchesFlow({ flow, aspects }: UnitRequest): boolean {
  return flow !== undefined && wantedFacts(aspects).callGraph === true;
}
