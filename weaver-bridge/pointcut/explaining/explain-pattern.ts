/** Why a match expression names an entity or does not, in words with values, and which expression would name it. */
import type { Entity, EntityId, FunctionEntity } from "../../model/index.js";
import { signatureOf, typeSignature } from "../matching/signature.js";
import { qualifiedName } from "../matching/units/describe-match.js";
import type { UnitMatcher } from "../matching/units/unit-matcher.js";
import type { Demand } from "../patterns/match-entity.js";
import type { FunctionPattern, MatchExpression, VariablePattern } from "../patterns/match-expression.js";
import { parseMatchExpression } from "../patterns/parse-match-expression.js";
import { affixedNames, nearestNames } from "../syntax/nearest-names.js";
import { type PatternPieces, patternPieces, patternText, typeInPrefix } from "./pattern-text.js";

export interface PatternFinding {
  readonly holds: boolean;
  readonly words: string;
  readonly distance: number;
  /** A match expression that names the entity, as near to the given one as possible; checked to do so. */
  readonly better?: string;
}

export function explainPattern(
  unit: UnitMatcher,
  pattern: MatchExpression,
  text: string,
  id: EntityId,
): PatternFinding {
  const entity = unit.facts.entities[id] as Entity;
  const called = `\`${qualifiedName(entity)}\``;
  switch (pattern.shape) {
    case "root":
      return { holds: true, words: `${called} matches "::", as everything does`, distance: 0 };
    case "broken":
      return { holds: false, words: "the match expression is broken", distance: 20 };
    case "type":
      return explainScope(unit, pattern, text, entity, called);
    default:
      return explainDeclaration(unit, pattern, text, id, called);
  }
}

function explainDeclaration(
  unit: UnitMatcher,
  pattern: FunctionPattern | VariablePattern,
  text: string,
  id: EntityId,
  called: string,
): PatternFinding {
  const entity = unit.facts.entities[id] as Entity;
  const unmet = unit.entities.unmet(pattern, entity);
  if (unmet.length === 0) return { holds: true, words: `${called} matches "${text}"`, distance: 0 };
  const isFar = unmet.includes("name") && distanceOf("name", pattern, entity) > NEAR_NAME;
  const told = unmet.filter((demand) =>
    isFar ? demand === "name" : demand !== "parameters" || !unmet.includes("count"),
  );
  const pieces = patternPieces(text);
  const misfit = { unit, pattern, pieces, text, entity };
  const words = told.map((demand) => DEMANDS_IN_WORDS[demand](misfit));
  const better = betterPattern(misfit, unmet);
  return {
    holds: false,
    words: `${called}: ${words.join("; ")}`,
    distance: told.reduce((sum, demand) => sum + distanceOf(demand, pattern, entity), 0),
    ...(better === undefined ? {} : { better }),
  };
}

const DISTANCES: Readonly<Record<Demand, number>> = {
  kind: 12,
  name: 10,
  scope: 3,
  static: 2,
  virtual: 2,
  count: 3,
  result: 2,
  conversion: 4,
  parameters: 2,
  qualifiers: 1,
  type: 2,
};

/** Of a name with a typing mistake. */
const NEAR_NAME = 4;

function distanceOf(demand: Demand, { name }: FunctionPattern | VariablePattern, entity: Entity): number {
  const isNear = demand === "name" && areNear(name.name.text, entity.name);
  return isNear ? NEAR_NAME : DISTANCES[demand];
}

/** An entity that a pattern does not name. */
interface Misfit {
  readonly unit: UnitMatcher;
  readonly pattern: FunctionPattern | VariablePattern;
  /** Of {@link text}; undefined where it can't be taken apart. */
  readonly pieces: PatternPieces | undefined;
  readonly text: string;
  readonly entity: Entity;
}

const DEMANDS_IN_WORDS: Readonly<Record<Demand, (misfit: Misfit) => string>> = {
  kind: ({ pattern, entity }) =>
    `it is ${kindInWords(entity)}, the pattern wants ${pattern.shape === "function" ? "a function" : "a variable or a field"}`,
  name: ({ pieces, pattern, entity }) =>
    `the name is \`${entity.name}\`, the pattern wants \`${pieces?.name ?? pattern.name.name.text}\``,
  scope: ({ pieces, text, entity }) => {
    const scope = pieces?.scope;
    const want = scope === "" ? "the global scope" : `\`${scope === undefined ? text : `${scope}::`}\``;
    return `the scope is ${scopeInWords(entity)}, the pattern wants ${want}`;
  },
  static: () => `it is not \`static\`, the pattern wants \`static\``,
  virtual: () => `it is not \`virtual\`, the pattern wants \`virtual\``,
  count: ({ pattern, entity }) => countInWords(pattern as FunctionPattern, entity as FunctionEntity),
  result: (misfit) => `the result is \`${resultOf(misfit)}\`, the pattern wants \`${wantedType(misfit)}\``,
  conversion: (misfit) => `it converts to \`${resultOf(misfit)}\`, the pattern wants \`${misfit.text}\``,
  parameters: ({ unit, pattern, pieces, text, entity }) => {
    const at = firstMisfit(unit, pattern as FunctionPattern, entity as FunctionEntity);
    const parameter = (entity as FunctionEntity).parameters[at];
    const found = parameter === undefined ? "missing" : `\`${typeSignature(unit.facts, parameter.type)}\``;
    return `parameter ${at + 1} is ${found}, the pattern wants \`${pieces?.parameters?.[at] ?? text}\``;
  },
  qualifiers: ({ pieces }) =>
    `it is not \`${pieces?.suffix || "const"}\`, and a qualifier in a pattern is required`,
  type: (misfit) => {
    const is = typeSignature(misfit.unit.facts, misfit.entity.type);
    return `the type is \`${is}\`, the pattern wants \`${wantedType(misfit)}\``;
  },
};

function resultOf({ unit, entity }: Misfit): string {
  return typeSignature(unit.facts, (entity as FunctionEntity).result);
}

function wantedType({ pieces, text }: Misfit): string {
  return (pieces && typeInPrefix(pieces.prefix)) ?? text;
}

function kindInWords(entity: Entity): string {
  if (entity.kind === "function")
    return entity.role === "constructor" || entity.role === "destructor"
      ? `a ${entity.role} (named by \`${entity.role === "constructor" ? "construction" : "destruction"}\` of its class)`
      : "a function";
  return entity.kind === "class" ? `a ${entity.key}` : `a ${entity.kind}`;
}

function scopeInWords({ scope }: Entity): string {
  return scope.length === 0 ? "global" : `\`${scope.join("::")}::\``;
}

function countInWords({ open, parameters }: FunctionPattern, entity: FunctionEntity): string {
  const found = entity.parameters.length;
  const least = open ? "at least " : "";
  return `it has ${found === 0 ? "no" : found} parameter${found === 1 ? "" : "s"}, the pattern wants ${least}${parameters.length === 0 ? "none" : parameters.length}`;
}

/** Position of the first parameter that is of another type. */
function firstMisfit(unit: UnitMatcher, pattern: FunctionPattern, entity: FunctionEntity): number {
  const { types } = unit.entities;
  const at = pattern.parameters.findIndex((wanted, index) => {
    const found = entity.parameters[index];
    return found === undefined || !types.matchesParameter(wanted, found.type);
  });
  return Math.max(0, at);
}

/** The pieces that fail are replaced by what the entity has; if that is not enough, all that can be is left open. */
function betterPattern(misfit: Misfit, unmet: readonly Demand[]): string | undefined {
  const { unit, pieces, entity } = misfit;
  if (unmet.includes("kind")) return undefined;
  const names = (text: string) => unit.entities.matches(parseMatchExpression(text).value, entity);
  const open: PatternPieces = {
    prefix: "%",
    scope: entity.scope.join("::"),
    name: entity.name.replace(/<.*$/, ""),
    suffix: "",
    ...(entity.kind === "function" ? { parameters: ["..."] } : {}),
  };
  const candidates = [pieces && patched(pieces, misfit, unmet), open];
  return candidates.flatMap((one) => (one === undefined ? [] : [patternText(one)])).find(names);
}

function patched(
  pieces: PatternPieces,
  { unit, pattern, entity }: Misfit,
  unmet: readonly Demand[],
): PatternPieces {
  const { facts } = unit;
  const fails = (demand: Demand) => unmet.includes(demand);
  let { prefix, scope, name, parameters, suffix } = pieces;
  if (fails("static")) prefix = prefix.replace(/\bstatic\b\s*/, "");
  if (fails("virtual")) prefix = prefix.replace(/\bvirtual\b\s*/, "");
  const type = entity.kind === "function" ? entity.result : entity.type;
  if (fails("result") || fails("type"))
    prefix = prefix.replace(typeInPrefix(prefix), () => typeSignature(facts, type));
  if (fails("scope")) scope = entity.scope.join("::");
  if (fails("name")) name = entity.name.replace(/<.*$/, "");
  if (fails("count")) parameters = ["..."];
  else if (fails("parameters") && pattern.shape === "function" && entity.kind === "function")
    parameters = parameters?.map((text, index) => {
      const [wanted, found] = [pattern.parameters[index], entity.parameters[index]];
      const fits =
        wanted === undefined ||
        found === undefined ||
        unit.entities.types.matchesParameter(wanted, found.type);
      return fits ? text : typeSignature(facts, found.type);
    });
  if (fails("qualifiers")) suffix = "";
  return { prefix, scope, name, suffix, ...(parameters === undefined ? {} : { parameters }) };
}

/** A scope or type pattern stands for what is in it. */
function explainScope(
  unit: UnitMatcher,
  pattern: MatchExpression,
  text: string,
  entity: Entity,
  called: string,
): PatternFinding {
  if (unit.entities.matches(pattern, entity))
    return {
      holds: true,
      words: `${called} ${entity.kind === "class" ? "matches" : "is in"} "${text}"`,
      distance: 0,
    };
  const { facts } = unit;
  if (
    entity.kind === "function" &&
    nearestNames(text, [entity.name]).length + Number(text === entity.name) > 0
  )
    return {
      holds: false,
      words: `"${text}" names a scope or a type; the function is \`${signatureOf(facts, facts.entities.indexOf(entity))}\``,
      distance: 2,
      better: `% ${[...entity.scope, entity.name].join("::")}(...)`,
    };
  if (entity.kind === "class") return otherClass(text, entity, called);
  const { scope } = entity;
  const where = scope.length === 0 ? "at global scope" : `in \`${scope.join("::")}\``;
  const better =
    scope.length > 0 && unit.entities.matches(parseMatchExpression(scope.join("::")).value, entity);
  return {
    holds: false,
    words: `${called} stands ${where}, the pattern wants what is in \`${text}\``,
    distance: scope.length === 0 ? 10 : 6,
    ...(better ? { better: scope.join("::") } : {}),
  };
}

/** Only a name that may be a typing mistake for the class's own is near. */
function otherClass(text: string, { scope, name }: Entity, called: string): PatternFinding {
  const path = [...scope, name].join("::");
  const words = `${called} is not what "${text}" names`;
  const isNear = nearestNames(text, [path, name]).length > 0;
  return isNear
    ? { holds: false, words, distance: NEAR_NAME, better: path }
    : { holds: false, words, distance: 10 };
}

const areNear = (text: string, name: string) =>
  nearestNames(text, [name]).length + affixedNames(text, [name]).length > 0;
