/** A function's body as a graph of blocks: statements without control flow, and where it goes from there. */
import { bare, type ClangNode, isThere, offsetOf, partsOf, variableOf } from "./clang-tree.js";
import { Refusal } from "./refusal.js";

export type Step =
  | { readonly kind: "expression"; readonly node: ClangNode }
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
}

interface Targets {
  readonly end?: Block;
  readonly next?: Block;
  readonly cases?: { label: ClangNode; to: Block }[];
  readonly setDefault?: (block: Block) => void;
}

/** Throws {@link Refusal} for statements that are not understood. */
export function lowerFunction(body: ClangNode): LoweredFunction {
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
    else current.exit = { kind: "branch", condition, taken: then, otherwise };
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
    head.exit = { kind: "switch", value, cases, otherwise };
    current = end;
  };

  const statement = (node: ClangNode | undefined, targets: Targets): void => {
    if (!isThere(node)) return;
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
        if (node.kind === "ReturnStmt") current.exit = { kind: "return", value: parts.find(isThere) };
        else if (node.kind === "GotoStmt") go(labelled(node.targetLabelDeclId ?? ""));
        else {
          const to = node.kind === "BreakStmt" ? targets.end : targets.next;
          if (to === undefined) throw refused(node);
          go(to);
        }
        current = create();
        return;
      }
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
    else work({ kind: "expression", node });
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
    if (declared.kind !== "VarDecl") throw refused(declared);
    if (declared.storageClass !== undefined)
      throw refused(declared, `a ${declared.storageClass} variable in a function`);
    variables.push(declared);
    const initial =
      declared.init === undefined
        ? undefined
        : partsOf(declared).find((part) => /Expr$|Operator$|Literal$/.test(part.kind));
    if (declared.init !== undefined && initial === undefined) throw refused(declared);
    work({ kind: "declaration", variable: declared, initial });
  };

  statement(body, {});
  return { blocks, entry, variables };
}

export interface Choice {
  readonly variable: string;
  readonly condition: ClangNode;
  /** With the conversions around the choice; without a place, since nothing is written so. */
  readonly arms: readonly [ClangNode, ClangNode];
}

/** `v = c ? a : b`, or a declaration of that form. */
export function choiceOf(step: Step): Choice | undefined {
  const top = step.kind === "expression" ? bare(step.node) : undefined;
  const [target, right] = top?.kind === "BinaryOperator" && top.opcode === "=" ? partsOf(top) : [];
  const variable =
    step.kind === "declaration" ? step.variable.id : target === undefined ? undefined : variableOf(target);
  const value = step.kind === "declaration" ? step.initial : right;
  if (variable === undefined || value === undefined) return undefined;
  const split = splitChoice(value);
  return split === undefined ? undefined : { variable, ...split };
}

function splitChoice(node: ClangNode): Omit<Choice, "variable"> | undefined {
  const parts = partsOf(node);
  if (node.kind === "ConditionalOperator" && parts.length === 3)
    return { condition: parts[0] as ClangNode, arms: [parts[1] as ClangNode, parts[2] as ClangNode] };
  if (node.kind !== "ParenExpr" && node.kind !== "ImplicitCastExpr") return undefined;
  const inner = isThere(parts[0]) ? splitChoice(parts[0]) : undefined;
  if (inner === undefined) return undefined;
  const { range: _, ...around } = node;
  return {
    ...inner,
    arms: [
      { ...around, inner: [inner.arms[0]] },
      { ...around, inner: [inner.arms[1]] },
    ],
  };
}

function refused(
  node: ClangNode,
  what = `a ${node.kind.replace(/Stmt$/, " statement").replace(/Decl$/, " declaration")}`,
): Refusal {
  return new Refusal(`${what} is not understood yet`, offsetOf(node));
}
