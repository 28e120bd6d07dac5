/**
 * The C++ part of the generated header: the join-point API (section 7 of the language) as a class template over the
 * types of one join point, and the aspects of other files as plain classes. Read by clangd only.
 */

import { blank } from "@weft/weaver-bridge/c-text";
import type { Advice, Aspect, TextRange } from "@weft/weaver-bridge/model";
import { aspectDeclarations, plainName } from "@weft/weaver-bridge/pointcut";
import type { JoinPointShape } from "@weft/weaver-bridge/weaver";
import type { AspectDocument } from "../../workspace/index.js";

/** `__weft_jp<That, Target, Result, Entity, __weft_list<Arg0, ...>, __weft_list<Idx0, ...>>`. */
export const SUPPORT: readonly string[] = [
  `namespace AC {
typedef const char *Type;
enum JPType { CALL = 4, BUILTIN = 8, EXECUTION = 16, CONSTRUCTION = 32, DESTRUCTION = 64, GET = 128, SET = 256, REF = 512 };
enum Protection { PROT_NONE, PRIVATE, PROTECTED, PUBLIC };
enum Specifiers { SPEC_NONE = 0, STATIC = 1, MUTABLE = 2, VIRTUAL = 4 };
struct Action { void trigger(); };
}
template <class T> struct __weft_type { typedef T type; };
template <class T> struct __weft_plain { typedef T type; typedef T stored; };
template <class T> struct __weft_plain<T &> { typedef T type; typedef T *stored; };
template <class... T> struct __weft_list { enum { size = sizeof...(T) }; };
template <int I, class List> struct __weft_at;
template <class T, class... More> struct __weft_at<0, __weft_list<T, More...> > { typedef T type; };
template <int I, class T, class... More> struct __weft_at<I, __weft_list<T, More...> > : __weft_at<I - 1, __weft_list<More...> > {};
template <class That_, class Target_, class Result_, class Entity_, class Arguments, class Indices> struct __weft_jp {
  typedef That_ That; typedef Target_ Target; typedef Entity_ Entity; typedef void *MemberPtr;
  typedef typename __weft_plain<Result_>::stored Result;
  struct Res { typedef Result_ Type; typedef typename __weft_plain<Result_>::type ReferredType; };
  template <int I> struct Arg { typedef typename __weft_at<I, Arguments>::type Type; typedef typename __weft_plain<Type>::type ReferredType; };
  template <int I> struct Dim { typedef typename __weft_at<I, Indices>::type Idx; enum { Size = 1 }; };
  static const int ARGS = Arguments::size;
  static const int DIMS = Indices::size;
  static const int JPID = 0;
  static const AC::JPType JPTYPE = AC::CALL;
  /** The join point, as \`int add(int,int)\`. */
  static const char *signature();
  /** Source file of the join point. */
  static const char *filename();
  /** Line of the join point. */
  static int line();
  static int args();
  static unsigned id();
  static AC::JPType jptype();
  /** Mangled type (Itanium ABI). */
  static AC::Type type();
  static AC::Type resulttype();
  static AC::Type argtype(int);
  /** The object whose code runs; 0 where there is none. */
  That *that();
  /** The object that is called or accessed; 0 where there is none. */
  Target *target();
  /** The variable or field that is accessed. */
  Entity *entity();
  MemberPtr memberptr();
  /** The result, which advice may change. */
  Result *result();
  /** The i-th argument, from 0. */
  template <int I> typename Arg<I>::ReferredType *arg();
  void *arg(int);
  Entity *array();
  template <int I> typename Dim<I>::Idx idx();
  /** Runs what the advice is around. */
  void proceed();
  /** What the advice is around, to be triggered later. */
  AC::Action &action();
};`,
  // In slices and advice `JoinPoint` is the class behind `tjp`.
  "#define JoinPoint ::__weft_type<__typeof__(*tjp)>::type",
];

/** Defines the macro that opens the advice as a member function of its aspect. */
export function adviceOpening(
  macro: string,
  shape: JoinPointShape | undefined,
  aspect: Aspect,
  { index }: Advice,
): string[] {
  const type = (name: string) => shape?.members.find((member) => member.name === name)?.type;
  const list = (prefix: string) => {
    const types: string[] = [];
    for (let at = 0, text = type(`${prefix}0`); text !== undefined; text = type(`${prefix}${++at}`))
      types.push(text);
    return `__weft_list<${types.join(", ")} >`;
  };
  const parts = ["that", "target", "result", "entity"].map((name) => type(name) ?? "void");
  const first = index === aspect.advice[0]?.index ? `${instanceFunctions(aspect)} ` : "";
  return [
    `typedef __weft_jp<${[...parts, list("arg"), list("idx")].join(", ")} > ${macro}_tjp;`,
    `#define ${macro}(...) ${first}void ${macro}_body(::${macro}_tjp *tjp __attribute__((unused)), ##__VA_ARGS__)`,
  ];
}

export function aspectOpening(macro: string, aspect: Aspect): string {
  return `#define ${macro} ${instanceFunctions(aspect)}`;
}

/** Unless the aspect has its own. */
function instanceFunctions({ name, members }: Aspect): string {
  return ["aspectof", "aspectOf"]
    .filter((word) => !members.some((member) => member.name === word))
    .map((word) => `static ${plainName(name)} *${word}();`)
    .join(" ");
}

/** Aspects of other files that this one names, bases first: their members, without advice. */
export function foreignAspects(all: readonly AspectDocument[], own: AspectDocument): string[] {
  const known = new Map(
    all
      .filter(({ source }) => source.path !== own.source.path)
      .flatMap(({ file }) =>
        file.aspects.map((aspect) => [plainName(aspect.name), { aspect, file }] as const),
      ),
  );
  const done = new Set<string>();
  const texts: string[] = [];
  const add = (name: string) => {
    const found = known.get(plainName(name));
    if (found === undefined || done.has(plainName(name))) return;
    done.add(plainName(name));
    for (const base of found.aspect.bases) add(base);
    texts.push(classText(found.aspect, found.file.text));
  };
  for (const [word] of own.source.text.matchAll(/[A-Za-z_]\w*/g)) add(word);
  return texts;
}

function classText(aspect: Aspect, text: string): string {
  const { name, body, baseClause } = aspect;
  const slice = ({ start, end }: TextRange) => text.slice(start, end);
  const spaces = name.split("::").slice(0, -1);
  const inside =
    body === undefined
      ? ""
      : withoutRanges(slice(body).slice(1, -1), body.start + 1, aspectDeclarations(aspect));
  const bases = baseClause === undefined ? "" : ` : ${slice(baseClause)}`;
  return [
    ...spaces.map((space) => `namespace ${space} {`),
    `struct ${plainName(name)}${bases} { ${instanceFunctions(aspect)}\n${inside}\n};`,
    ...spaces.map(() => "}"),
  ].join(" ");
}

function withoutRanges(text: string, offset: number, holes: readonly TextRange[]): string {
  let result = text;
  for (const { start, end } of holes) {
    const [from, until] = [start - offset, end - offset];
    result = result.slice(0, from) + blank(result.slice(from, until)) + result.slice(until);
  }
  return result;
}
