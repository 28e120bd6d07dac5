/**
 * What a project repository keeps of one unit: the names, the join points and what is woven there, without facts or
 * texts. Plain data that survives JSON; keys are USRs, so that the models of several units can be put together.
 */
import {
  type AspectFile,
  type ClassEntity,
  type Entity,
  type FunctionEntity,
  type Shadow,
  shadowToken,
  type UnitFacts,
  type VariableEntity,
} from "../model/index.js";
import { printPointcut, type ShadowMatch, typeSignature } from "../pointcut/index.js";

export interface SourcePlace {
  /** As the unit's line markers name it. */
  readonly file: string;
  readonly line: number;
  /** Number of lines. */
  readonly lines: number;
}

export interface ModelElement {
  /** USR, or `aspect:NAME`. */
  readonly key: string;
  readonly kind: "class" | "function" | "variable";
  readonly name: string;
  /** Enclosing namespaces and classes, outermost first. */
  readonly scope: readonly string[];
  /** ac-model's number: functions 1 free, 2 static, 3 member, 4 static member, 5 virtual, 6 pure, 7 constructor, 8 and 9 destructor; variables 1 to 4. */
  readonly number: number;
  readonly result?: string;
  readonly parameters?: readonly string[];
  readonly variadic?: boolean;
  readonly isConst?: boolean;
  readonly type?: string;
  readonly bases?: readonly string[];
  /** Made by the compiler. */
  readonly builtin?: boolean;
  readonly place?: SourcePlace;
  readonly isDefinition?: boolean;
}

export interface ModelJoinPoint {
  readonly kind: Shadow["kind"];
  /** Function in whose body it lies, or whose body it is. */
  readonly within: string;
  /** Callee or variable. */
  readonly entity: string;
  readonly targetClass?: string;
  readonly place: SourcePlace;
  /** Keys of {@link ModelAdvice}, outermost first. */
  readonly advice: readonly string[];
}

export interface ModelAdvice {
  readonly key: string;
  readonly aspect: string;
  readonly index: number;
  readonly kind: "before" | "after" | "around";
  readonly pointcut: string;
  readonly place: SourcePlace;
}

export interface ModelAspect {
  readonly name: string;
  readonly bases: readonly string[];
  readonly place: SourcePlace;
  readonly pointcuts: readonly {
    readonly name: string;
    readonly expression: string;
    readonly place: SourcePlace;
  }[];
  readonly advice: readonly ModelAdvice[];
}

export interface UnitModel {
  readonly version: 1;
  readonly source: string;
  readonly directory: string;
  /** The compile command, so that questions can be answered later. */
  readonly arguments: readonly string[];
  readonly elements: readonly ModelElement[];
  readonly joinPoints: readonly ModelJoinPoint[];
  readonly aspects: readonly ModelAspect[];
}

export interface UnitModelInput {
  readonly source: string;
  readonly directory: string;
  readonly arguments: readonly string[];
  readonly facts: UnitFacts;
  readonly matches: readonly ShadowMatch[];
  readonly files: readonly AspectFile[];
}

export function unitModel({ facts, matches, files, ...unit }: UnitModelInput): UnitModel {
  const advised = new Map(matches.map(({ shadow, advice }) => [shadow, advice.map(adviceKey)]));
  const defined = new Map(
    facts.shadows.flatMap((shadow) =>
      shadow.kind === "execution" ? [[shadow.entity, shadow.range] as const] : [],
    ),
  );
  const key = (id: number) => facts.entities[id]?.usr ?? "";
  return {
    version: 1,
    ...unit,
    elements: facts.entities.map((entity, id) => elementOf(facts, entity, defined.get(id))),
    joinPoints: facts.shadows.map((shadow) => ({
      kind: shadow.kind,
      within: key(shadow.within),
      entity: key(shadow.entity),
      ...targetClass(facts, shadow),
      place: placeOf(facts, shadowToken(shadow)),
      advice: advised.get(shadow) ?? [],
    })),
    aspects: files.flatMap(aspectsOf),
  };
}

function adviceKey({ advice, aspect }: ShadowMatch["advice"][number]): string {
  return `${aspect.name}.${advice.aspect}.${advice.index}`;
}

function elementOf(
  facts: UnitFacts,
  entity: Entity,
  definition: { start: number; end: number } | undefined,
): ModelElement {
  const { usr, name, scope } = entity;
  const range = definition ?? (entity.kind === "class" ? entity.definition?.range : undefined);
  const common = {
    key: usr,
    name: name.replace(/^operator(?=[^\w\s])/, "operator "),
    scope,
    place: placeOf(facts, range ?? entity.nameRange),
    isDefinition: range !== undefined || entity.kind === "variable" || entity.kind === "field",
  };
  if (entity.kind === "class") return { ...common, ...classParts(facts, entity) };
  if (entity.kind === "function") return { ...common, ...functionParts(facts, entity) };
  return { ...common, ...variableParts(facts, entity) };
}

function classParts(facts: UnitFacts, entity: ClassEntity) {
  const bases = entity.bases.map((base) => facts.entities[base.entity]?.usr ?? "");
  return { kind: "class" as const, number: 0, bases };
}

function functionParts(facts: UnitFacts, entity: FunctionEntity) {
  return {
    kind: "function" as const,
    number: functionNumber(entity),
    ...(entity.role === "constructor" || entity.role === "destructor"
      ? {}
      : { result: typeSignature(facts, entity.result) }),
    parameters: entity.parameters.map((parameter) => typeSignature(facts, parameter.type)),
    ...(entity.variadic ? { variadic: true } : {}),
    ...(facts.types[entity.type]?.isConst === true ? { isConst: true } : {}),
    ...(entity.isImplicit === true || entity.role === "builtin" ? { builtin: true } : {}),
  };
}

function functionNumber(entity: FunctionEntity): number {
  if (entity.role === "constructor") return 7;
  if (entity.role === "destructor") return entity.isVirtual === true ? 9 : 8;
  if (entity.member === undefined) return entity.isStatic ? 2 : 1;
  if (entity.isPure === true) return 6;
  if (entity.isVirtual === true) return 5;
  return entity.isStatic ? 4 : 3;
}

function variableParts(facts: UnitFacts, entity: VariableEntity) {
  const inClass = entity.kind === "field" || entity.member !== undefined;
  const number = inClass ? (entity.isStatic ? 4 : 3) : entity.isStatic ? 2 : 1;
  return { kind: "variable" as const, number, type: typeSignature(facts, entity.type) };
}

function targetClass(facts: UnitFacts, shadow: Shadow): { targetClass?: string } {
  const owner = facts.entities[shadow.entity]?.member?.ofClass;
  const usr = owner === undefined ? undefined : facts.entities[owner]?.usr;
  return usr === undefined || shadow.kind === "execution" ? {} : { targetClass: usr };
}

function placeOf(facts: UnitFacts, range: { start: number; end: number }): SourcePlace {
  const { file, startLine, endLine } = facts.lineMap.rangeOf(range);
  return { file, line: startLine, lines: Math.max(1, endLine - startLine + 1) };
}

function aspectsOf({ file, text, aspects }: AspectFile): ModelAspect[] {
  const place = ({ start, end }: { start: number; end: number }): SourcePlace => {
    const line = text.slice(0, start).split("\n").length;
    return { file, line, lines: text.slice(start, end).split("\n").length };
  };
  return aspects.map((aspect) => ({
    name: aspect.name,
    bases: aspect.bases,
    place: place(aspect.range),
    pointcuts: aspect.pointcuts.map(({ name, expression, range }) => ({
      name,
      expression: expression === undefined ? "0" : printPointcut(expression),
      place: place(range),
    })),
    advice: aspect.advice.map((advice) => ({
      key: `${aspect.name}.${advice.aspect}.${advice.index}`,
      aspect: aspect.name,
      index: advice.index,
      kind: advice.kind,
      pointcut: printPointcut(advice.pointcut),
      place: place(advice.header),
    })),
  }));
}
