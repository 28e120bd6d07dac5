/**
 * What guards in other units name of a plugged function that could not be made. No object is its, so none of them fires.
 * All of it is weak: what is made elsewhere after all takes its place.
 */
import { ONLY_I386 } from "./shared-text.js";
import { hitSymbol, NO_OBJECT, objectSymbol, writingSymbol } from "./symbols.js";

/** C for the unit of the generic function. `subjects` are those of all guards that protect `residual`. */
export function absentPlug(residual: string, subjects: readonly string[]): string {
  const hit = hitSymbol(residual);
  const weak = "__attribute__((__weak__))";
  return [
    ONLY_I386,
    ...subjects.flatMap((subject) => [
      `int ${writingSymbol(subject)} ${weak};`,
      `void *${objectSymbol(residual, subject)} ${weak} = ${NO_OBJECT};`,
    ]),
    `__asm__(".pushsection .text\\n\\t.weak ${hit}\\n\\t.type ${hit}, @function\\n"`,
    `\t"${hit}:\\n\\tret\\n\\t.size ${hit}, . - ${hit}\\n\\t.popsection");`,
  ].join("\n");
}
