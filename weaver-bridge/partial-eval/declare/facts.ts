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
  const known = new KnownAtStart(asked);
  known.addParameters();
  known.addFacts();
  known.addExclusive();
  const splits = known.splits();
  return { state: () => known.state(), copies: known.copies, variables: known.variables, splits };
}

class KnownAtStart {
  readonly copies: string[] = [];
  readonly variables: { name: string; node: ClangNode }[] = [];
  private readonly cells = new Map<string, Cell>();

  constructor(private readonly asked: Asked) {}

  /** Each parameter, and what it points to. */
  addParameters(): void {
    const { around, parameters, constant } = this.asked;
    const { types } = around;
    for (const parameter of parameters) {
      const root = rootOf(parameter.id, 0);
      const { text } = around.declare(root, parameter);
      around.addFactPath(root, text);
      const type = spelledType(parameter.type);
      const isPlain =
        types.isPointer(type) && !/\(/.test(types.canonical(type)) && !/\bvolatile\b/.test(type);
      if (isPlain && types.element(type) !== "") {
        const place = { root, path: [] };
        this.objectBehind(place, text, parameter.type?.qualType ?? type, constant.has(parameter.id));
      }
    }
  }

  addFacts(): void {
    const { asked } = this;
    eachFact(asked.declaration.facts, (fact) => {
      const { place, type } = resolveFact(fact, asked, this.objectBehind);
      if (fact.value === undefined) this.addNonNull(fact, place, type);
      else {
        const before = this.valueAt(place);
        const value = factValue(fact, type, asked);
        if (isNumber(before) && isNumber(value) && before !== value)
          throw mistaken(`${sayFact(fact)} contradicts what is said before: ${before}`, fact, "value");
        this.know(place, value, type);
      }
    });
  }

  /** What no other code writes. */
  addExclusive(): void {
    const { around, declaration } = this.asked;
    for (const { name, span } of declaration.exclusive) {
      const [subject = "", ...path] = stepsIn(name);
      const spans = { steps: [span, ...path.map(() => span)], value: undefined };
      const fact = { subject, path, value: undefined, offset: span.start, spans };
      const { place, type } = resolveFact(fact, this.asked, this.objectBehind);
      around.addExclusive(place);
      if (around.types.isPointer(type))
        around.addExclusive({ root: this.objectAt(place, type).root, path: [] });
    }
  }

  splits(): Split[] {
    const { asked } = this;
    const { types } = asked.around;
    const splits = new Map<string, Split>();
    const each = asked.declaration.assumed.flatMap((said) => (said.isEach === true ? [eachValue(said)] : []));
    eachFact(each.flat(), (fact) => {
      const { place, type } = resolveFact(fact, asked, this.objectBehind);
      const key = keyOf(place);
      const text = `${fact.subject}${fact.path.join("")}`;
      if (!this.isOpen(place)) throw mistaken(`${text} is said to be something else before`, fact, 0);
      const cell = this.cellOf(factValue(fact, type, asked), type);
      const way = { label: fact.value ?? "", cell };
      const before = splits.get(key);
      if (before === undefined) {
        const number = types.integer(type) && asNumber(text, type, types);
        splits.set(key, { text, key, number, ways: [way] });
      } else if (!before.ways.some((known) => valueKey(known.cell.value) === valueKey(cell.value)))
        splits.set(key, { ...before, ways: [...before.ways, way] });
    });
    return [...splits.values()];
  }

  state(): State {
    const { declaration, lowered } = this.asked;
    const aliases = new Map();
    return {
      cells: new Map(this.cells),
      escaped: new Set(),
      frames: [{ name: declaration.function, lowered, after: undefined, result: undefined, aliases }],
    };
  }

  /** What a pointer points to, under a name that stays when the pointer does not. */
  private readonly objectBehind: ObjectBehind = (place, text, type, isSteady) => {
    const { around } = this.asked;
    const root = `*${keyOf(place).replaceAll("/", ".")}`;
    const pointer: Pointer = { root, path: [0n], type: around.types.element(type) };
    const before = this.valueAt(place);
    if (isPointer(before)) return before;
    let name = text;
    if (!isSteady) {
      name = `${text.replace(/\W+/g, "_")}_object`;
      this.copies.push(`${name} = ${text};`);
      this.variables.push({ name, node: { id: root, kind: "VarDecl", name, type: { qualType: type } } });
    }
    around.addPointee(root, name, false, pointer.type);
    around.addFactPath(root, text);
    this.know(place, pointer, type);
    return pointer;
  };

  /** A fact without a value: the pointer leads somewhere, and perhaps nothing else leads there. */
  private addNonNull(fact: Fact, place: Place, type: string): void {
    const { around } = this.asked;
    if (!around.types.isPointer(type))
      throw mistaken(`${fact.subject}${fact.path.join("")} is no pointer (${type})`, fact, 0);
    const { root } = this.objectAt(place, type);
    around.addPointee(root, around.rootInfo(root).text, true);
    if (fact.isNoAlias === true) around.addUnaliased(root);
  }

  /** Behind the pointer at a place, by the place's own text. */
  private objectAt(place: Place, type: string): Pointer {
    return this.objectBehind(place, placeText(place, this.asked.around.rootInfo(place.root)), type, false);
  }

  /** Nothing is said of it but that it is a pointer. */
  private isOpen(place: Place): boolean {
    const value = this.valueAt(place);
    if (value === undefined) return true;
    return isPointer(value) && this.asked.around.rootInfo(value.root).kind === "pointee";
  }

  private valueAt(place: Place): Value | undefined {
    return this.cells.get(keyOf(place))?.value;
  }

  private know(place: Place, value: Value, type: string): void {
    this.cells.set(keyOf(place), this.cellOf(value, type));
  }

  private cellOf(value: Value, type: string): Cell {
    return { value, type: this.asked.around.types.canonical(type), inMemory: true, isGiven: true };
  }
}

/** `p`, `->next`, `[3]` of `p->next[3]`. */
function stepsIn(text: string): string[] {
  return text.match(/->\w+|\.\w+|\[\d+\]|\w+/g) ?? [];
}

/** A fact for each of the values. */
function eachValue({ subject, values, span }: SaidAssumption): Fact[] {
  const [name = "", ...path] = stepsIn(subject);
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
