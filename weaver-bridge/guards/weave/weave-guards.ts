/**
 * Guards in a unit's text. At each write what may call, wait or fault is evaluated first, then the object is compared with
 * the one that somebody relies on, then the write is made: value, guard, store, with nothing in between. What a hit calls
 * keeps all registers, so the compiler saves none around it.
 *
 * Between a guard and its store another processor, or an interrupt, may ask whether the facts hold. Where the kernel says
 * when every processor was outside of all writes (`epoch`), whoever asks waits for that. Elsewhere writes are counted while
 * they go on, and nothing is put in meanwhile.
 */
import { unitMarker } from "../../model/index.js";
import { hitSymbol, objectSymbol, writingSymbol } from "../../replug/index.js";
import type { GuardDeclaration } from "../facts/declaration.js";
import type { GuardSite } from "../facts/guard-site.js";
import { renderWrites } from "./render-write.js";

/** What a guard is about, as part of a C name. */
export function subjectOf({ type, terms }: GuardDeclaration): string {
  return type ?? (terms[0] as string);
}

/** The unit's text with a guard at every site that has a target; lines stay. */
export function weaveGuards(unitText: string, sites: readonly GuardSite[]): string {
  const woven = sites.filter(({ guarded, target }) => guarded === "woven" && target !== undefined);
  if (woven.length === 0) return unitText;
  const guards = [...new Set(woven.map(({ guard }) => guard))];
  const text = renderWrites(unitText, woven, { test: testOf, enter: enterOf });
  return `${unitMarker(unitText)}# 1 "<weft>"\n${declarations(guards)}${text}`;
}

/** On the line of the write, where debuggers look for the guard. `object` names a pointer to the object. */
function testOf({ guard, target }: GuardSite, object: string): string {
  return guard.protects
    .map((residual) => {
      const word = objectSymbol(residual, subjectOf(guard));
      const test =
        target?.reach === "holder"
          ? `(unsigned long)${word} - (unsigned long)${object} < sizeof *${object}`
          : `${word} == (void *)${object}`;
      return `if (__builtin_expect(${test}, 0)) __asm__ volatile("call ${hitSymbol(residual)}" : : : "cc", "memory");`;
    })
    .join(" ");
}

/** A declaration while whose variable is there the write counts as going on; empty where the kernel tells. */
function enterOf(guards: readonly GuardDeclaration[]): string {
  const subjects = guards.filter(isCounted).map(subjectOf);
  return [...new Set(subjects)]
    .map((one) => {
      const name = writingSymbol(one);
      return `int __${name} __attribute__((__cleanup__(__${name}_end), __unused__)) = __${name}_begin();`;
    })
    .join(" ");
}

const isCounted = (guard: GuardDeclaration) => guard.isCounted === true && guard.protects.length > 0;

/** On one line for each, so that nothing of it looks like the kernel's. */
function declarations(guards: readonly GuardDeclaration[]): string {
  const words = guards.flatMap((guard) =>
    guard.protects.map((residual) => `extern void *${objectSymbol(residual, subjectOf(guard))};`),
  );
  const counts = guards.filter(isCounted).map((guard) => counting(writingSymbol(subjectOf(guard))));
  return `${[...new Set([...words, ...counts])].join(" ")}\n`;
}

function counting(name: string): string {
  const inline =
    "static __inline__ __attribute__((__always_inline__, __unused__, __no_instrument_function__))";
  const change = (how: string) => `__asm__ volatile("lock; ${how} %0" : "+m"(${name}) : : "cc", "memory");`;
  return (
    `extern int ${name}; ${inline} int __${name}_begin(void) { ${change("incl")} return 0; } ` +
    `${inline} void __${name}_end(int *at) { (void)at; ${change("decl")} }`
  );
}
