/** The text of a write with its guards: each piece of the original stands once where it is evaluated, lines stay. */
import type { TextRange } from "../model/index.js";
import type { GuardDeclaration } from "./declaration.js";
import type { GuardSite, GuardTarget } from "./guard-site.js";
import { isSettled } from "./settled.js";
import type { Store } from "./store.js";

export interface GuardText {
  /** The statement that looks whether the object is the one. */
  readonly test: (site: GuardSite, object: string) => string;
  /** Declarations whose scope is the write. */
  readonly enter: (guards: readonly GuardDeclaration[]) => string;
}

/** A piece of the text that becomes another; pieces lie in each other, never across. */
interface Piece extends TextRange {
  readonly write: (text: Renderer) => string;
  /** Of pieces of the same extent the greater one is outside. */
  readonly rank: number;
}

/** The text of a range, with everything that is replaced in it. */
type Renderer = (from: number, to: number) => string;

/** All of `unitText`. Sites have targets. */
export function renderWrites(unitText: string, sites: readonly GuardSite[], text: GuardText): string {
  const groups = new Map<string, GuardSite[]>();
  for (const site of sites) {
    const key = `${site.range.start}:${site.range.end}`;
    groups.set(key, [...(groups.get(key) ?? []), site]);
  }
  const pieces = [...groups.values()].flatMap((group) => piecesOf(unitText, group, text));
  return renderer(unitText, merged(pieces))(0, unitText.length);
}

/** What is outside stands first. */
function merged(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.start - b.start || b.end - a.end || b.rank - a.rank);
}

function renderer(unitText: string, pieces: readonly Piece[]): Renderer {
  const within = (from: number, to: number, first: number): string => {
    let text = "";
    let at = from;
    for (let index = first; index < pieces.length; index++) {
      const piece = pieces[index] as Piece;
      if (piece.start >= to) break;
      if (piece.start < at || piece.end > to) continue;
      text += unitText.slice(at, piece.start);
      text += piece.write((start, end) => within(start, end, index + 1));
      at = piece.end;
    }
    return text + unitText.slice(at, to);
  };
  return (from, to) => within(from, to, firstFrom(pieces, from));
}

function firstFrom(pieces: readonly Piece[], from: number): number {
  const index = pieces.findIndex(({ start }) => start >= from);
  return index < 0 ? pieces.length : index;
}

function piecesOf(unitText: string, group: readonly GuardSite[], text: GuardText): Piece[] {
  const [{ range, store } = { range: undefined, store: undefined }] = group;
  if (range === undefined) return [];
  const targets = targetsOf(group);
  const enter = text.enter(group.map(({ guard }) => guard));
  const lines = new Lines(unitText);
  const statement = store?.form === "asm" ? store.statement : undefined;
  if (store !== undefined && store.form !== "asm" && mustBind(lines, store, range, targets)) {
    const write = new BoundWrite(lines, text, enter, range, store, targets);
    return [{ ...range, rank: 2, write: (render) => write.text(render) }, ...write.captures()];
  }
  const scope: Piece[] =
    enter === ""
      ? []
      : statement === undefined
        ? [{ ...range, rank: 2, write: (render) => `({ ${enter} ${render(range.start, range.end)}; })` }]
        : [
            {
              ...statement,
              end: lines.behindSemicolon(statement.end),
              rank: 2,
              write: (render) =>
                `{ ${enter} ${render(statement.start, lines.behindSemicolon(statement.end))} }`,
            },
          ];
  return [...scope, ...targets.map((target) => inPlace(target, text))];
}

interface Target {
  readonly target: GuardTarget;
  readonly sites: readonly GuardSite[];
}

/** Guards about one object share what is taken of it. */
function targetsOf(group: readonly GuardSite[]): Target[] {
  const found = new Map<string, { target: GuardTarget; sites: GuardSite[] }>();
  for (const site of group) {
    const { target } = site;
    if (target === undefined) continue;
    const key = `${target.range.start}:${target.range.end}:${target.is === "pointer"}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { target, sites: [site] });
    else known.sites.push(site);
  }
  return [...found.values()];
}

/** `(*({ __auto_type __weft_o = &(object); TEST __weft_o; })).member = 1`: where there is nothing to be evaluated first. */
function inPlace({ target, sites }: Target, text: GuardText): Piece {
  const { range, is } = target;
  const [open, close] = is === "pointer" ? ["(", ")"] : ["(*(", "))"];
  const tests = sites.map((site) => text.test(site, "__weft_o")).join(" ");
  return {
    ...range,
    rank: 0,
    write: (render) =>
      `${open}{ __auto_type __weft_o = ${is === "pointer" ? "" : "&"}(${render(range.start, range.end)}); ${tests} __weft_o; }${close}`,
  };
}

/** Whether something beside the object itself has to be evaluated before the guard. */
function mustBind(
  lines: Lines,
  store: Exclude<Store, { form: "asm" }>,
  range: TextRange,
  targets: readonly Target[],
): boolean {
  const objects = targets.map(({ target }) => target.range);
  const isMoving = (one: TextRange) => !isSettled(lines.without(one, objects));
  if (store.form === "call")
    return store.arguments.some((one) => !objects.some((object) => covers(one, object)) && isMoving(one));
  const { place, value } = sidesOf(store, range);
  const isWholeValue = "whole" in store && store.whole === true;
  if (value !== undefined && (isWholeValue || isMoving(value))) return true;
  return /\w\s*\(|\+\+|--|[^=!<>]=(?!=)|\[(?!\s*(?:\w+\s*)?\])/.test(lines.without(place, objects));
}

const covers = (outer: TextRange, inner: TextRange) => outer.start <= inner.start && inner.end <= outer.end;

function sidesOf(
  { form, operator }: Exclude<Store, { form: "asm" | "call" }>,
  { start, end }: TextRange,
): { readonly place: TextRange; readonly value?: TextRange } {
  if (form === "prefix") return { place: { start: operator.end, end } };
  const place = { start, end: operator.start };
  return form === "postfix" ? { place } : { place, value: { start: operator.end, end } };
}

/** Larger objects are not copied onto the stack. */
const MOST_ON_STACK = 256;

/** `({ object; place; value; ({ ENTER TEST *place = value; }); })` */
class BoundWrite {
  readonly #names: readonly string[];

  constructor(
    readonly lines: Lines,
    readonly guard: GuardText,
    readonly enter: string,
    readonly range: TextRange,
    readonly store: Exclude<Store, { form: "asm" }>,
    readonly targets: readonly Target[],
  ) {
    this.#names = targets.map((_, index) => `__weft_o${index === 0 ? "" : index + 1}`);
  }

  /** Where the objects stand, they are kept as well. */
  captures(): Piece[] {
    return this.targets.map(({ target: { range, is } }, index) => ({
      ...range,
      rank: 0,
      write: (render) => {
        const object = render(range.start, range.end);
        const name = this.#names[index];
        return is === "pointer" ? `(${name} = (${object}))` : `(*(${name} = &(${object})))`;
      },
    }));
  }

  text(render: Renderer): string {
    const objects = this.targets.map(({ target: { range, is } }, index) => {
      const object = this.lines.flat(range);
      return `__typeof__(&${is === "pointer" ? "*" : ""}(${object})) ${this.#names[index]};`;
    });
    const body =
      this.store.form === "call" ? this.#call(render, this.store) : this.#operator(render, this.store);
    return `({ ${objects.join(" ")} ${body} })`;
  }

  /** What is left to do, once everything is evaluated. */
  #guarded(store: string): string {
    const tests = this.targets
      .flatMap(({ sites }, index) => sites.map((site) => this.guard.test(site, this.#names[index] as string)))
      .join(" ");
    const body = `${tests} ${store};`;
    return this.enter === "" ? body : `({ ${this.enter} ${body} });`;
  }

  #operator(render: Renderer, store: Exclude<Store, { form: "asm" | "call" }>): string {
    const { place, value } = sidesOf(store, this.range);
    const { bits } = store;
    const sign = this.lines.text.slice(store.operator.start, store.operator.end);
    const at =
      bits === undefined
        ? `__auto_type __weft_p = &(${render(place.start, place.end)});`
        : `__auto_type __weft_p = ${bits.isArrow ? "" : "&"}(${render(bits.object.start, bits.object.end)});`;
    const to = bits === undefined ? "*__weft_p" : `__weft_p->${bits.name}`;
    if (value === undefined)
      return `${at} ${this.#guarded(store.form === "prefix" ? `${sign}${to}` : `(${to})${sign}`)}`;
    const given = render(value.start, value.end);
    if (store.form === "compound")
      return `${at} __auto_type __weft_v = +(${given}); ${this.#guarded(`${to} ${sign} __weft_v`)}`;
    if ("whole" in store && store.whole === true && isPlace(this.lines.text.slice(value.start, value.end)))
      return (
        `${at} __auto_type __weft_s = &(${given}); ` +
        `if (sizeof *__weft_p > ${MOST_ON_STACK}) { ${this.#guarded("*__weft_p = *__weft_s")} } ` +
        `else { __typeof__(*__weft_p) __weft_v = *__weft_s; ${this.#guarded("*__weft_p = __weft_v")} } *__weft_p;`
      );
    const type = bits === undefined ? `__typeof__(${to})` : `__typeof__(${to} + 0)`;
    return `${at} ${type} __weft_v = ${given}; ${this.#guarded(`${to} = __weft_v`)}`;
  }

  /** Arguments in their order, then the call. */
  #call(render: Renderer, store: Extract<Store, { form: "call" }>): string {
    const [first] = store.arguments;
    const head = this.lines.flat({ start: this.range.start, end: first?.start ?? this.range.end });
    const last = store.arguments.at(-1);
    const tail = this.lines.flat({ start: last?.end ?? this.range.end, end: this.range.end });
    const bound: string[] = [];
    const given = store.arguments.map((one, index) => {
      const holds = this.targets.some(({ target }) => covers(one, target.range));
      const text = this.lines.text.slice(one.start, one.end);
      if (!holds && isSettled(text)) return this.lines.flat(one);
      bound.push(`__auto_type __weft_a${index} = (${render(one.start, one.end)});`);
      return `__weft_a${index}`;
    });
    return `${bound.join(" ")} ${this.#guarded(`${head}${given.join(", ")}${tail}`)}`;
  }
}

/** Whether it names an object, and is no value that a call or an operator gives. */
function isPlace(text: string): boolean {
  const plain = text.trim();
  if (plain.startsWith("(") && /^\(\s*(?:const\s+)?(?:struct|union)\s+\w+\s*\)\s*\{/.test(plain)) return true;
  const isNamed = /^[\s*(]*[A-Za-z_]\w*(?:[\s).]|->|\[[^\]]*\]|(?<!\w)[A-Za-z_]\w*)*$/.test(plain);
  return isNamed && !/\w\s+\w/.test(plain);
}

/** The unit's text by pieces. */
class Lines {
  constructor(readonly text: string) {}

  /** On one line, for what stands a second time. */
  flat({ start, end }: TextRange): string {
    return this.text
      .slice(start, end)
      .replace(/\n#[^\n]*(?=\n)/g, "")
      .replace(/(?<!\s)\s*\n\s*/g, " ");
  }

  /** The text of a range, with a name in the place of what is in it. */
  without({ start, end }: TextRange, inner: readonly TextRange[]): string {
    const own = inner.filter((one) => one.start >= start && one.end <= end).sort((a, b) => a.start - b.start);
    let text = "";
    let at = start;
    for (const one of own) {
      if (one.start < at) continue;
      text += `${this.text.slice(at, one.start)}o`;
      at = one.end;
    }
    return text + this.text.slice(at, end);
  }

  behindSemicolon(at: number): number {
    const found = this.text.indexOf(";", at);
    return found < 0 ? at : found + 1;
  }
}
