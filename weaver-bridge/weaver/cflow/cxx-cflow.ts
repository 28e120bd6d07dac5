/**
 * Counters of `cflow` in C++: a class per counter whose objects mark that control is inside, so that exceptions and
 * returns leave it alike. Declared at the start of the unit, defined at its end, where the thread can be named.
 */
import type { CflowTrigger } from "../../pointcut/index.js";
import { counterName, counterObject, programTexts, threadTexts } from "./cflow-state.js";

const className = (trigger: CflowTrigger) =>
  `__weft_inside_${counterName(trigger).slice("__weft_cflow_".length)}`;

/** Declarations of objects during whose life control is inside. */
export function cxxEnter(triggers: readonly CflowTrigger[]): string {
  return triggers.map((trigger, index) => `::${className(trigger)} __weft_inside${index}; `).join("");
}

/** Condition: control is inside. */
export function cxxInside(trigger: CflowTrigger): string {
  return `::${className(trigger)}::now()`;
}

/** What the triggers that `text` (all generated code of the unit) mentions need, for its start and its end. */
export function cxxCflowSupport(
  triggers: readonly CflowTrigger[],
  text: string,
  thread: string | undefined,
  isThreadLocal: boolean,
): { start: string; end: string } {
  const used = triggers.filter((trigger) => new RegExp(`\\b${className(trigger)}\\b`).test(text));
  const texts = thread === undefined ? programTexts : threadTexts(thread);
  const start = used.map((trigger) => {
    const name = className(trigger);
    const { before } = texts(trigger);
    return `namespace { struct ${name} { ${name}(); ~${name}(); static bool now(); private: ${before}__weft_before; ${name}(const ${name} &); }; }`;
  });
  const end = used.map((trigger) => {
    const name = className(trigger);
    const { enter, leave, inside } = texts(trigger);
    const counter = thread === undefined ? `extern "C" { ${counterObject(trigger, isThreadLocal)} }` : "";
    return `${counter} ${GLUE}${name}::${name}() : __weft_before(${enter}) { }
${GLUE}${name}::~${name}() { ${leave("__weft_before")} } ${GLUE}bool ${name}::now() { return ${inside}; }`;
  });
  return { start: start.join("\n"), end: end.join("\n") };
}

const GLUE = "inline __attribute__((always_inline, artificial)) ";
