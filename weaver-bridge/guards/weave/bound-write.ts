/** A write whose value or place has to be evaluated before its guard: they are kept in variables, then it is made. */
import { contains, type TextRange } from "../../model/index.js";
import type { Store } from "../facts/store.js";
import {
  guarded,
  objectNames,
  type Piece,
  type Renderer,
  type Target,
  type WriteGuard,
} from "./guard-text.js";
import { isSettled } from "./settled.js";
import type { Lines } from "./unit-lines.js";

/** Whether something beside the object itself has to be evaluated before the guard. */
export function mustBind(
  lines: Lines,
  store: Exclude<Store, { form: "asm" }>,
  range: TextRange,
  targets: readonly Target[],
): boolean {
  const objects = targets.map(({ target }) => target.range);
  const isMoving = (one: TextRange) => !isSettled(lines.without(one, objects));
  if (store.form === "call")
    return store.arguments.some((one) => !objects.some((object) => contains(one, object)) && isMoving(one));
  const { place, value } = sidesOf(store, range);
  const isWholeValue = "whole" in store && store.whole === true;
  if (value !== undefined && (isWholeValue || isMoving(value))) return true;
  return isMovingPlace(lines.without(place, objects));
}

/** Whether finding a place calls, changes, or reckons. */
export const isMovingPlace = (text: string): boolean =>
  /\w\s*\(|\+\+|--|[^=!<>]=(?!=)|\[(?!\s*(?:\w+\s*)?\])/.test(text);

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
export class BoundWrite {
  readonly #names: readonly string[];

  constructor(
    readonly lines: Lines,
    readonly guard: WriteGuard,
    readonly range: TextRange,
    readonly store: Exclude<Store, { form: "asm" }>,
    readonly targets: readonly Target[],
  ) {
    this.#names = objectNames(targets);
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

  #guarded = (store: string) => guarded(this.guard, this.targets, this.#names, store);

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
    const given = store.arguments.map((one, index): string => {
      const holds = this.targets.some(({ target }) => contains(one, target.range));
      const text = this.lines.text.slice(one.start, one.end);
      if (!holds && isSettled(text)) return this.lines.flat(one);
      bound.push(`__auto_type __weft_a${index} = (${render(one.start, one.end)});`);
      return `__weft_a${index}`;
    });
    const call = given.map((one, index) => {
      const [before, { start }] = [store.arguments[index - 1], store.arguments[index] as TextRange];
      return before === undefined ? one : `${this.lines.flat({ start: before.end, end: start })}${one}`;
    });
    return `${bound.join(" ")} ${this.#guarded(`${head}${call.join("")}${tail}`)}`;
  }
}

/** Whether it names an object, and is no value that a call or an operator gives. */
function isPlace(text: string): boolean {
  const plain = text.trim();
  if (plain.startsWith("(") && /^\(\s*(?:const\s+)?(?:struct|union)\s+\w+\s*\)\s*\{/.test(plain)) return true;
  const isNamed = /^[\s*(]*[A-Za-z_]\w*(?:[\s).]|->|\[[^\]]*\]|(?<!\w)[A-Za-z_]\w*)*$/.test(plain);
  return isNamed && !/\w\s+\w/.test(plain);
}
