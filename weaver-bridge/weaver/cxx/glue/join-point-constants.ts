/** What the join-point API says of a join point without looking at it at run time: texts, as C++ literals. */
import { latin1OfName, type Shadow, type UnitFacts } from "../../../model/index.js";
import { joinPointSignature } from "../../../pointcut/index.js";
import { stringLiteral } from "../../text/c-tokens.js";
import { mangledFunction, mangledType } from "../types/mangle-type.js";

/** Texts by the names of the API; most advice asks for none. */
export interface JoinPointConstants {
  get(name: string): string | undefined;
}

/** `kind`: of the one meant where the shadow is of two, as `a += b` is. */
export function joinPointConstants(
  facts: UnitFacts,
  shadow: Shadow,
  kind: Shadow["kind"] = shadow.kind,
): JoinPointConstants {
  let constants: ReadonlyMap<string, string> | undefined;
  return { get: (name) => (constants ??= constantsOf(facts, shadow, kind)).get(name) };
}

function constantsOf(facts: UnitFacts, shadow: Shadow, kind: Shadow["kind"]): ReadonlyMap<string, string> {
  const named = namedRange(shadow);
  const { file, startLine } = facts.lineMap.rangeOf(named);
  return new Map([
    ["signature", stringLiteral(joinPointSignature(facts, shadow.entity))],
    ["filename", stringLiteral(latin1OfName(file))],
    ["line", String(startLine)],
    ...typeConstants(facts, shadow, kind),
  ]);
}

export const namedRange = (shadow: Shadow) => (shadow.kind === "execution" ? shadow.nameRange : shadow.range);

function typeConstants(facts: UnitFacts, shadow: Shadow, kind: Shadow["kind"]): [string, string][] {
  const entity = facts.entities[shadow.entity];
  if (entity === undefined || entity.kind === "class") return [];
  if (entity.kind !== "function") {
    const value = "type" in shadow ? mangledType(facts, shadow.type) : "";
    const own: [string, string] = ["type", stringLiteral(mangledType(facts, entity.type))];
    if (kind === "set") return [own, ["resulttype", stringLiteral("v")], ["argtype0", stringLiteral(value)]];
    return [own, ["resulttype", stringLiteral(kind === "ref" ? `P${value}` : value)]];
  }
  // Of a call what is written, as ARGS counts.
  const written = shadow.kind === "call" ? shadow.arguments.length : undefined;
  return [
    ["type", stringLiteral(mangledFunction(facts, entity, written))],
    ["resulttype", stringLiteral(mangledType(facts, entity.result))],
    ...entity.parameters.map(({ type }, at): [string, string] => [
      `argtype${at}`,
      stringLiteral(mangledType(facts, type)),
    ]),
  ];
}
