/** Whom a call through a pointer may reach: the functions that some table or assignment puts into that field. */
import type { AssignedFunction } from "./function-tables.js";
import type { SourceFile, SourceFunction } from "./read-source.js";
import type { Call } from "./read-statements.js";

export interface PointerTarget {
  readonly to: SourceFunction;
  /** Tag of the struct, when known. */
  readonly type: string | undefined;
  readonly field: string;
  /** Where it is assigned. */
  readonly file: string;
  readonly start: number;
}

export interface PointerTargets {
  /** Empty for what is no call through a pointer to a known table. */
  of(call: Call, from: SourceFunction): readonly PointerTarget[];
  /** The fields that hold the function: names under which it is called. */
  fieldsOf(of: SourceFunction): readonly string[];
}

/** More functions behind one field of one struct than that, and the field is not followed. */
const MOST_TARGETS = 64;
/** Without the struct only so few are believed. */
const MOST_GUESSED = 3;

export function pointerTargets(
  files: readonly SourceFile[],
  named: ReadonlyMap<string, readonly SourceFunction[]>,
): PointerTargets {
  const declared = new Map<string, string>();
  for (const { tables } of files)
    for (const [name, type] of tables.declared)
      declared.set(name, (declared.get(name) ?? type) === type ? type : "");
  const typeOf = (name: string | undefined) => (name && declared.get(name)) || undefined;
  const byField = new Map<string, PointerTarget[]>();
  const fields = new Map<SourceFunction, Set<string>>();
  for (const file of files)
    for (const one of file.tables.assigned) {
      const to = functionOf(one, file, named);
      if (to === undefined) continue;
      const type = one.type ?? typeOf(one.holder);
      const target = { to, type, field: one.field, file: file.path, start: one.start };
      const list = byField.get(one.field);
      if (list === undefined) byField.set(one.field, [target]);
      else list.push(target);
      fields.set(to, (fields.get(to) ?? new Set()).add(one.field));
    }
  return {
    fieldsOf: (of) => [...(fields.get(of) ?? [])],
    of(call, from) {
      if (call.receiver === undefined) return [];
      const all = byField.get(call.name) ?? [];
      const type = from.receiverTypes.get(call.receiver) || typeOf(call.receiver);
      const fitting = distinct(type === undefined ? all : all.filter((one) => one.type === type));
      const most = type === undefined ? MOST_GUESSED : MOST_TARGETS;
      return fitting.length > most ? [] : fitting;
    },
  };
}

function functionOf(
  { name }: AssignedFunction,
  { path }: SourceFile,
  named: ReadonlyMap<string, readonly SourceFunction[]>,
): SourceFunction | undefined {
  const all = (named.get(name) ?? []).filter(({ isMacro }) => !isMacro);
  return all.find(({ file }) => file === path) ?? all.find(({ isLocal }) => !isLocal);
}

function distinct(targets: readonly PointerTarget[]): readonly PointerTarget[] {
  return [...new Map(targets.map((one) => [one.to, one])).values()];
}
