/**
 * What is left of a pointcut at a join point once everything known while compiling has been decided: a condition that
 * the woven code tests before the advice runs. Plain data for the weaver.
 */
import type { EntityId, Shadow } from "../../../model/index.js";

export type RuntimeTest =
  | { readonly kind: "all" | "any"; readonly of: readonly RuntimeTest[] }
  | { readonly kind: "not"; readonly of: RuntimeTest }
  | ClassTest
  | InstanceTest
  | {
      /** Control is inside a join point of the trigger. */
      readonly kind: "cflow";
      readonly trigger: CflowTrigger;
    }
  | {
      /** The right operand of `&&`, `||` or one of `?:` has been evaluated, so that its value can be bound. */
      readonly kind: "evaluated";
      /** Position among the operands, from 0. */
      readonly operand: number;
    };

/** The object's class, chosen at run time, is one of these or derived from one. */
export interface ClassTest {
  readonly kind: "class";
  readonly object: "that" | "target";
  /** Classes of the unit that the pattern names and that a class derived from the object's static class is or has as a base. */
  readonly classes: readonly EntityId[];
  /** Instances of templates that the pattern names and the unit's text does not, as paths: `["n", "W<int>"]`. */
  readonly instances?: readonly (readonly string[])[];
  /** The pattern as written. */
  readonly text: string;
}

/** The function or class is such an instance of its template; the compiler decides it. */
export interface InstanceTest {
  readonly kind: "instance";
  readonly of: "function" | "class";
  /** Of a class: that of `this`, or the one that is called, accessed or made. */
  readonly object: "that" | "target";
  /** Names of the class template: `["n", "Box"]`; of a function, none. */
  readonly scope: readonly string[];
  /** Classes inside of it, down to the one that is asked for; absent without. */
  readonly inner?: readonly string[];
  /** The class is derived from such an instance, or the same. */
  readonly derived?: true;
  /** The class is a proper base of this one, `["n", "Der"]`, and which instance that makes it counts alone. */
  readonly baseOf?: readonly string[];
  /** With {@link baseOf}: or is that class itself. */
  readonly orSame?: true;
  /** As the pattern writes them: types, `%`, `...`. */
  readonly arguments: readonly string[];
}

/** One `cflow(...)` of the project's aspects. */
export interface CflowTrigger {
  /** The same in every unit that the same aspects are woven into: names the counter. */
  readonly key: string;
  /** The pointcut between the brackets, as text. */
  readonly text: string;
  /**
   * Join points of this unit during which control is inside: where the counter goes up and down. Empty when
   * {@link decided}.
   */
  readonly shadows: readonly Shadow[];
  /** No join point of the project needs the counter. */
  readonly decided: boolean;
}

/** What is known of a pointcut at a join point while compiling. */
export type Verdict = boolean | RuntimeTest;

export function allOf(...parts: readonly Verdict[]): Verdict {
  if (parts.includes(false)) return false;
  const tests = parts.filter((part) => typeof part !== "boolean");
  const of = tests.flatMap((test) => (test.kind === "all" ? test.of : [test]));
  return of.length === 0 ? true : of.length === 1 ? (of[0] as RuntimeTest) : { kind: "all", of };
}

export function anyOf(...parts: readonly Verdict[]): Verdict {
  if (parts.includes(true)) return true;
  const tests = parts.filter((part) => typeof part !== "boolean");
  const of = tests.flatMap((test) => (test.kind === "any" ? test.of : [test]));
  return of.length === 0 ? false : of.length === 1 ? (of[0] as RuntimeTest) : { kind: "any", of };
}

export function not(part: Verdict): Verdict {
  if (typeof part === "boolean") return !part;
  return part.kind === "not" ? part.of : { kind: "not", of: part };
}

/** `while control is inside call("% f()") and the object is a D` */
export function describeTest(test: RuntimeTest): string {
  switch (test.kind) {
    case "all":
      return test.of.map(describeTest).join(" and ");
    case "any":
      return test.of.map(describeTest).join(" or ");
    case "not":
      return `not ${describeTest(test.of)}`;
    case "class":
      return `where the object is of class "${test.text}"`;
    case "instance":
      if (test.baseOf !== undefined) return `where the class is a base of ${test.baseOf.join("::")}`;
      return test.derived === true
        ? `where the class derives from ${test.scope.join("::")}<${test.arguments.join(", ")}>`
        : `where the template's arguments are <${test.arguments.join(", ")}>`;
    case "cflow":
      return `while control is inside ${test.trigger.text}`;
    case "evaluated":
      return `where operand ${test.operand + 1} is evaluated`;
  }
}
