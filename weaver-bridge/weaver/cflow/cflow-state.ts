/**
 * Whether control is inside a join point, at run time: a counter per `cflow(...)`, one for the program or, where the
 * project says which thread runs, one per thread, in a field that is introduced into the thread's struct.
 *
 *     int f(int a) { __attribute__((cleanup(leave))) int inside = enter(); ... }      a trigger
 *     if (inside()) advice();                                                        advice that depends on it
 *
 * The counter goes down however the trigger is left: by any return, by `goto`, by an exception.
 */
import type { CflowTrigger } from "../../pointcut/index.js";
import { type GeneratedCode, SYMBOL } from "../generated-code.js";
import { lineMarker } from "../text-edits.js";

export interface CflowState {
  /** Declaration of a local object during whose life control is inside the triggers. */
  enter(triggers: readonly CflowTrigger[]): string;
  /** Condition: control is inside. */
  inside(trigger: CflowTrigger): string;
}

/** Symbol of a program-wide counter, and name of the field that holds a thread's. */
export function counterName({ key }: CflowTrigger): string {
  return `__weft_cflow_${key.replace(/\W/g, "_")}`;
}

/** Body of the struct field that holds a thread's counter: it counts only for its owner, so copies start outside. */
export function threadField(trigger: CflowTrigger): string {
  return `struct { const void *owner; int count; } ${counterName(trigger)};`;
}

const MARKER = lineMarker("<weft>", 1, true);

/** `thread`: expression for the running thread, expanded. */
export function createCflowState(code: GeneratedCode, thread?: string): CflowState {
  const define = (trigger: CflowTrigger, role: string, header: string, body: string) =>
    code.define(
      `__weft_shadow_${role}`,
      {
        marker: MARKER,
        header: header.replace("$", SYMBOL),
        body,
        role: "shadow",
        artificial: true,
        ...(thread === undefined ? { objects: [counterObject(trigger)] } : {}),
      },
      [],
      `cflow(${trigger.text})`,
    );
  const texts = thread === undefined ? programTexts : threadTexts(thread);
  return {
    enter: (triggers) =>
      triggers
        .map((trigger, index) => {
          const { enter, leave } = texts(trigger);
          const entering = define(trigger, "enter", "int $(void)", `{ ${enter} }`);
          const leaving = define(
            trigger,
            "leave",
            "void $(int *__weft_inside)",
            `{ (void)__weft_inside; ${leave} }`,
          );
          return `__attribute__((unused, cleanup(${leaving}))) int __weft_inside${index} = ${entering}(); `;
        })
        .join(""),
    inside: (trigger) =>
      `${define(trigger, "inside", "int $(void)", `{ return ${texts(trigger).inside}; }`)}()`,
  };
}

interface Texts {
  readonly enter: string;
  readonly leave: string;
  readonly inside: string;
}

export function programTexts(trigger: CflowTrigger): Texts {
  const counter = counterName(trigger);
  return { enter: `return ++${counter};`, leave: `--${counter};`, inside: `${counter} > 0` };
}

export function threadTexts(text: string): (trigger: CflowTrigger) => Texts {
  const bound = `__typeof__(${text}) __weft_thread = ${text};`;
  return (trigger) => {
    const field = `__weft_thread->${counterName(trigger)}`;
    const own = `${field}.owner == __weft_thread`;
    return {
      enter:
        `${bound} if (!(${own})) { ${field}.owner = __weft_thread; ${field}.count = 0; } ` +
        `return ++${field}.count;`,
      leave: `${bound} --${field}.count;`,
      inside: `({ ${bound} ${own} && ${field}.count > 0; })`,
    };
  };
}

/** One object for the program: every unit that uses it brings a definition that others may have, too. */
function counterObject(trigger: CflowTrigger): string {
  return `__attribute__((weak)) int ${counterName(trigger)};`;
}
