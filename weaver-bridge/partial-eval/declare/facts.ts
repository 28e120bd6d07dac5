/** What a declaration says, as what is known when the function is entered; what it says wrong, at its characters. */

import { asNumber } from "../objects/as-number.js";
import { rootOf, type State } from "../objects/state.js";
import {
  type Cell,
  isNumber,
  isPointer,
  keyOf,
  type Place,
  type Pointer,
  placeText,
  type Value,
  valueKey,
} from "../objects/values.js";
import { type ClangNode, spelledType } from "../tree/clang-tree.js";
import { type Fact, type Mistake, type SaidAssumption, sayFact } from "./declaration.js";
import { DeclarationMistake, mistaken } from "./declaration-mistake.js";
import { type Asked, factValue } from "./fact-value.js";

/** Carries all of them out, then throws what is wrong with any. */
function eachFact(facts: readonly Fact[], use: (fact: Fact) => void): void {
  const mistakes: Mistake[] = [];
  for (const fact of facts)
    try {
      use(fact);
    } catch (error) {
      if (!(error instanceof DeclarationMistake)) throw error;
      // Of several values of one thing the same may be wrong.
      const isTold = ({ message, offset }: Mistake) =>
        mistakes.some((one) => one.message === message && one.offset === offset);
      mistakes.push(...error.mistakes.filter((one) => !isTold(one)));
    }
  if (mistakes.length > 0) throw new DeclarationMistake(mistakes);
}

interface Start {
  readonly state: () => State;
  /** Residual statements that keep a pointer under a name of its own. */
  readonly copies: readonly string[];
  readonly variables: readonly { readonly name: string; readonly node: ClangNode }[];
  readonly splits: readonly Split[];
}

/** Something that is one of these values where the function begins; each has code of its own. */
export interface Split {
  /** As the residual function can say it there. */
  readonly text: string;
  /** As a number, where it is one. */
  readonly number: string | undefined;
  readonly key: string;
  readonly ways: readonly { readonly label: string; readonly cell: Cell }[];
}

/** Throws {@link DeclarationMistake}. */
export function startFacts(asked: Asked): Start {
  const { declaration, around, parameters, constant, lowered } = asked;
  const { types } = around;
  const cells = new Map<string, Cell>();
  const copies: string[] = [];
  const variables: { name: string; node: ClangNode }[] = [];
  const cellOf = (value: Value, type: string): Cell => ({
    ...{ value, type: types.canonical(type), inMemory: true, isGiven: true },
  });
  const know = (place: Place, value: Value, type: string) => cells.set(keyOf(place), cellOf(value, type));

  /** What a pointer points to, under a name that stays when the pointer does not. */
  const objectBehind = (place: Place, text: string, type: string, isSteady: boolean): Pointer => {
    const root = `*${keyOf(place).replaceAll("/", ".")}`;
    const pointer: Pointer = { root, path: [0n], type: types.element(type) };
    const before = cells.get(keyOf(place));
    if (before !== undefined && isPointer(before.value)) return before.value;
    let name = text;
    if (!isSteady) {
      name = `${text.replace(/\W+/g, "_")}_object`;
      copies.push(`${name} = ${text};`);
      variables.push({ name, node: { id: root, kind: "VarDecl", name, type: { qualType: type } } });
    }
    around.addPointee(root, name, false);
    around.addFactPath(root, text);
    know(place, pointer, type);
    return pointer;
  };

  for (const parameter of parameters) {
    const root = rootOf(parameter.id, 0);
    const { text } = around.declare(root, parameter);
    around.addFactPath(root, text);
    const type = spelledType(parameter.type);
    const isPlain = types.isPointer(type) && !/\(/.test(types.canonical(type)) && !/\bvolatile\b/.test(type);
    if (isPlain && types.element(type) !== "")
      objectBehind({ root, path: [] }, text, parameter.type?.qualType ?? type, constant.has(parameter.id));
  }
  eachFact(declaration.facts, (fact) => {
    const { place, type } = resolveFact(fact, asked, objectBehind);
    const said = cells.get(keyOf(place))?.value;
    if (fact.value === undefined) {
      if (!types.isPointer(type))
        throw mistaken(`${fact.subject}${fact.path.join("")} is no pointer (${type})`, fact, 0);
      const pointer = isPointer(said)
        ? said
        : objectBehind(place, placeText(place, around.rootInfo(place.root)), type, false);
      around.addPointee(pointer.root, around.rootInfo(pointer.root).text, true);
      if (fact.isNoAlias === true) around.addUnaliased(pointer.root);
      return;
    }
    const value = factValue(fact, type, asked);
    if (isNumber(said) && isNumber(value) && said !== value)
      throw mistaken(`${sayFact(fact)} contradicts what is said before: ${said}`, fact, "value");
    know(place, value, type);
  });
  for (const { name, span } of declaration.exclusive) {
    const [subject = "", ...path] = name.match(/->\w+|\.\w+|\[\d+\]|\w+/g) ?? [];
    const spans = { steps: [span, ...path.map(() => span)], value: undefined };
    const { place, type } = resolveFact(
      { subject, path, value: undefined, offset: span.start, spans },
      asked,
      objectBehind,
    );
    around.addExclusive(place);
    if (types.isPointer(type))
      around.addExclusive({
        root: objectBehind(place, placeText(place, around.rootInfo(place.root)), type, false).root,
        path: [],
      });
  }
  const splits: Split[] = [];
  const each = declaration.assumed.flatMap((said) => (said.isEach === true ? [eachValue(said)] : []));
  eachFact(each.flat(), (fact) => {
    const { place, type } = resolveFact(fact, asked, objectBehind);
    const key = keyOf(place);
    const before = splits.find((one) => one.key === key);
    const said = cells.get(key)?.value;
    if (said !== undefined && !(isPointer(said) && around.rootInfo(said.root).kind === "pointee"))
      throw mistaken(`${fact.subject}${fact.path.join("")} is said to be something else before`, fact, 0);
    const cell = cellOf(factValue(fact, type, asked), type);
    const way = { label: fact.value ?? "", cell };
    const text = `${fact.subject}${fact.path.join("")}`;
    if (before === undefined)
      splits.push({ text, key, number: types.integer(type) && asNumber(text, type, types), ways: [way] });
    else if (!before.ways.some((one) => valueKey(one.cell.value) === valueKey(cell.value)))
      splits[splits.indexOf(before)] = { ...before, ways: [...before.ways, way] };
  });
  const state = (): State => ({
    cells: new Map(cells),
    escaped: new Set(),
    frames: [
      { name: declaration.function, lowered, after: undefined, result: undefined, aliases: new Map() },
    ],
  });
  return { state, copies, variables, splits };
}

/** A fact for each of the values. */
function eachValue({ subject, values, span }: SaidAssumption): Fact[] {
  const [name = "", ...path] = subject.match(/->\w+|\.\w+|\[\d+\]|\w+/g) ?? [];
  const spans = { steps: [span, ...path.map(() => span)], value: span };
  return values.map((value) => ({ subject: name, path, value, offset: span.start, spans }));
}

function resolveFact(
  fact: Fact,
  asked: Asked,
  objectBehind: ObjectBehind,
): { readonly place: Place; readonly type: string } {
  const { around } = asked;
  const { variable, root } = subjectOf(fact, asked);
  // Of a large unit the tree has no typedefs.
  const isInteger = around.types.integer(variable.type) !== undefined;
  const type = isInteger ? around.types.canonical(variable.type) : (variable.type?.qualType ?? "");
  let way: Way = { place: { root, path: [] }, type, text: fact.subject };
  for (const [at, step] of fact.path.entries()) {
    const { place, type } = step.startsWith("[")
      ? elementOn(way, step, (text) => mistaken(text, fact, at + 1), around, objectBehind)
      : memberOn(way, step, (text) => mistaken(text, fact, at + 1), around, objectBehind);
    way = { place, type, text: way.text + step };
  }
  return { place: way.place, type: way.type };
}

type ObjectBehind = (place: Place, text: string, type: string, isSteady: boolean) => Pointer;

/** How far the path of a fact has been gone. */
interface Way {
  readonly place: Place;
  readonly type: string;
  /** As it is written. */
  readonly text: string;
}

function subjectOf(fact: Fact, { around, parameters }: Asked): { variable: ClangNode; root: string } {
  const { subject } = fact;
  const parameter = parameters.find(({ name }) => name === subject);
  if (parameter !== undefined) return { variable: parameter, root: rootOf(parameter.id, 0) };
  const global = around.program.globals.get(subject);
  if (global !== undefined) return { variable: global, root: around.globalRoot(subject) };
  const known = parameters.map(({ name }) => name).join(", ");
  throw mistaken(`there is no parameter ${subject}; there are: ${known}`, fact, 0);
}

/** `[3]` of an array or of a pointer. */
function elementOn(
  { place, type, text }: Way,
  step: string,
  mistake: (text: string) => Error,
  { types }: Asked["around"],
  objectBehind: ObjectBehind,
): { place: Place; type: string } {
  const isArray = types.length(type) !== undefined && !types.isPointer(type);
  if (!isArray && !types.isPointer(type)) throw mistake(`${text} is no array (${type})`);
  const base = isArray
    ? { root: place.root, path: [...place.path, 0n] }
    : objectBehind(place, text, type, false);
  const path = [...base.path.slice(0, -1), BigInt(step.slice(1, -1))];
  return { place: { root: base.root, path }, type: types.element(type) };
}

/** `.member` or `->member`. */
function memberOn(
  way: Way,
  step: string,
  mistake: (text: string) => Error,
  around: Asked["around"],
  objectBehind: ObjectBehind,
): { place: Place; type: string } {
  const { types } = around;
  const name = step.replace(/^(->|\.)/, "");
  let { place, type } = way;
  if (step.startsWith("->")) {
    if (!types.isPointer(type)) throw mistake(`${way.text} is no pointer (${type})`);
    const pointer = objectBehind(place, way.text, type, false);
    around.addPointee(pointer.root, around.rootInfo(pointer.root).text, true);
    place = { root: pointer.root, path: pointer.path };
    type = types.element(type);
  }
  const member = types.member(type, name);
  if (member === undefined) {
    const all = types.memberNames(type);
    const known =
      all.length === 0 ? `${type || way.text} has no members here` : `there are: ${all.join(", ")}`;
    throw mistake(`${way.text} has no member ${name}; ${known}`);
  }
  if (types.isUnion(type)) around.noteShared(place);
  else if (around.sharedAround(place) === undefined) around.noteOwner(place, types.canonical(type));
  return { place: { root: place.root, path: [...place.path, name] }, type: member };
}
