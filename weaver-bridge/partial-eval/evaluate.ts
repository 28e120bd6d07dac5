/**
 * An expression carried out with what is known: its value, or what is left of it as C text. Writes of known values to locals
 * happen in the state and leave nothing. Texts are made when they are wanted: only then has the residual program to have in
 * memory what the text reads.
 */
import { bare, type ClangNode, isThere, offsetOf, partsOf, variableOf, walk } from "./clang-tree.js";
import { binary, type IntegerType, literal, unary, wrap } from "./integers.js";
import type { Memory } from "./memory.js";
import { Refusal } from "./refusal.js";
import { rootOf, type State } from "./state.js";
import type { Level, Surroundings } from "./surroundings.js";
import {
  isFunction,
  isNumber,
  isPointer,
  keyOf,
  moved,
  type Place,
  type Pointer,
  placeText,
  type Value,
} from "./values.js";

export interface Evaluated {
  readonly value?: Value | undefined;
  /** Wanted once at most; throws {@link Refusal}. */
  readonly text: () => string;
  /** How tightly its outermost operator binds; 15 for what needs no parentheses anywhere. */
  readonly level: number;
  /** Its text is not what is written. */
  readonly changed: boolean;
  /** Without it nothing would be missing. */
  readonly pure: boolean;
}

export interface Located extends Omit<Evaluated, "value"> {
  readonly place?: Place | undefined;
  /** Where the place is not known: the object that it is in. */
  readonly within?: Place | undefined;
  /** Members on the way from the last pointer, for what is not known. */
  readonly levels?: readonly Level[];
  /** A write of a value there is not followed: bit-fields, volatile objects, members of unions. */
  readonly isOpaque: boolean;
  readonly isVolatile: boolean;
}

export interface Evaluator {
  readonly evaluate: (node: ClangNode) => Evaluated;
  readonly locate: (node: ClangNode) => Located;
  /** True when a residual statement is left, whose text is given. */
  readonly assign: (
    target: Located,
    from: Evaluated,
    type: string,
    node: ClangNode,
  ) => (() => string) | undefined;
  readonly literalOf: (value: Value, node: ClangNode) => Pick<Evaluated, "text" | "level">;
}

const PRIMARY = 15;
const UNARY = 14;
const LEVELS: Readonly<Record<string, number>> = {
  "*": 13,
  "/": 13,
  "%": 13,
  "+": 12,
  "-": 12,
  "<<": 11,
  ">>": 11,
  "<": 10,
  ">": 10,
  "<=": 10,
  ">=": 10,
  "==": 9,
  "!=": 9,
  "&": 8,
  "^": 7,
  "|": 6,
  "&&": 5,
  "||": 4,
};

export function createEvaluator(state: State, memory: Memory, around: Surroundings): Evaluator {
  const { types } = around;
  const depth = state.frames.length - 1;

  const evaluate = (node: ClangNode): Evaluated => {
    const found = evaluateNode(node);
    around.observe?.(node, found.value !== undefined && found.pure, found.value);
    return withSpelling(node, found);
  };
  const locate = (node: ClangNode): Located => withSpelling(node, locateNode(node));

  function withSpelling<Found extends Evaluated | Located>(node: ClangNode, found: Found): Found {
    if (found.changed) return found;
    return {
      ...found,
      text: () => {
        // What it reads has to be in memory also where the text is taken as it is written.
        const made = found.text();
        return around.spelling(node) ?? made;
      },
    };
  }

  const literalOf = (value: Value, node: ClangNode): Pick<Evaluated, "text" | "level"> => {
    const type = types.canonical(node.type);
    if (isNumber(value) || isFunction(value)) {
      const { text, level } = memory.textOf(value, type, node);
      return { text: () => text, level };
    }
    const level = value.path.at(-1) === 0n ? PRIMARY : typeof value.path.at(-1) === "bigint" ? 12 : UNARY;
    return { text: () => memory.textOf(value, type, node).text, level };
  };
  /** With its value as text where something known went into it. */
  const known = (node: ClangNode, value: Value | undefined, other: Omit<Evaluated, "value">): Evaluated => {
    if (value === undefined) return other;
    if (!other.changed && !isPointer(value)) return { ...other, value };
    return { ...other, value, ...literalOf(value, node), changed: true };
  };

  function evaluateNode(node: ClangNode): Evaluated {
    const parts = partsOf(node);
    const sub = (at: number) => evaluate(parts[at] as ClangNode);
    switch (node.kind) {
      case "ParenExpr": {
        const inner = sub(0);
        if (inner.changed) return inner;
        return { ...inner, text: () => `(${inner.text()})`, level: PRIMARY };
      }
      case "ConstantExpr": {
        const inner = sub(0);
        return node.value === undefined ? inner : { ...inner, value: BigInt(node.value) };
      }
      case "IntegerLiteral":
      case "CharacterLiteral": {
        const type = types.integer(node.type);
        const spelled = BigInt(node.value as string | number);
        const value = type === undefined ? spelled : wrap(spelled, type);
        const text = type === undefined ? hole(node) : () => literal(value, type);
        return { value, text, level: PRIMARY, changed: false, pure: true };
      }
      case "DeclRefExpr":
        return evaluateName(node);
      case "ImplicitCastExpr":
      case "CStyleCastExpr":
        return evaluateCast(node);
      case "UnaryOperator":
        return evaluateUnary(node);
      case "BinaryOperator":
        if (node.opcode === "=") return evaluateAssignment(node);
        if (node.opcode === "&&" || node.opcode === "||") return evaluateLogical(node);
        return evaluateBinary(node);
      case "CompoundAssignOperator":
        return evaluateUpdate(node, node.opcode?.slice(0, -1) as string, sub(1));
      case "ConditionalOperator":
        return evaluateChoice(node);
      case "CallExpr": {
        const [callee, ...args] = parts.map((_, at) => sub(at)) as [Evaluated, ...Evaluated[]];
        const text = () => {
          const name = group(callee, PRIMARY);
          const said = args.map((one) => group(one, 2)).join(", ");
          if (!isQuietCall(callee.value)) memory.forgetAll(node);
          return `${name}(${said})`;
        };
        const [first] = args;
        const isHint = isFunction(callee.value) && /^__builtin_expect/.test(callee.value.function);
        // What is known needs no hint.
        if (isHint && first?.pure === true && isNumber(first.value))
          return { value: first.value, ...literalOf(first.value, node), changed: true, pure: true };
        const pure = isHint && args.every((one) => one.pure);
        return { text, level: PRIMARY, changed: [callee, ...args].some((one) => one.changed), pure };
      }
      case "UnaryExprOrTypeTraitExpr": {
        if (node.name !== "sizeof") return opaque(node);
        const type = node.argType ?? (parts[0] === undefined ? undefined : bare(parts[0]).type);
        const value =
          type === undefined || /\[\w*[A-Za-z]/.test(type.qualType)
            ? undefined
            : types.size(types.canonical(type));
        const text = () => (node.argType === undefined ? hole(node)() : `sizeof(${node.argType.qualType})`);
        return { value, text, level: PRIMARY, changed: false, pure: true };
      }
      default:
        return opaque(node);
    }
  }

  function evaluateName(node: ClangNode): Evaluated {
    const { name = "", kind } = node.referencedDecl ?? {};
    const plain = { text: () => name, level: PRIMARY, changed: false, pure: true };
    if (kind === "EnumConstantDecl") return { ...plain, value: around.program.enumerators.get(name) };
    if (kind === "FunctionDecl") return { ...plain, value: { function: name } };
    const { text, level, changed, pure } = locate(node);
    return { text, level, changed, pure };
  }

  function evaluateCast(node: ClangNode): Evaluated {
    const operand = partsOf(node)[0] as ClangNode;
    if (node.castKind === "LValueToRValue") return load(node, locate(operand));
    if (node.castKind === "ArrayToPointerDecay") return decay(operand);
    const inner = evaluate(operand);
    const isExplicit = node.kind === "CStyleCastExpr";
    const written: Omit<Evaluated, "value"> = {
      text: isExplicit ? () => `(${node.type?.qualType})${group(inner, UNARY)}` : inner.text,
      level: isExplicit ? UNARY : inner.level,
      changed: inner.changed,
      pure: inner.pure,
    };
    const { value } = inner;
    if (value === undefined) return written;
    const type = types.integer(node.type);
    switch (node.castKind) {
      case "NoOp":
      case "FunctionToPointerDecay":
      case "BuiltinFnToFnPtr":
        return { ...written, value };
      case "IntegralCast":
      case "IntegralToBoolean":
        return isNumber(value) && type !== undefined ? known(node, wrap(value, type), written) : written;
      case "NullToPointer":
        return { ...written, value: 0n };
      case "PointerToBoolean":
        return known(node, isNumber(value) ? BigInt(value !== 0n) : 1n, { ...written, changed: true });
      case "IntegralToPointer":
        return isNumber(value) ? { ...written, value } : written;
      case "BitCast":
        return castPointer(node, value, written);
      default:
        return written;
    }
  }

  function castPointer(node: ClangNode, value: Value, written: Omit<Evaluated, "value">): Evaluated {
    if (!isPointer(value)) return { ...written, value };
    const to = types.element(node.type);
    if (to === "void" || to === value.type) return { ...written, value };
    // The same bytes with and without a sign.
    const [own, other] = [types.integer(value.type), types.integer(to)];
    const isSame = own !== undefined && own.bits === other?.bits && !own.isBool && !other.isBool;
    return isSame ? { ...written, value: { ...value, type: to } } : written;
  }

  /** The value of an object. */
  function load(node: ClangNode, from: Located): Evaluated {
    const pure = from.pure && !from.isVolatile;
    const cell = from.place === undefined || from.isOpaque ? undefined : memory.read(from.place);
    if (cell === undefined) {
      const text = () => {
        const inside = from.place ?? from.within;
        if (inside !== undefined) memory.settle(inside, node);
        return from.text();
      };
      return { text, level: from.level, changed: from.changed, pure };
    }
    const type = types.integer(node.type);
    const { value } = cell;
    const held = isNumber(value) && type !== undefined ? wrap(value, type) : value;
    if (cell.inMemory && isPointer(held) && !from.changed)
      return { value: held, text: lifting(held, from, node), level: from.level, changed: false, pure };
    return { value: held, ...literalOf(held, node), changed: true, pure };
  }

  /** The name of a pointer; whoever gets it may follow it. */
  function lifting({ root }: Pointer, from: Located, node: ClangNode): () => string {
    return () => {
      memory.expose(root, node);
      return from.text();
    };
  }

  function decay(operand: ClangNode): Evaluated {
    const array = locate(operand);
    const plain = {
      text: exposing(array, operand),
      level: array.level,
      changed: array.changed,
      pure: array.pure,
    };
    if (array.place === undefined || array.isOpaque) return plain;
    const length = types.length(operand.type);
    const { root, path } = array.place;
    return { ...plain, value: { root, path: [...path, 0n], length, type: types.element(operand.type) } };
  }

  /** Its text gives the residual program the object's address. */
  function exposing(found: Located, node: ClangNode): () => string {
    return () => {
      const root = (found.place ?? found.within)?.root;
      if (root !== undefined) memory.expose(root, node);
      return found.text();
    };
  }

  function evaluateUnary(node: ClangNode): Evaluated {
    const operator = node.opcode as string;
    const operand = partsOf(node)[0] as ClangNode;
    if (operator === "&") {
      const found = locate(operand);
      const text = exposing(found, operand);
      const said = { text: () => `&${text()}`, level: UNARY, changed: found.changed, pure: found.pure };
      if (bare(operand).referencedDecl?.kind === "FunctionDecl")
        return { ...said, value: { function: bare(operand).referencedDecl?.name ?? "" } };
      if (found.place === undefined || found.isOpaque) return said;
      return { ...said, value: { ...found.place, type: types.canonical(operand.type) } };
    }
    if (operator === "++" || operator === "--")
      return evaluateUpdate(node, operator === "++" ? "+" : "-", undefined);
    if (operator === "*") return evaluateName(node); // a function
    if (operator === "__extension__") return evaluate(operand);
    if (!"+-~!".includes(operator)) return opaque(node);
    const inner = evaluate(operand);
    const text = () => {
      const said = group(inner, UNARY);
      return `${operator}${/^[-+]/.test(said) ? " " : ""}${said}`;
    };
    const written = { text, level: UNARY, changed: inner.changed, pure: inner.pure };
    if (operator === "!" && (isPointer(inner.value) || isFunction(inner.value)))
      return known(node, 0n, { ...written, changed: true });
    const type = types.integer(node.type);
    if (!isNumber(inner.value) || type === undefined) return written;
    return known(node, unary(operator, inner.value, type), written);
  }

  function evaluateAssignment(node: ClangNode): Evaluated {
    const [left, right] = partsOf(node) as [ClangNode, ClangNode];
    const from = evaluate(right);
    const target = locate(left);
    const left_ = assign(target, from, types.canonical(left.type), node);
    const value = from.value !== undefined && !target.isOpaque ? held(from.value, left) : undefined;
    if (left_ === undefined && value !== undefined)
      return { value, ...literalOf(value, node), changed: true, pure: true };
    // Its value is used: of what has effects there is one text only.
    return {
      text: left_ ?? hole(node),
      level: 2,
      changed: true,
      pure: false,
      ...(value === undefined ? {} : {}),
    };
  }

  /** As the object has it. */
  function held(value: Value, target: ClangNode): Value {
    const type = types.integer(target.type);
    return isNumber(value) && type !== undefined ? wrap(value, type) : value;
  }

  function assign(
    target: Located,
    from: Evaluated,
    type: string,
    node: ClangNode,
  ): (() => string) | undefined {
    const { place, within } = target;
    const integer = types.integer(type);
    const value =
      from.value !== undefined && isNumber(from.value) && integer !== undefined
        ? wrap(from.value, integer)
        : from.value;
    const isScalar = integer !== undefined || types.isPointer(type);
    if (
      place !== undefined &&
      !target.isOpaque &&
      isScalar &&
      value !== undefined &&
      from.pure &&
      target.pure
    ) {
      const isSafe = memory.isSafe(place.root);
      const text = () => `${target.text()} = ${group(from, 2)}`;
      if (isSafe) {
        memory.know(place, value, type);
        return undefined;
      }
      const said = text();
      memory.forgetAliases(around.levelsOf(keyOf(place)), keyOf(place));
      memory.know(place, value, type);
      return () => said;
    }
    return () => {
      const said = `${group(from, 2)}`;
      const to = target.text();
      noteWrite(target, node);
      return `${to} = ${said}`;
    };

    function noteWrite(to: Located, at: ClangNode): void {
      if (place !== undefined) {
        // Of a union, or a member that is not followed, all that shares its place goes.
        const whole = to.within ?? place;
        if (to.isOpaque) memory.settle(whole, at);
        memory.forget(to.isOpaque ? whole : place);
        if (!memory.isSafe(place.root))
          memory.forgetAliases(to.isOpaque ? [] : around.levelsOf(keyOf(place)));
      } else if (within !== undefined) {
        memory.settle(within, at);
        memory.forget(within);
        if (!memory.isSafe(within.root)) memory.forgetAliases(around.levelsOf(keyOf(within)));
      } else memory.forgetAliases(to.levels ?? []);
    }
  }

  function evaluateUpdate(node: ClangNode, operator: string, operand: Evaluated | undefined): Evaluated {
    const target = partsOf(node)[0] as ClangNode;
    const found = locate(target);
    const before = found.place === undefined || found.isOpaque ? undefined : memory.read(found.place);
    const after = before === undefined ? undefined : updated(node, target, before.value, operator, operand);
    const type = types.canonical(target.type);
    const isStep = operand === undefined;
    if (after !== undefined && before !== undefined && found.place !== undefined && found.pure) {
      const shown = isStep && node.isPostfix === true ? before.value : after;
      if (memory.isSafe(found.place.root)) {
        memory.know(found.place, after, type);
        return { value: shown, ...literalOf(shown, node), changed: true, pure: true };
      }
      if (around.rootInfo(found.place.root).kind !== "constant") {
        // The residual program has to write it, but what it is then is known.
        memory.write(found.text(), found.place, after, type, node);
        return { value: shown, ...literalOf(shown, node), changed: true, pure: true };
      }
    }
    const text = () => {
      const inside = found.place ?? found.within;
      if (inside !== undefined) memory.settle(inside, node);
      const by = operand === undefined ? "" : group(operand, 2);
      const name = found.text();
      const said = isStep
        ? node.isPostfix === true
          ? `${groupText(name, found.level, PRIMARY)}${node.opcode}`
          : `${node.opcode}${groupText(name, found.level, UNARY)}`
        : `${name} ${node.opcode} ${by}`;
      if (inside !== undefined) {
        memory.forget(found.isOpaque ? (found.within ?? inside) : inside);
        if (!memory.isSafe(inside.root))
          memory.forgetAliases(found.isOpaque ? [] : around.levelsOf(keyOf(inside)));
      } else memory.forgetAliases(found.levels ?? []);
      return said;
    };
    return {
      text,
      level: isStep ? (node.isPostfix === true ? PRIMARY : UNARY) : 2,
      changed: true,
      pure: false,
    };
  }

  function updated(
    node: ClangNode,
    target: ClangNode,
    before: Value,
    operator: string,
    operand: Evaluated | undefined,
  ): Value | undefined {
    const by = operand === undefined ? 1n : operand.pure ? operand.value : undefined;
    if (!isNumber(by)) return undefined;
    if (isPointer(before)) return moved(before, operator === "+" ? by : -by);
    const type = types.integer(target.type);
    if (!isNumber(before) || type === undefined || type.isBool) return undefined;
    const promoted: IntegerType =
      type.bits < 32 ? { bits: 32, isSigned: true, isBool: false, suffix: "" } : type;
    const result = operand === undefined ? promoted : types.integer(node.computeResultType);
    if (result === undefined) return undefined;
    const after = binary(operator, wrap(before, result), by, result);
    return after === undefined ? undefined : wrap(after, type);
  }

  /** What is carried out only perhaps changes nothing that is known. */
  function perhaps(node: ClangNode): void {
    for (const part of walk(node)) {
      const target = targetOf(part);
      const id = target === undefined ? undefined : rootVariable(target);
      if (id !== undefined) memory.giveUp(id, node);
      if (target !== undefined && id === undefined) memory.forgetAll(node);
      if (part.kind === "CallExpr" || !UNDERSTOOD.test(part.kind)) memory.forgetAll(node);
    }
  }

  function isQuietCall(callee: Value | undefined): boolean {
    return isFunction(callee) && around.isQuiet(callee.function);
  }

  function rootVariable(node: ClangNode): string | undefined {
    const inner = bare(node);
    const id = variableOf(inner);
    if (id !== undefined) return rootOfVariable(inner);
    if ((inner.kind === "MemberExpr" && inner.isArrow !== true) || inner.kind === "ArraySubscriptExpr") {
      const base = bare(partsOf(inner)[0] as ClangNode);
      if (base.castKind === "ArrayToPointerDecay") return rootVariable(partsOf(base)[0] as ClangNode);
      return inner.kind === "MemberExpr" ? rootVariable(base) : undefined;
    }
    return undefined;
  }

  /** What it does has happened before the next part is looked at. */
  function sequenced(found: Evaluated): Evaluated {
    if (found.pure) return found;
    const text = found.text();
    return { ...found, text: () => text };
  }

  function evaluateLogical(node: ClangNode): Evaluated {
    const [first, second] = partsOf(node) as [ClangNode, ClangNode];
    const operator = node.opcode as string;
    const left = sequenced(evaluate(first));
    const decided = left.pure ? truth(left.value) : undefined;
    if (decided === undefined) {
      perhaps(second);
      const right = evaluate(second);
      // Text order is the order of effects.
      return joined(operator, left, right, LEVELS[operator] as number);
    }
    if (decided === (operator === "||"))
      return {
        value: BigInt(decided),
        text: () => (decided ? "1" : "0"),
        level: PRIMARY,
        changed: true,
        pure: true,
      };
    const right = evaluate(second);
    const other = right.pure ? truth(right.value) : undefined;
    if (other !== undefined)
      return {
        value: BigInt(other),
        text: () => (other ? "1" : "0"),
        level: PRIMARY,
        changed: true,
        pure: true,
      };
    const isTruth =
      /^(==|!=|<|>|<=|>=|&&|\|\|)$/.test(bare(second).opcode ?? "") || bare(second).opcode === "!";
    if (isTruth) return { ...right, value: undefined, changed: true };
    return { text: () => `${group(right, 10)} != 0`, level: 9, changed: true, pure: right.pure };
  }

  function evaluateChoice(node: ClangNode): Evaluated {
    const [test, then, otherwise] = partsOf(node) as [ClangNode, ClangNode, ClangNode];
    const condition = sequenced(evaluate(test));
    const decided = condition.pure ? truth(condition.value) : undefined;
    if (decided !== undefined) return { ...evaluate(decided ? then : otherwise), changed: true };
    perhaps(then);
    perhaps(otherwise);
    const [yes, no] = [evaluate(then), evaluate(otherwise)];
    return {
      text: () => `${group(condition, 4)} ? ${yes.text()} : ${group(no, 3)}`,
      level: 3,
      changed: condition.changed || yes.changed || no.changed,
      pure: condition.pure && yes.pure && no.pure,
    };
  }

  function joined(operator: string, left: Evaluated, right: Evaluated, level: number): Evaluated {
    return {
      text: () => {
        const first = group(left, level);
        return `${first} ${operator} ${group(right, level + 1)}`;
      },
      level,
      changed: left.changed || right.changed,
      pure: left.pure && right.pure,
    };
  }

  function evaluateBinary(node: ClangNode): Evaluated {
    const [first, second] = partsOf(node) as [ClangNode, ClangNode];
    const operator = node.opcode as string;
    const left = operator === "," ? sequenced(evaluate(first)) : evaluate(first);
    const right = evaluate(second);
    if (operator === ",") {
      if (left.pure) return { ...right, changed: true };
      return { ...joined(",", left, right, 1), text: () => `${left.text()}, ${right.text()}` };
    }
    const written = joined(operator, left, right, LEVELS[operator] ?? 0);
    if (!left.pure || !right.pure || left.value === undefined || right.value === undefined) return written;
    if (isNumber(left.value) && isNumber(right.value)) {
      const operand = types.integer(first.type);
      if (operand === undefined)
        return operator === "==" || operator === "!="
          ? known(node, BigInt((left.value === right.value) === (operator === "==")), {
              ...written,
              changed: true,
            })
          : written;
      const value = binary(operator, left.value, right.value, operand);
      return types.integer(node.type) === undefined ? written : known(node, value, written);
    }
    return (
      known(node, pointerBinary(operator, left.value, right.value), { ...written, changed: true }) ?? written
    );
  }

  function pointerBinary(operator: string, left: Value, right: Value): Value | undefined {
    if (isPointer(left) && isNumber(right) && (operator === "+" || operator === "-"))
      return moved(left, operator === "+" ? right : -right);
    if (isPointer(right) && isNumber(left) && operator === "+") return moved(right, left);
    if (isFunction(left) || isFunction(right)) {
      const same = isFunction(left) && isFunction(right) ? left.function === right.function : undefined;
      const isNull = isNumber(left) || isNumber(right) ? false : same;
      return isNull === undefined ? undefined : equality(operator, isNull);
    }
    if (isPointer(left) && isPointer(right)) {
      if (keyOf(left) === keyOf(right))
        return equality(operator, true) ?? (operator === "-" ? 0n : undefined);
      const [a, b] = [left.path.at(-1), right.path.at(-1)];
      const sameArray =
        left.root === right.root &&
        keyOf({ ...left, path: left.path.slice(0, -1) }) ===
          keyOf({ ...right, path: right.path.slice(0, -1) });
      if (!sameArray || typeof a !== "bigint" || typeof b !== "bigint") return undefined;
      if (operator === "-") return a - b;
      return (
        equality(operator, false) ??
        binary(operator, a, b, { bits: 32, isSigned: true, isBool: false, suffix: "" })
      );
    }
    // An object's address is not null; what other number it may be nobody knows.
    const number = isNumber(left) ? left : isNumber(right) ? right : undefined;
    const pointer = isPointer(left) ? left : isPointer(right) ? right : undefined;
    return number === 0n && pointer !== undefined && isNotNull(pointer)
      ? equality(operator, false)
      : undefined;
  }

  function equality(operator: string, same: boolean): bigint | undefined {
    return operator === "==" ? BigInt(same) : operator === "!=" ? BigInt(!same) : undefined;
  }

  /** What a parameter points to has a name, but the parameter may still be null. */
  function isNotNull({ root }: Pointer): boolean {
    return around.rootInfo(root).kind !== "pointee" || around.isNonNull(root);
  }

  function truth(value: Value | undefined): boolean | undefined {
    if (value === undefined) return undefined;
    if (isNumber(value)) return value !== 0n;
    return isPointer(value) && !isNotNull(value) ? undefined : true;
  }

  function locateNode(node: ClangNode): Located {
    const parts = partsOf(node);
    const flags = { isOpaque: false, isVolatile: isVolatileType(node) };
    switch (node.kind) {
      case "ParenExpr": {
        const inner = locate(parts[0] as ClangNode);
        return inner.changed ? inner : { ...inner, text: () => `(${inner.text()})`, level: PRIMARY };
      }
      case "DeclRefExpr":
        return locateVariable(node);
      case "MemberExpr":
        return locateMember(node);
      case "StringLiteral": {
        const root = around.stringRoot(node);
        const place = root === undefined ? undefined : { root, path: [] };
        const text = () => String(node.value ?? hole(node)());
        return { place, text, level: PRIMARY, changed: false, pure: true, ...flags };
      }
      case "ArraySubscriptExpr":
        return locateElement(node);
      case "UnaryOperator":
        if (node.opcode === "*") {
          const pointer = evaluate(parts[0] as ClangNode);
          return pointed(node, pointer, () => `*${group(pointer, UNARY)}`, UNARY);
        }
        if (node.opcode === "__extension__") return locate(parts[0] as ClangNode);
        break;
      default:
    }
    const found = opaque(node);
    return { ...found, ...flags, isOpaque: true };
  }

  function locateVariable(node: ClangNode): Located {
    const { id = "", name = "" } = node.referencedDecl ?? {};
    const alias = state.frames[depth]?.aliases.get(id);
    const flags = { isVolatile: isVolatileType(node), pure: true, level: PRIMARY };
    if (alias !== undefined) return { text: () => alias, changed: alias !== name, isOpaque: true, ...flags };
    const root = rootOfVariable(node);
    if (root === undefined) return { text: () => name, changed: false, isOpaque: true, ...flags };
    const { text } = around.rootInfo(root);
    const place = { root, path: [] };
    return { place, text: () => text, changed: text !== name, isOpaque: flags.isVolatile, ...flags };
  }

  function rootOfVariable(node: ClangNode): string | undefined {
    const { id = "", name = "" } = bare(node).referencedDecl ?? {};
    if (state.frames[depth]?.aliases.has(id)) return undefined;
    return around.isLocal(id) ? rootOf(id, depth) : around.globalRoot(name);
  }

  function locateMember(node: ClangNode): Located {
    const baseNode = partsOf(node)[0] as ClangNode;
    const member = node.name ?? "";
    const owner = types.canonical(node.isArrow === true ? types.element(baseNode.type) : baseNode.type);
    const isUnion = /\bunion\b/.test(owner);
    const base: Located = node.isArrow === true ? pointedWhole(baseNode) : locate(baseNode);
    const isVolatile = base.isVolatile || isVolatileType(node);
    // Anonymous structs and unions have no name in C.
    const isAnonymous = member === "";
    const isOpaque =
      base.isOpaque ||
      isUnion ||
      isAnonymous ||
      isVolatile ||
      node.isBitfield === true ||
      around.isBitField(node);
    const text = () => {
      if (isAnonymous) return base.text();
      if (node.isArrow === true) return `${groupText(base.text(), base.level, PRIMARY)}->${member}`;
      return `${groupText(base.text(), base.level, PRIMARY)}.${member}`;
    };
    const { place } = base;
    if (place !== undefined && !isUnion && !isAnonymous) around.noteOwner(place, owner);
    const own =
      place === undefined
        ? undefined
        : { root: place.root, path: [...place.path, member], length: undefined };
    const found = {
      within:
        base.within ??
        (isOpaque && !(node.isBitfield === true || around.isBitField(node)) ? place : undefined),
      levels: isAnonymous || isUnion || isOpaque ? [] : [...(base.levels ?? []), { owner, member }],
      level: PRIMARY,
      changed: base.changed,
      pure: base.pure && !isVolatile,
      isOpaque,
      isVolatile,
    };
    if (node.isArrow !== true || own === undefined)
      return { ...found, place: isAnonymous ? place : own, text };
    // Of a pointer whose value is known the object has a name.
    const info = around.rootInfo(own.root);
    return { ...found, place: own, text: () => placeText(own, info) };
  }

  /** `p` of `p->m`, as the object; its text is the pointer's. */
  function pointedWhole(node: ClangNode): Located {
    const pointer = evaluate(node);
    return pointed(
      { ...node, type: { qualType: types.element(node.type) } },
      pointer,
      pointer.text,
      pointer.level,
    );
  }

  function pointed(node: ClangNode, pointer: Evaluated, text: () => string, level: number): Located {
    const isVolatile = isVolatileType(node);
    const { value } = pointer;
    const isFit = isPointer(value) && value.type === types.canonical(node.type) && pointer.pure;
    const flags = {
      level,
      changed: pointer.changed,
      pure: pointer.pure && !isVolatile,
      isOpaque: isVolatile,
      isVolatile,
    };
    if (!isFit || !isPointer(value)) return { text, ...flags };
    const { root, path, length } = value;
    const place = { root, path, length };
    const name = () => placeText(place, around.rootInfo(root));
    return {
      place,
      text: name,
      ...flags,
      ...(pointer.changed ? { level: name().startsWith("*") ? UNARY : PRIMARY } : {}),
    };
  }

  function locateElement(node: ClangNode): Located {
    const [first, second] = partsOf(node) as [ClangNode, ClangNode];
    const base = evaluate(first);
    const index = evaluate(second);
    const isVolatile = isVolatileType(node);
    const text = () => {
      const name = group(base, PRIMARY);
      return `${name}[${index.text()}]`;
    };
    const flags = {
      level: PRIMARY,
      changed: base.changed || index.changed,
      pure: base.pure && index.pure && !isVolatile,
      isOpaque: isVolatile,
      isVolatile,
    };
    if (!isPointer(base.value) || !base.pure) return { text, ...flags };
    const { root, path } = base.value;
    const at = isNumber(index.value) && index.pure ? moved(base.value, index.value) : undefined;
    if (at !== undefined && at.type === types.canonical(node.type)) {
      const place: Place = { root, path: at.path, length: at.length };
      const isArray = types.canonical(node.type);
      const shown = () => placeText(place, around.rootInfo(root));
      return { place, text: isArray === "" ? text : shown, ...flags };
    }
    // Some element: of a local array the name is enough, its address goes nowhere.
    const array = { root, path: path.slice(0, -1) };
    const plain = bare(first);
    const named =
      plain.castKind === "ArrayToPointerDecay" ? locate(partsOf(plain)[0] as ClangNode) : undefined;
    const element = () => {
      const name = named === undefined ? group(base, PRIMARY) : groupText(named.text(), named.level, PRIMARY);
      return `${name}[${index.text()}]`;
    };
    return { within: array, text: element, ...flags };
  }

  /** What is not looked into is written as it is; nothing that it names is known afterwards. */
  function opaque(node: ClangNode): Evaluated {
    const text = () => {
      for (const part of walk(node)) {
        if (part.kind !== "DeclRefExpr" || variableOf(part) === undefined) continue;
        const { id = "", name = "" } = part.referencedDecl ?? {};
        const alias = state.frames[depth]?.aliases.get(id);
        const root = rootOfVariable(part);
        const now = alias ?? (root === undefined ? name : around.rootInfo(root).text);
        if (now !== name) throw refused(node);
        if (root !== undefined && around.isLocal(id)) {
          memory.expose(root, node);
          memory.giveUp(root, node);
        }
      }
      memory.forgetAll(node);
      return hole(node)();
    };
    return { text, level: node.kind === "InitListExpr" ? PRIMARY : 0, changed: true, pure: false };
  }

  function hole(node: ClangNode): () => string {
    return () => {
      const spelled = around.spelling(node);
      if (spelled === undefined) throw refused(node);
      return spelled;
    };
  }

  return { evaluate, locate, assign, literalOf };
}

const UNDERSTOOD =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|StringLiteral|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr)$/;

export const isUnderstood = (node: ClangNode): boolean => UNDERSTOOD.test(node.kind);

/** What a node writes. */
export function targetOf(node: ClangNode): ClangNode | undefined {
  const isWrite =
    (node.kind === "BinaryOperator" && node.opcode === "=") ||
    node.kind === "CompoundAssignOperator" ||
    (node.kind === "UnaryOperator" && (node.opcode === "++" || node.opcode === "--"));
  const [target] = partsOf(node);
  return isWrite && isThere(target) ? target : undefined;
}

function isVolatileType({ type }: ClangNode): boolean {
  return /\bvolatile\b|\b_Atomic\b/.test(
    `${type?.qualType} ${type?.desugaredQualType}`.replace(/volatile[^*]*\*.*$/, ""),
  );
}

export function group(found: Pick<Evaluated, "text" | "level">, atLeast: number): string {
  return groupText(found.text(), found.level, atLeast);
}

function groupText(text: string, level: number, atLeast: number): string {
  return level < atLeast ? `(${text})` : text;
}

function refused(node: ClangNode): Refusal {
  return new Refusal(`this expression (${node.kind}) is not understood yet`, offsetOf(node));
}
