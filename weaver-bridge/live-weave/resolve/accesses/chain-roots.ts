/** The struct that the first step of a chain is made in: by the variable, call, or cast that the chain begins with. */
import { AT, arrayDimensions, type EntryId, TAG, type Types } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import type { WrittenChain } from "./written-chains.js";

type TypeOf = (name: string) => EntryId | undefined;

/** `origin`: the function in which it stands. Undefined where the words do not tell. */
export function createChainRoots(
  image: ImageCode,
  types: Types,
): (origin: EntryId, chain: WrittenChain) => EntryId | undefined {
  const units = new Map<EntryId, UnitNames>();
  const locals = new Map<EntryId, TypeOf>();
  let known: ReadonlyMap<string, EntryId | undefined> | undefined;
  const shared = () => (known ??= sharedVariables(image));
  const unitOf = (origin: EntryId) => {
    const { root } = image.debug.entries.unitOf(origin);
    let unit = units.get(root);
    if (unit === undefined) units.set(root, (unit = unitNames(root, image, types)));
    return unit;
  };
  return (origin, { root, inner, callee, subscripts, steps }) => {
    const [first] = steps;
    if (first === undefined) return undefined;
    const unit = unitOf(origin);
    let typeOf = locals.get(origin);
    if (typeOf === undefined) locals.set(origin, (typeOf = variableTypes(origin, image, unit)));
    if (root !== undefined) {
      const declared = typeOf(root) ?? shared().get(root);
      const { type } = subscripted(declared, subscripts, types, image.debug);
      if (type === undefined) return unit.only(first.name);
      return first.sign === "." ? type : (types.pointee(type) ?? types.element(types.bare(type)));
    }
    const result = callee === undefined ? undefined : unit.results.get(callee);
    if (result !== undefined) return first.sign === "." ? result : types.pointee(result);
    return inWords(inner, first.name, typeOf, unit, types) ?? unit.only(first.name);
  };
}

/** What is left of a type behind `[i][j]`, and whether a pointer is read for that. */
export function subscripted(
  type: EntryId | undefined,
  subscripts: string,
  types: Types,
  debug: ImageCode["debug"],
) {
  let [current, depth, done, isThroughPointer] = [type, 0, 0, false];
  for (const sign of subscripts) {
    if (sign === "]") depth--;
    if (sign !== "[" || depth++ > 0) continue;
    const array = types.bare(current);
    const element = types.element(array);
    // One array has several dimensions.
    if (element !== undefined && ++done < arrayDimensions(debug, array as EntryId).length) continue;
    if (element === undefined) isThroughPointer = true;
    current = element ?? types.pointee(current);
    done = 0;
  }
  return { type: current, isThroughPointer };
}

/** The struct of a cast, or what a variable in the expression leads to. */
function inWords(inner: string, member: string, typeOf: TypeOf, unit: UnitNames, types: Types) {
  const having = unit.having.get(member) ?? [];
  const casts = new Set([...inner.matchAll(/\b(?:struct|union)\s+(\w+)/g)].map(([, name = ""]) => name));
  const cast = having.find((record) => casts.has(types.nameOf(record)));
  if (cast !== undefined) return cast;
  for (const word of inner.match(/[A-Za-z_]\w*/g) ?? []) {
    const led = ledTo(typeOf(word), types);
    if (led !== undefined && having.includes(led)) return led;
  }
  return undefined;
}

/** Behind pointers and arrays. */
function ledTo(type: EntryId | undefined, types: Types): EntryId | undefined {
  let current = types.bare(type);
  for (let depth = 0; depth < 4 && current !== undefined && !types.isRecord(current); depth++)
    current = types.bare(types.pointee(current) ?? types.element(current));
  return current;
}

interface UnitNames {
  /** Structs that have a member of the name. */
  readonly having: ReadonlyMap<string, readonly EntryId[]>;
  /** Of variables. */
  readonly globals: ReadonlyMap<string, EntryId | undefined>;
  /** Of functions. */
  readonly results: ReadonlyMap<string, EntryId | undefined>;
  /** The only one that has it. */
  only(member: string): EntryId | undefined;
}

function unitNames(root: EntryId, { debug }: ImageCode, types: Types): UnitNames {
  const { entries } = debug;
  const having = new Map<string, EntryId[]>();
  const globals = new Map<string, EntryId | undefined>();
  const results = new Map<string, EntryId | undefined>();
  for (const child of entries.childrenOf(root)) {
    const tag = entries.tags[child];
    const name = () => debug.text(child, AT.name) ?? "";
    if (tag === TAG.variable) globals.set(name(), debug.entry(child, AT.type));
    else if (tag === TAG.subprogram) results.set(name(), debug.entry(child, AT.type));
    else if (types.isRecord(child)) {
      const record = types.bare(child);
      if (record === undefined) continue;
      for (const member of memberNames(record, types)) {
        const known = having.get(member);
        if (known === undefined) having.set(member, [record]);
        else if (!known.includes(record)) known.push(record);
      }
    }
  }
  const only = (member: string) => {
    const [first, ...others] = having.get(member) ?? [];
    return others.length === 0 ? first : undefined;
  };
  return { having, globals, results, only };
}

/** Types of what some unit defines for all: clang does not tell of what a unit only declares. */
function sharedVariables({ debug }: ImageCode): ReadonlyMap<string, EntryId | undefined> {
  const { tags, count } = debug.entries;
  const found = new Map<string, EntryId | undefined>();
  for (let entry = 0; entry < count; entry++) {
    if (tags[entry] !== TAG.variable || !debug.has(entry, AT.external)) continue;
    const name = debug.text(entry, AT.name);
    if (name !== undefined) found.set(name, debug.entry(entry, AT.type));
  }
  return found;
}

const DEEPEST = 4;

/** Also of structs and unions without a name in it. */
function memberNames(record: EntryId, types: Types, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  return types.members(record).flatMap(({ name, type }) => {
    const inner = name === "" ? types.bare(type) : undefined;
    return inner === undefined ? [name] : memberNames(inner, types, depth + 1);
  });
}

/** Of parameters and locals, then of what the unit declares; undefined where two of one name differ. */
function variableTypes(origin: EntryId, { debug }: ImageCode, { globals }: UnitNames): TypeOf {
  const { entries } = debug;
  const found = new Map<string, EntryId | undefined>();
  const add = (entry: EntryId) => {
    const [name, type] = [debug.text(entry, AT.name), debug.entry(entry, AT.type)];
    if (name === undefined) return;
    if (found.has(name) && found.get(name) !== type) found.set(name, undefined);
    else found.set(name, type);
  };
  const look = (entry: EntryId) => {
    for (const child of entries.childrenOf(entry)) {
      const tag = entries.tags[child];
      if (tag === TAG.formal_parameter || tag === TAG.variable) add(child);
      else if (tag === TAG.lexical_block) look(child);
    }
  };
  look(origin);
  return (name) => (found.has(name) ? found.get(name) : globals.get(name));
}
