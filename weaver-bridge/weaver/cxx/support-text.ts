/** Small pieces of C++ that generated code uses, each written only where something does. */
import { AC } from "./glue/ac-namespace.js";

const REF =
  "template <class T> struct __weft_ref { typedef T type; }; template <class T> struct __weft_ref<T &> { typedef T type; };";
const REF_MOVE = " template <class T> struct __weft_ref<T &&> { typedef T type; };";
const BARE =
  "template <class T> struct __weft_bare { typedef T type; }; template <class T> struct __weft_bare<const T> { typedef T type; };";
const INDEX = "template <int> struct __weft_n { };";

/** The arguments of an instance of a function template. */
const ARGUMENTS = "template <class...> struct __weft_args;";
const ARGUMENTS_98 = `template <${Array.from({ length: 10 }, () => "class = void").join(", ")}> struct __weft_args;`;

const GLUE = "inline __attribute__((always_inline, artificial)) ";

const UNCONST = `template <class T> ${GLUE}T *__weft_unconst(const volatile T *object) { return const_cast<T *>(object); }`;

/** The object as one of a class that its own is or derives from; nothing, where it is none. */
const UP = `template <class T> struct __weft_up { static T *of(T *object) { return object; } static T *of(...) { return 0; } };`;

/** Where an object is made; any header's placement new may be missing. With `throw()`, compilers would test for null. */
const PLACE = `struct __weft_place { void *at; };
${GLUE}void *operator new(__typeof__(sizeof(0)), __weft_place place) { return place.at; }
${GLUE}__weft_place __weft_place_at(void *at) { __weft_place place = { at }; return place; }`;

/** The place of a result that is made only when it is first needed. `MOVE` is a cast in dialects that have it. */
const slotText = (
  move: boolean,
) => `template <class T, bool> struct __weft_make { static ${GLUE}void at(void *place) { __weft_place at = { place }; new (at) T(); } };
template <class T> struct __weft_make<T, false> { static ${GLUE}void at(void *) { } };
template <class T, bool = __is_trivial(T) && __is_constructible(T)> struct __weft_slot { char bytes[sizeof(T)] __attribute__((aligned(__alignof__(T)))); bool filled;
${GLUE}__weft_slot() : filled(false) { } ${GLUE}~__weft_slot() { if (filled) at()->~T(); }
${GLUE}T *at() { return reinterpret_cast<T *>(bytes); }
${GLUE}__weft_place empty() { if (filled) { filled = false; at()->~T(); } __weft_place place = { bytes }; return place; }
${GLUE}void full() { filled = true; }
${GLUE}T *get() { if (!filled) { __weft_make<T, __is_constructible(T)>::at(bytes); filled = true; } return at(); }
${GLUE}T take() { return ${move ? "static_cast<T &&>(*get())" : "*get()"}; } };
template <class T> struct __weft_slot<T, true> { T value; ${GLUE}__weft_place empty() { __weft_place place = { &value }; return place; }
${GLUE}void full() { } ${GLUE}T *get() { return &value; } ${GLUE}T take() { return value; } };
${CONSTANT_SLOT}${move ? REFERENCE_SLOT : ""}`;

/** What an instance of a template gives may be a constant, which is filled later like any other. */
const CONSTANT_SLOT = ["true", "false"]
  .map((kind) => `template <class T> struct __weft_slot<const T, ${kind}> : __weft_slot<T, ${kind}> { };`)
  .join("\n");

/** What an instance of a template gives may be a reference. */
const REFERENCE_SLOT = ["&", "&&"]
  .map(
    (reference) => `
template <class T> struct __weft_slot<T ${reference}, false> { char bytes[sizeof(__weft_made<T ${reference}>)] __attribute__((aligned(__alignof__(void *))));
${GLUE}__weft_place empty() { __weft_place place = { bytes }; return place; } ${GLUE}void full() { }
${GLUE}T ${reference}take() { return static_cast<T ${reference}>(reinterpret_cast<__weft_made<T ${reference}> *>(bytes)->value); } };`,
  )
  .join("");

/** A result in its place, of whatever type an instance of a template has. */
const MADE = "template <class T> struct __weft_made { T value; };";

/** Defines the object of an aspect where it is used. */
export const INSTANCE =
  "template <class A> struct __weft_instance { static A object; }; template <class A> A __weft_instance<A>::object;";

export interface Support {
  /** For the start of the unit, where prototypes may use it. */
  readonly start: string;
  /** For its end, before aspects and glue. */
  readonly end: string;
}

/** What `text` (all generated code and aspects of the unit) needs. `cplusplus` is the value of `__cplusplus`; `has`: what the unit has already. */
export function supportFor(
  text: string,
  cplusplus: number,
  has: { readonly ac: boolean; readonly instance: boolean },
): Support {
  const modern = cplusplus >= 201103;
  const uses = (name: string) => text.includes(name);
  const pieces = (rows: readonly (readonly [isNeeded: boolean, ...pieces: string[]])[]) =>
    rows.flatMap(([isNeeded, ...texts]) => (isNeeded ? texts : [])).join("\n");
  const hasSlot = uses("__weft_slot<");
  const hasArguments = uses("__weft_args<");
  const hasInstance = uses("__weft_instance<");
  return {
    start: pieces([
      [uses("__weft_ref<"), REF + (modern ? REF_MOVE : "")],
      [uses("__weft_bare<"), BARE],
      [hasArguments, INDEX, modern ? ARGUMENTS : ARGUMENTS_98],
      [hasInstance, "template <class A> struct __weft_instance;"],
      [hasSlot || uses("__weft_place_at("), PLACE],
    ]),
    end: pieces([
      [hasSlot && modern, MADE],
      [!has.ac && /\bAC\b/.test(text), AC],
      [uses("__weft_n<") && !hasArguments, INDEX],
      [uses("__weft_unconst("), UNCONST],
      [uses("__weft_up<"), UP],
      [hasSlot, slotText(modern)],
      [hasInstance && !has.instance, INSTANCE],
    ]),
  };
}
