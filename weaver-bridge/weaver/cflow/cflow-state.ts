/**
 * Whether control is inside a join point, at run time: a counter per `cflow(...)` for the program or, where the
 * project says which thread runs, a mark per thread, in a field that is introduced into the thread's struct.
 *
 *     int f(int a) { __attribute__((cleanup(leave))) int inside = enter(); ... }      a trigger
 *     if (inside()) advice();                                                        advice that depends on it
 *
 * Leaving is seen however the trigger is left: by any return, by `goto`, by an exception.
 */
import type { CflowTrigger } from "../../pointcut/index.js";
import { type GeneratedCode, SYMBOL } from "../c/glue/generated-code.js";
import { lineMarker } from "../text/text-edits.js";

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

/** The struct field of a thread: while inside, its own address. So copies, and what was never set, are outside. */
export function threadField(trigger: CflowTrigger): string {
  return `const void *${counterName(trigger)};`;
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
          const { given, before, enter, leave } = texts(trigger);
          const entering = define(trigger, "enter", `${given}$(void)`, `{ return ${enter}; }`);
          const leaving = define(
            trigger,
            "leave",
            `void $(${before}*__weft_before)`,
            `{ (void)__weft_before; ${leave("*__weft_before")} }`,
          );
          return `__attribute__((unused, cleanup(${leaving}))) ${before}__weft_inside${index} = ${entering}(); `;
        })
        .join(""),
    inside: (trigger) =>
      `${define(trigger, "inside", "int $(void)", `{ return ${texts(trigger).inside}; }`)}()`,
  };
}

interface Texts {
  /** Type of what `enter` gives, and of the variable that keeps it; ready for a name. */
  readonly given: string;
  readonly before: string;
  /** Expression. */
  readonly enter: string;
  /** Statement. `before` is what `enter` gave. */
  leave(before: string): string;
  /** Condition. */
  readonly inside: string;
}

export function programTexts(trigger: CflowTrigger): Texts {
  const counter = counterName(trigger);
  return {
    given: "int ",
    before: "int ",
    enter: `++${counter}`,
    leave: () => `--${counter};`,
    inside: `${counter} > 0`,
  };
}

/**
 * A thread keeps no count: who enters puts the field back as it was. What it was is kept on the stack, not in a register,
 * which the whole function would have to save, also where no trigger is reached.
 */
export function threadTexts(text: string): (trigger: CflowTrigger) => Texts {
  const bound = `__typeof__(${text}) __weft_thread = ${text};`;
  return (trigger) => {
    const field = `__weft_thread->${counterName(trigger)}`;
    return {
      given: "const void *",
      before: "const void *volatile ",
      enter: `__extension__ ({ ${bound} const void *__weft_was = ${field}; ${field} = __weft_thread; __weft_was; })`,
      leave: (before) => `${bound} ${field} = ${before};`,
      inside: `__extension__ ({ ${bound} ${field} == __weft_thread; })`,
    };
  };
}

/** One object for the program: every unit that uses it brings a definition that others may have, too. */
function counterObject(trigger: CflowTrigger): string {
  return `__attribute__((weak)) int ${counterName(trigger)};`;
}
