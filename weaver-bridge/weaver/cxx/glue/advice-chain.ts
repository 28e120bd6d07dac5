/**
 * The code of a wrapper: advice of several aspects nested around the original code, each around advice in a class of its
 * own below the join point's, whose `proceed()` runs what is inside.
 */
import type { AspectClasses } from "../aspects/aspect-classes.js";
import type { CxxFrame, CxxLevel, CxxOperation } from "../operation.js";
import { adviceCall } from "./advice-call.js";
import {
  JOIN_POINT,
  joinPointClass,
  storedType,
  templateArguments,
  templateHead,
} from "./join-point-class.js";
import { conditionOf, type TestWriters } from "./runtime-condition.js";

export interface WrapperContext {
  readonly classes: AspectClasses;
  /** Declarations in whose scope control is inside the `cflow` triggers that the join point is. */
  readonly enter?: string;
  readonly tests: TestWriters;
  /** C++11 and later. */
  readonly modern: boolean;
}

/** On the declaration too: a template that is used before its definition takes its attributes from there. */
export const GLUE = "inline __attribute__((always_inline, artificial)) ";

export const isAround = ({ match }: CxxLevel) => match.advice.kind === "around";
const isBefore = ({ match }: CxxLevel) => match.advice.kind === "before";

/** What the chain is made for. */
export interface ChainParts {
  readonly levels: readonly CxxLevel[];
  readonly operation: CxxOperation;
  readonly context: WrapperContext;
  /** Of the values that the join point must have. */
  readonly keys: ReadonlySet<string>;
  /** In the wrapper itself. */
  readonly frame: CxxFrame;
}

export class AdviceChain {
  readonly structs: string[] = [];
  readonly prototypes: string[] = [];
  readonly functions: string[] = [];
  /** The join point is an object. */
  readonly hasClass: boolean;
  /** Around advice that may proceed by itself, outermost first. */
  private readonly proceeding: readonly CxxLevel[];
  /** Template arguments. */
  private readonly types: string;
  /** The innermost class of the join point. */
  private readonly final: string;

  constructor(private readonly parts: ChainParts) {
    const { levels, operation } = parts;
    this.proceeding = levels.filter((level) => isAround(level) && level.scan.generic);
    this.hasClass = levels.some(({ scan }) => scan.generic || scan.needsJoinPoint === true);
    this.types = templateArguments(operation);
    const last = this.proceeding.at(-1);
    this.final = `${last === undefined ? JOIN_POINT : this.nameOf(last)}${this.types}`;
    if (this.hasClass) this.declareClasses();
  }

  /** What the wrapper begins with: room for a result, values of its own, and the join point. */
  get declarations(): string {
    const { operation, keys } = this.parts;
    const made = [...keys].flatMap((key) => {
      const { made, type, lvalue } = operation.values.get(key)!;
      return made === undefined ? [] : [`${type} ${lvalue} = ${made};`];
    });
    return [...this.declareResult(), ...made, ...(this.hasClass ? this.declareJoinPoint() : [])].join(" ");
  }

  /** A call of the advice, under its condition. */
  advise(level: CxxLevel, frame: CxxFrame, joinPoint: string, otherwise = ""): string {
    const { operation, context } = this.parts;
    const { classes, tests } = context;
    const pointer = this.joinPointFor(level, joinPoint);
    const call = adviceCall(level, operation, frame, pointer, { classes, tests: tests.classes });
    if (level.match.test === undefined) return call;
    const { text } = conditionOf(level.match.test, frame, tests, operation);
    return `if (${text}) { ${call} }${otherwise === "" ? "" : ` else { ${otherwise} }`}`;
  }

  /** Everything from `from` on. In a run function the result is there already; in the wrapper it is made and returned. */
  statements(from: number, frame: CxxFrame, joinPoint: string, stored: boolean): string {
    const rest = this.parts.levels.slice(from);
    const index = rest.findIndex(isAround);
    const outer = index === -1 ? rest : rest.slice(0, index);
    const around = rest[index];
    const before = outer.filter(isBefore).map((level) => this.advise(level, frame, joinPoint));
    const after = outer
      .filter((level) => !isBefore(level))
      .reverse()
      .map((level) => this.advise(level, frame, joinPoint));
    const isWrapper = from === 0;
    if (around !== undefined) {
      const inside = from + index + 1;
      const skipped = around.match.test === undefined ? "" : this.statements(inside, frame, joinPoint, true);
      const center = this.advise(around, frame, joinPoint, skipped);
      return [...before, center, ...after, ...(isWrapper ? [this.returnStatement(true)] : [])].join(" ");
    }
    const { operation, context } = this.parts;
    if (stored) return [...before, storeResult(operation, frame, context.modern), ...after].join(" ");
    return [...before, ...this.performAndReturn(frame, after)].join(" ");
  }

  // The join point and the classes below it.

  private declareClasses(): void {
    const { levels, operation, keys } = this.parts;
    const head = templateHead(operation);
    this.structs.push(joinPointClass(levels, operation, keys));
    if (this.proceeding.length > 1)
      for (const level of this.proceeding) this.structs.push(`${head}struct ${this.nameOf(level)};`);
    let base = `${JOIN_POINT}${this.types}`;
    for (const level of this.proceeding) {
      const members = this.proceedMembers(level);
      this.structs.push(`${head}struct ${this.nameOf(level)} : ${base} { ${members} };`);
      base = `${this.nameOf(level)}${this.types}`;
    }
  }

  private nameOf(level: CxxLevel): string {
    return `${JOIN_POINT}_${this.parts.levels.indexOf(level)}`;
  }

  private joinPointFor(level: CxxLevel, joinPoint: string): string {
    return this.proceeding.includes(level) && level !== this.proceeding.at(-1)
      ? `static_cast<${this.nameOf(level)}${this.types} *>(&${joinPoint})`
      : `&${joinPoint}`;
  }

  private proceedMembers(level: CxxLevel): string {
    const { levels, operation } = this.parts;
    const at = levels.indexOf(level);
    const run = `__weft_run_@@_${at}`;
    const multiple = level.scan.proceeds > 1 || level.scan.escapes;
    const inline = multiple ? "inline " : GLUE;
    const runHead = templateHead({ types: [...operation.types, { name: "__J" }] });
    this.prototypes.push(`${runHead}static ${GLUE}void ${run}(__J *__weft_jp);`);
    const frame: CxxFrame = (key) =>
      operation.held?.has(key) === true ? `__weft_jp->__weft_${key}` : `(*__weft_jp->__weft_${key})`;
    const inner = this.statements(at + 1, frame, "(*__weft_jp)", true);
    this.functions.push(
      `${operation.marker}\n${runHead}${GLUE}void __weft::${run}(__J *__weft_jp) { ${inner} }`,
    );
    const action =
      level.scan.functions.has("action") || level.scan.escapes
        ? ` ::AC::Action __weft_action; static void __weft_trigger(void *__weft_p) { static_cast<${this.nameOf(level)} *>(__weft_p)->proceed(); } ::AC::Action &action() { __weft_action.__weft_jp = this; __weft_action.__weft_run = &__weft_trigger; return __weft_action; }`
        : "";
    return `${inline}void proceed() { ::__weft::${run}${this.types}(static_cast<${this.final} *>(this)); }${action}`;
  }

  private declareJoinPoint(): string[] {
    const { operation, keys, frame } = this.parts;
    const { held } = operation;
    const keptInside = this.hasAround() && held?.has("result") !== true;
    const set = (key: string): string => {
      if (held?.has(key) === true) return `__weft_jp.__weft_${key} = ${operation.values.get(key)!.lvalue};`;
      return key === "result"
        ? "__weft_jp.__weft_result = &__weft_result;"
        : `__weft_jp.__weft_${key} = __builtin_addressof(${frame(key)});`;
    };
    return [
      `${this.final} __weft_jp;`,
      ...[...keys].filter((key) => key !== "result" || keptInside).map(set),
    ];
  }

  // The result.

  private hasAround(): boolean {
    return this.parts.levels.some(isAround);
  }

  private declareResult(): string[] {
    const { operation } = this.parts;
    const { type, valueClass, slotted } = operation.result;
    if (!this.hasAround() || valueClass === "void" || operation.held?.has("result") === true) return [];
    return [
      slotted === true ? `__weft_slot<${type} > __weft_result;` : `${storedType(operation)} __weft_result;`,
    ];
  }

  private performAndReturn(frame: CxxFrame, after: readonly string[]): string[] {
    const { operation, keys } = this.parts;
    const { valueClass, type } = operation.result;
    const expression = operation.perform(frame);
    const trap = operation.noReturn ? [" __builtin_unreachable();"] : [];
    if (valueClass === "void") return [`${expression};`, ...after, ...trap];
    if (after.length === 0) return [`return ${expression};`];
    const set = this.hasClass && keys.has("result") ? [`__weft_jp.__weft_result = &__weft_result;`] : [];
    const kept =
      valueClass === "reference"
        ? `${type} __weft_value = ${expression}; ${storedType(operation)} __weft_result = __builtin_addressof(__weft_value);`
        : `${type} __weft_result = ${expression};`;
    return [kept, ...set, ...after, this.returnStatement(false)];
  }

  private returnStatement(around: boolean): string {
    const { operation } = this.parts;
    const { valueClass, type } = operation.result;
    if (valueClass === "void") return operation.noReturn ? "__builtin_unreachable();" : "";
    if (valueClass === "reference") return `return static_cast<${type}>(*__weft_result);`;
    if (operation.result.slotted === true && around) return "return __weft_result.take();";
    return operation.held?.has("result") === true
      ? "return __weft_jp.__weft_result;"
      : "return __weft_result;";
  }
}

/** The original code inside around advice; its result goes where the advice looks for it. */
function storeResult(operation: CxxOperation, frame: CxxFrame, modern: boolean): string {
  const expression = operation.perform(frame);
  if (operation.storesResult === true) return `${expression};`;
  switch (operation.result.valueClass) {
    case "void":
      return `${expression};`;
    case "reference":
      return `{ ${operation.result.type} __weft_value = ${expression}; ${frame("result")} = __builtin_addressof(__weft_value); }`;
    case "class":
    case "dependent":
      if (operation.result.slotted !== true) {
        const place = `__weft_place_at(__builtin_addressof(${frame("result")}))`;
        return `new (${place}) ${operation.result.type}(${expression});`;
      }
      return `new (${frame("result")}.empty()) ${made(operation, expression, modern)}; ${frame("result")}.full();`;
    default:
      return `${frame("result")} = ${expression};`;
  }
}

/** What depends on a template may be a reference, which is made as a member only. */
const made = ({ result: { type, valueClass } }: CxxOperation, expression: string, modern: boolean) =>
  valueClass === "dependent" && modern ? `__weft_made<${type} >{ ${expression} }` : `${type}(${expression})`;
