/** A function's body as a graph of blocks: statements without control flow, and where it goes from there. */
import { bare, type ClangNode, isThere, offsetOf, partsOf, variableOf } from "./clang-tree.js";
import {
  type ChoiceOfCalls,
  calledIn,
  choiceIn,
  type Statements,
  splitChoice,
  statementsIn,
  steadyIn,
  unusedStatements,
} from "./first-parts.js";
import { Refusal } from "./refusal.js";
import { isAutomatic, isConstant, isOnlyRead } from "./variables.js";

export type Step =
  | { readonly kind: "expression"; readonly node: ClangNode }
  /** Written as it is. */
  | { readonly kind: "text"; readonly node: ClangNode }
  | { readonly kind: "declaration"; readonly variable: ClangNode; readonly initial: ClangNode | undefined };

export type Exit =
  | { readonly kind: "jump"; readonly to: Block }
  /** A variable becomes one of two values: what is known afterwards may differ. */
  | { readonly kind: "choose"; readonly step: Step; readonly to: Block }
  | {
      readonly kind: "branch";
      readonly condition: ClangNode;
      readonly taken: Block;
      readonly otherwise: Block;
    }
  | {
      readonly kind: "switch";
      readonly value: ClangNode;
      readonly cases: readonly { readonly label: ClangNode; readonly to: Block }[];
      readonly otherwise: Block;
    }
  /**
   * Goes on in the function that is called and then at `after`, with its result in a variable; or at `plain`. For `({ … })`
   * its statements follow at `after`.
   */
  | {
      readonly kind: "call";
      readonly call: ClangNode;
      readonly result: ClangNode | undefined;
      readonly after: Block;
      readonly plain: Block;
    }
  | { readonly kind: "return"; readonly value: ClangNode | undefined };

export interface Block {
  readonly number: number;
  readonly steps: Step[];
  exit: Exit;
}

export interface LoweredFunction {
  readonly blocks: readonly Block[];
  readonly entry: Block;
  readonly variables: readonly ClangNode[];
  /** Constant tables that only this function names. */
  readonly constants: readonly ClangNode[];
}

interface Targets {
  readonly end?: Block;
  readonly next?: Block;
  readonly cases?: { label: ClangNode; to: Block }[];
  readonly setDefault?: (block: Block) => void;
}

/** Throws {@link Refusal} for statements that are not understood. */
export function lowerFunction(
  body: ClangNode,
  mayInline: (call: ClangNode) => boolean = () => false,
): LoweredFunction {
  const constants: ClangNode[] = [];
  const isSteady = steadyIn(body);
  const blocks: Block[] = [];
  const variables: ClangNode[] = [];
  const labels = new Map<string, Block>();
  const create = (): Block => {
    const block: Block = { number: blocks.length, steps: [], exit: { kind: "return", value: undefined } };
    blocks.push(block);
    return block;
  };
  const entry = create();
  let current = entry;
  const go = (to: Block) => {
    current.exit = { kind: "jump", to };
  };
  const labelled = (id: string) => {
    const known = labels.get(id) ?? create();
    labels.set(id, known);
    return known;
  };

  const branch = (condition: ClangNode, then: Block, otherwise: Block): void => {
    const node = bare(condition);
    const [left, right] = partsOf(node);
    if (
      node.kind === "BinaryOperator" &&
      (node.opcode === "&&" || node.opcode === "||") &&
      isThere(left) &&
      isThere(right)
    ) {
      const between = create();
      if (node.opcode === "&&") branch(left, between, otherwise);
      else branch(left, then, between);
      current = between;
      branch(right, then, otherwise);
    } else if (node.kind === "UnaryOperator" && node.opcode === "!" && isThere(left))
      branch(left, otherwise, then);
    else
      withCall(condition, (whole) => {
        current.exit = { kind: "branch", condition: whole, taken: then, otherwise };
      });
  };

  /** `a && f(b)` as a value: what it is used for is carried out for each value of it. */
  const withChoice = (choice: ChoiceOfCalls, use: (node: ClangNode) => void, goesOn: boolean): void => {
    const [then, otherwise] = [create(), create()];
    const join = goesOn ? create() : undefined;
    branch(choice.condition, then, otherwise);
    for (const [block, node] of [
      [then, choice.whole(choice.arms[0])],
      [otherwise, choice.whole(choice.arms[1])],
    ] as const) {
      current = block;
      withCall(node, use, goesOn);
      if (join !== undefined) go(join);
    }
    if (join !== undefined) current = join;
  };

  /** `({ … })` as it is, or its statements and then what reads its value. */
  const withStatements = (
    found: Statements,
    whole: ClangNode,
    use: (node: ClangNode) => void,
    goesOn: boolean,
  ) => {
    const { expression: call, statements, result, value, rest } = found;
    const [plain, after] = [create(), create()];
    const join = goesOn ? create() : undefined;
    current.exit = { kind: "call", call, result, after, plain };
    current = plain;
    use(whole);
    if (join !== undefined) go(join);
    current = after;
    for (const one of statements) statement(one, enclosing);
    if (result !== undefined && value !== undefined) {
      variables.push(result);
      withCall(value, (initial) => work({ kind: "declaration", variable: result, initial }), true);
    }
    if (rest !== undefined) withCall(rest, use, goesOn);
    if (join === undefined) return;
    go(join);
    current = join;
  };

  /** `use` ends the block that it is carried out in, or not: then both ways go on together. */
  const withCall = (whole: ClangNode, use: (node: ClangNode) => void, goesOn = false): void => {
    const inner = statementsIn(whole, isSteady);
    if (inner !== undefined) {
      withStatements(inner, whole, use, goesOn);
      return;
    }
    const choice = choiceIn(whole, mayInline, isSteady);
    const found = choice === undefined ? calledIn(whole, mayInline, isSteady) : undefined;
    if (choice !== undefined) withChoice(choice, use, goesOn);
    if (choice === undefined && found === undefined) use(whole);
    if (found === undefined) return;
    const { call, result, rest } = found;
    if (result !== undefined) variables.push(result);
    const [plain, after] = [create(), create()];
    const join = goesOn ? create() : undefined;
    current.exit = { kind: "call", call, result, after, plain };
    for (const [block, node] of [
      [plain, whole],
      [after, rest],
    ] as const) {
      current = block;
      // Behind the first call there may be more.
      if (block === after && node !== undefined) withCall(node, use, goesOn);
      else if (node !== undefined) use(node);
      if (join !== undefined) go(join);
    }
    if (join !== undefined) current = join;
  };

  const loop = (
    parts: {
      condition: ClangNode | undefined;
      step?: ClangNode | undefined;
      body: ClangNode;
      first: "test" | "body";
    },
    targets: Targets,
  ): void => {
    const [test, work, next, end] = [create(), create(), create(), create()];
    go(parts.first === "test" ? test : work);
    current = test;
    if (parts.condition === undefined) go(work);
    else branch(parts.condition, work, end);
    current = work;
    statement(parts.body, { ...targets, end, next });
    go(next);
    current = next;
    if (parts.step !== undefined) expression(parts.step);
    go(test);
    current = end;
  };

  const switchOf = (node: ClangNode, targets: Targets): void => {
    const [value, inner] = partsOf(node).filter(isThere).slice(-2);
    if (value === undefined || inner === undefined || node.hasInit || node.hasVar) throw refused(node);
    const end = create();
    const cases: { label: ClangNode; to: Block }[] = [];
    let otherwise = end;
    const head = current;
    current = create();
    statement(inner, {
      ...targets,
      end,
      cases,
      setDefault: (block) => {
        otherwise = block;
      },
    });
    go(end);
    current = head;
    withCall(value, (whole) => {
      current.exit = { kind: "switch", value: whole, cases, otherwise };
    });
    current = end;
  };

  /** Where `break` and `continue` lead that stand in an expression. */
  let enclosing: Targets = {};

  const statement = (node: ClangNode | undefined, targets: Targets): void => {
    if (!isThere(node)) return;
    const outer = enclosing;
    enclosing = targets;
    statementWithin(node, targets);
    enclosing = outer;
  };

  const statementWithin = (node: ClangNode, targets: Targets): void => {
    const parts = partsOf(node);
    switch (node.kind) {
      case "CompoundStmt":
        for (const part of parts) statement(part, targets);
        return;
      case "NullStmt":
        return;
      case "AttributedStmt":
        statement(parts.at(-1), targets);
        return;
      case "DeclStmt":
        for (const declared of parts) declare(declared);
        return;
      case "IfStmt": {
        if (node.hasInit || node.hasVar) throw refused(node);
        const [then, otherwise, end] = [create(), create(), create()];
        branch(parts[0] as ClangNode, then, otherwise);
        current = then;
        statement(parts[1], targets);
        go(end);
        current = otherwise;
        statement(parts[2], targets);
        go(end);
        current = end;
        return;
      }
      case "WhileStmt":
        loop({ condition: parts.at(-2), body: parts.at(-1) as ClangNode, first: "test" }, targets);
        return;
      case "DoStmt":
        loop({ condition: parts[1], body: parts[0] as ClangNode, first: "body" }, targets);
        return;
      case "ForStmt": {
        const [first, , condition, step, inner] = parts;
        if (isThere(parts[1])) throw refused(node);
        statement(first, targets);
        const there = (part: ClangNode | undefined) => (isThere(part) ? part : undefined);
        loop(
          { condition: there(condition), step: there(step), body: inner as ClangNode, first: "test" },
          targets,
        );
        return;
      }
      case "SwitchStmt":
        switchOf(node, targets);
        return;
      case "CaseStmt":
      case "DefaultStmt": {
        const here = create();
        go(here);
        current = here;
        if (node.kind === "DefaultStmt") targets.setDefault?.(here);
        else if (parts.length !== 2 || targets.cases === undefined) throw refused(node);
        else targets.cases.push({ label: parts[0] as ClangNode, to: here });
        statement(parts.at(-1), targets);
        return;
      }
      case "LabelStmt": {
        const here = labelled(node.declId ?? "");
        go(here);
        current = here;
        statement(parts[0], targets);
        return;
      }
      case "BreakStmt":
      case "ContinueStmt":
      case "GotoStmt":
      case "ReturnStmt": {
        const value = parts.find(isThere);
        if (node.kind === "ReturnStmt" && value !== undefined)
          withCall(value, (whole) => {
            current.exit = { kind: "return", value: whole };
          });
        else if (node.kind === "ReturnStmt") current.exit = { kind: "return", value: undefined };
        else if (node.kind === "GotoStmt") go(labelled(node.targetLabelDeclId ?? ""));
        else {
          const to = node.kind === "BreakStmt" ? targets.end : targets.next;
          if (to === undefined) throw refused(node);
          go(to);
        }
        current = create();
        return;
      }
      case "GCCAsmStmt":
        current.steps.push({ kind: "text", node });
        return;
      default:
        if (/Stmt$/.test(node.kind)) throw refused(node);
        expression(node);
    }
  };

  /** `i++, p++` is two. */
  const expression = (node: ClangNode): void => {
    const whole = bare(node);
    if (whole.kind === "BinaryOperator" && whole.opcode === ",")
      for (const part of partsOf(whole)) expression(part);
    else {
      const use = (rest: ClangNode) => work({ kind: "expression", node: rest });
      const unused = unusedStatements(node);
      if (unused === undefined) withCall(node, use, true);
      else withStatements(unused, node, use, true);
    }
  };

  const work = (step: Step): void => {
    if (choiceOf(step) === undefined) {
      current.steps.push(step);
      return;
    }
    const to = create();
    current.exit = { kind: "choose", step, to };
    current = to;
  };

  const declare = (declared: ClangNode): void => {
    if (/^(Record|Enum|Typedef|Empty)Decl$/.test(declared.kind) && /^(Typedef|Empty)/.test(declared.kind))
      return;
    if (declared.kind !== "VarDecl") throw refused(declared);
    if (declared.storageClass === "static" && (isConstant(declared) || isOnlyRead(declared, body))) {
      constants.push(declared);
      return;
    }
    if (!isAutomatic(declared)) throw refused(declared, `a ${declared.storageClass} variable in a function`);
    variables.push(declared);
    const initial =
      declared.init === undefined
        ? undefined
        : partsOf(declared).find((part) => /Expr$|Operator$|Literal$/.test(part.kind));
    if (declared.init !== undefined && initial === undefined) throw refused(declared);
    if (initial === undefined) work({ kind: "declaration", variable: declared, initial });
    else withCall(initial, (rest) => work({ kind: "declaration", variable: declared, initial: rest }), true);
  };

  statement(body, {});
  return { blocks, entry, variables, constants };
}

export interface Choice {
  readonly condition: ClangNode;
  /** The statement for each value of the condition; of what nothing is written so, without a place. */
  readonly arms: readonly [Step, Step];
}

/** `v = c ? a : b` or `v += c ? a : b` of a variable, or a declaration of that form. */
export function choiceOf(step: Step): Choice | undefined {
  if (step.kind === "declaration") {
    const split = step.initial === undefined ? undefined : splitChoice(step.initial);
    if (split === undefined) return undefined;
    const arm = (initial: ClangNode): Step => ({ ...step, initial });
    return { condition: split.condition, arms: [arm(split.arms[0]), arm(split.arms[1])] };
  }
  const top = step.kind === "expression" ? bare(step.node) : undefined;
  const isWrite =
    (top?.kind === "BinaryOperator" && top.opcode === "=") || top?.kind === "CompoundAssignOperator";
  if (top === undefined || !isWrite) return undefined;
  const [target, right] = partsOf(top) as [ClangNode, ClangNode];
  const split = variableOf(target) === undefined ? undefined : splitChoice(right);
  if (split === undefined) return undefined;
  const { range: _, ...around } = top;
  const arm = (value: ClangNode): Step => ({
    kind: "expression",
    node: { ...around, inner: [target, value] },
  });
  return { condition: split.condition, arms: [arm(split.arms[0]), arm(split.arms[1])] };
}

function refused(
  node: ClangNode,
  what = `a ${node.kind.replace(/Stmt$/, " statement").replace(/Decl$/, " declaration")}`,
): Refusal {
  return new Refusal(`${what} is not understood yet`, offsetOf(node));
}
