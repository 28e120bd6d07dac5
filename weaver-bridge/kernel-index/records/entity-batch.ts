/**
 * Entities as the store keeps them: one list per property. A kernel has a hundred thousand with few different scopes,
 * parameters and marks, so these are written once and numbered, and are one object each when they are read.
 */
import type { Entity, FunctionEntity, Parameter, TypeId } from "../../model/index.js";

export interface StoredEntity {
  readonly entity: Omit<Entity, "nameRange">;
  readonly at: readonly [file: number, line: number, column: number];
}

/** What all parts of a store have in common. */
export interface EntityParts {
  scope(path: readonly string[]): readonly string[];
  parameters(types: readonly number[]): readonly Parameter[];
}

interface Columns {
  /** Kinds with their marks: all properties that have no list below. */
  readonly shapes: readonly object[];
  readonly scopes: readonly (readonly string[])[];
  readonly parameterTypes: readonly (readonly number[])[];
  readonly name: readonly string[];
  /** Empty where it follows from the name. */
  readonly usr: readonly string[];
  readonly shape: readonly number[];
  readonly scope: readonly number[];
  readonly type: readonly number[];
  /** -1 where it is no function, as `parameters`. */
  readonly result: readonly number[];
  readonly parameters: readonly number[];
  readonly file: readonly number[];
  readonly line: readonly number[];
  readonly column: readonly number[];
}

const plainUsr = (name: string) => `c:@F@${name}`;

export function packEntities(stored: readonly StoredEntity[]): string {
  const [shapes, scopes, parameterTypes] = [createNumbered(), createNumbered(), createNumbered()];
  const rows = stored.map(({ entity, at: [file, line, column] }) => {
    const { name, usr, scope, type, ...rest } = entity;
    const { result = -1, parameters, ...shape } = rest as { result?: number; parameters?: Parameter[] };
    return {
      name,
      usr: usr === plainUsr(name) ? "" : usr,
      shape: shapes.number(shape),
      scope: scopes.number(scope),
      type,
      result,
      parameters: parameters === undefined ? -1 : parameterTypes.number(parameters.map((one) => one.type)),
      file,
      line,
      column,
    };
  });
  const list = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key]);
  const columns: Columns = {
    shapes: shapes.all() as object[],
    scopes: scopes.all() as string[][],
    parameterTypes: parameterTypes.all() as number[][],
    name: list("name"),
    usr: list("usr"),
    shape: list("shape"),
    scope: list("scope"),
    type: list("type"),
    result: list("result"),
    parameters: list("parameters"),
    file: list("file"),
    line: list("line"),
    column: list("column"),
  };
  return JSON.stringify(columns);
}

/** `start`: where the name of each stands, by its place in the batch. */
export function unpackEntities(
  data: string,
  parts: EntityParts,
  start: (at: number) => number,
  add: (entity: Entity, file: number, line: number, column: number) => void,
): void {
  const columns = JSON.parse(data) as Columns;
  const scopes = columns.scopes.map((path) => parts.scope(path));
  const lists = columns.parameterTypes.map((types) => parts.parameters(types));
  const marks = columns.shapes.map(marksOf);
  const { name, usr, shape, scope, type, result, parameters, file, line, column } = columns;
  for (let at = 0; at < name.length; at++) {
    const begin = start(at);
    const own = name[at] as string;
    const common: Common = {
      name: own,
      usr: usr[at] === "" ? plainUsr(own) : (usr[at] as string),
      scope: scopes[scope[at] as number] as readonly string[],
      type: type[at] as number,
      nameRange: { start: begin, end: begin + 1 },
    };
    const list = lists[parameters[at] as number];
    const entity = made(marks[shape[at] as number] as Marks, common, result[at] as number, list);
    add(entity, file[at] as number, line[at] as number, column[at] as number);
  }
}

type Common = Pick<Entity, "name" | "usr" | "scope" | "type" | "nameRange">;
type FunctionMark = "isStatic" | "variadic" | "isInline" | "noReturn" | "noInstrument" | "blockScope";

interface Marks extends Pick<FunctionEntity, FunctionMark> {
  readonly kind: Entity["kind"];
  /** Those that few have. */
  readonly rare: readonly (readonly [string, unknown])[];
}

function marksOf(shape: object): Marks {
  const { kind, isStatic, ...more } = shape as Marks;
  if (kind !== "function") return { ...(shape as Marks), rare: Object.entries(more) };
  const { variadic: _1, isInline: _2, noReturn: _3, noInstrument: _4, blockScope: _5, ...rare } = more;
  return { ...(shape as Marks), rare: Object.entries(rare) };
}

/** Written out, so that all functions are objects of one form: copies of the marks would take ten times the memory. */
function made(marks: Marks, common: Common, result: TypeId, parameters?: readonly Parameter[]): Entity {
  const { name, usr, scope, type, nameRange } = common;
  const { kind, isStatic, variadic, isInline, noReturn, noInstrument, blockScope, rare } = marks;
  const entity =
    parameters === undefined
      ? { kind, name, usr, scope, type, nameRange, isStatic }
      : {
          kind,
          name,
          usr,
          scope,
          type,
          nameRange,
          isStatic,
          result,
          parameters,
          variadic,
          isInline,
          noReturn,
          noInstrument,
          blockScope,
        };
  for (const [mark, value] of rare) (entity as Record<string, unknown>)[mark] = value;
  return entity as Entity;
}

function createNumbered() {
  const numbers = new Map<string, number>();
  return {
    number(value: unknown): number {
      const text = JSON.stringify(value);
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: (): unknown[] => [...numbers.keys()].map((text) => JSON.parse(text)),
  };
}
