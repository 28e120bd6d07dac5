/**
 * Guards in a unit's text: at each write the object is taken once, compared with the one that somebody relies on, and the
 * write goes on as it was. One load, one compare, one branch that is not taken. What a hit calls keeps all registers, so the
 * compiler saves none around it; the word is not volatile, so writes of one object that follow each other share one guard.
 */
import { unitMarker } from "../model/index.js";
import { hitSymbol, objectSymbol } from "../replug/index.js";
import type { GuardDeclaration } from "./declaration.js";
import type { GuardSite, GuardTarget } from "./guard-site.js";

/** What a guard is about, as part of a C name. */
export function subjectOf({ type, terms }: GuardDeclaration): string {
  return type ?? (terms[0] as string);
}

/** The unit's text with a guard at every site that has a target; lines stay. */
export function weaveGuards(unitText: string, sites: readonly GuardSite[]): string {
  const woven = sites.filter(({ guarded }) => guarded === "woven");
  if (woven.length === 0) return unitText;
  const edits = woven.flatMap(({ target, guard }) => (target === undefined ? [] : around(target, guard)));
  let text = "";
  let at = 0;
  for (const edit of edits.sort((left, right) => left.at - right.at || left.order - right.order)) {
    text += unitText.slice(at, edit.at) + edit.text;
    at = edit.at;
  }
  const guards = [...new Set(woven.map(({ guard }) => guard))];
  return `${unitMarker(unitText)}# 1 "<weft>"\n${guards.map(declarations).join("")}${text}${unitText.slice(at)}`;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** At one place what ends comes before what begins, and inner ends before outer ones. */
  readonly order: number;
}

function around({ range, is, reach }: GuardTarget, guard: GuardDeclaration): Insertion[] {
  const size = range.end - range.start;
  const [open, close] = is === "pointer" ? ["(", ")"] : ["(*(", "))"];
  const value = is === "pointer" ? "(" : "&(";
  return [
    { at: range.start, order: -size, text: `${open}{ __auto_type __weft_o = ${value}` },
    { at: range.end, order: size - 1e9, text: `); ${tests(reach, guard)} __weft_o; }${close}` },
  ];
}

/** On the line of the write, where debuggers look for the guard. */
function tests(reach: GuardTarget["reach"], guard: GuardDeclaration): string {
  return guard.protects
    .map((residual) => {
      const word = objectSymbol(residual, subjectOf(guard));
      const test =
        reach === "exact"
          ? `${word} == (void *)__weft_o`
          : `(unsigned long)${word} - (unsigned long)__weft_o < sizeof *__weft_o`;
      return `if (__builtin_expect(${test}, 0)) __asm__ volatile("call ${hitSymbol(residual)}" : : : "cc", "memory");`;
    })
    .join(" ");
}

/** On one line, so that nothing of it looks like the kernel's. */
function declarations(guard: GuardDeclaration): string {
  const words = guard.protects.map((residual) => objectSymbol(residual, subjectOf(guard)));
  return `${words.map((word) => `extern void *${word};`).join(" ")}\n`;
}
