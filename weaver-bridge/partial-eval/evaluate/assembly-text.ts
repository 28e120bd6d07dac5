/** Assembly in the residual function: as it is written, with its operands as they are called there, and what is known of them. */
import { ASM_GOTO, asmGotoText } from "../lower/assembly.js";
import { isInRegister } from "../lower/variables.js";
import { isNumber } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, isThere, offsetOf, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import { type Evaluated, type Evaluation, group, refused, rootOfVariable } from "./evaluated.js";
import { hole } from "./residual-text.js";
import { noteWrite } from "./writes.js";

/** A part of the text that is said otherwise. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function evaluateAssembly(on: Evaluation, node: ClangNode): Evaluated {
  const text = () => {
    const written = hole(on, node)();
    const name = definedIn(written);
    if (name !== undefined)
      throw new Refusal(`assembly defines ${name}, which can't be defined once more`, offsetOf(node));
    const operands = partsOf(node).filter(isThere);
    const isDirect = node.range?.begin.offset !== undefined;
    const changes = operands.flatMap((one) =>
      isDirect ? operandOf(on, node, one) : namesInMacro(on, node, one, written),
    );
    const said = changed(written, changes);
    noteClobbers(on, node, written);
    return node.kind === ASM_GOTO ? asmGotoText(said.replace(/;$/, ""), (node.name ?? "").split(",")) : said;
  };
  return { text, level: 0, changed: true, pure: false };
}

/** A name that the assembler gets to know; `1:` and `again%=:` are another one in each copy. */
function definedIn(text: string): string | undefined {
  let template = "";
  for (const [piece, said] of text.matchAll(/"((?:[^"\\]|\\.)*)"|:/g)) {
    if (piece === ":") break;
    template += said;
  }
  return /(?:^|[\n;])[ \t]*([A-Za-z_.$][\w.$]*):/.exec(template.replace(/\\[ntr]/g, "\n"))?.[1];
}

function changed(text: string, changes: readonly Change[]): string {
  const last = [...changes].sort((one, other) => other.from - one.from);
  return last.reduce((said, { from, to, text: other }) => said.slice(0, from) + other + said.slice(to), text);
}

/** It is written there, or its address is wanted: not a value alone. */
const isObject = (operand: ClangNode): boolean =>
  /^(?:DeclRefExpr|MemberExpr|ArraySubscriptExpr)$/.test(bare(operand).kind) || bare(operand).opcode === "*";

function operandOf(on: Evaluation, node: ClangNode, operand: ClangNode): Change[] {
  const found = isObject(operand) ? objectFor(on, node, operand) : valueFor(on, operand);
  if (!found.changed) return [];
  const spelled = on.around.spelling(operand);
  const from = (offsetOf(operand) ?? 0) - (offsetOf(node) ?? 0);
  if (spelled === undefined) throw refused(node);
  return [{ from, to: from + spelled.length, text: found.text }];
}

interface Said {
  readonly text: string;
  readonly changed: boolean;
}

function valueFor(on: Evaluation, operand: ClangNode): Said {
  // The register is the operand, whatever is in it.
  if (walk(operand).some((part) => isInRegister(variableNode(on, part)))) {
    for (const part of walk(operand)) takeName(on, operand, part, false);
    return { text: "", changed: false };
  }
  const found = on.evaluate(operand);
  const { value, changed: isChanged } = found;
  if (!isChanged) {
    found.text();
    return { text: "", changed: false };
  }
  const type = on.around.records.typeText(operand.type) || "int";
  const isPlain = !isNumber(value) || /^(?:unsigned )?int$/.test(on.around.types.canonical(operand.type));
  return { text: isPlain ? found.text() : `(${type})${group(found, 14)}`, changed: true };
}

function objectFor(on: Evaluation, node: ClangNode, operand: ClangNode): Said {
  const found = on.locate(operand);
  const text = found.text();
  const inside = found.place ?? found.within;
  if (inside !== undefined) on.memory.settle(inside, node);
  noteWrite(on, found, node);
  return { text, changed: found.changed };
}

/** Of a macro's operands only names that are given to it can be said otherwise. */
function namesInMacro(on: Evaluation, node: ClangNode, operand: ClangNode, written: string): Change[] {
  const addressed = walk(operand).filter(
    ({ kind, opcode, castKind }) =>
      (kind === "UnaryOperator" && opcode === "&") || castKind === "ArrayToPointerDecay",
  );
  const exposed = new Set(addressed.flatMap(walk));
  return walk(operand).flatMap((part) => {
    const now = takeName(on, node, part, exposed.has(part));
    const name = part.referencedDecl?.name ?? "";
    if (now === undefined || now === name) return [];
    const { file, offset } = part.range?.begin.spellingLoc ?? {};
    const from = (offset ?? -1) - (offsetOf(node) ?? 0);
    const isGiven = file === node.range?.begin.expansionLoc?.file && written.slice(from).startsWith(name);
    if (from < 0 || !isGiven)
      throw new Refusal(
        `assembly that a macro makes names ${name}, which has another name here`,
        offsetOf(node),
      );
    return [{ from, to: from + name.length, text: now }];
  });
}

/** How a local variable is called now; it is in memory, and nothing is known of it afterwards. */
function takeName(on: Evaluation, node: ClangNode, part: ClangNode, isExposed: boolean): string | undefined {
  if (part.kind !== "DeclRefExpr" || variableOf(part) === undefined) return undefined;
  const { id = "", name = "" } = part.referencedDecl ?? {};
  const kept = on.around.whyStatic(id);
  if (kept !== undefined) throw kept;
  const alias = on.state.frames[on.depth]?.aliases.get(id);
  const root = rootOfVariable(on, part);
  if (root !== undefined && on.around.isLocal(id)) {
    if (isExposed) on.memory.expose(root, node);
    on.memory.giveUp(root, node);
  }
  return alias ?? (root === undefined ? name : on.around.rootInfo(root).text);
}

function variableNode(on: Evaluation, part: ClangNode): ClangNode {
  const root =
    part.kind === "DeclRefExpr" && variableOf(part) !== undefined ? rootOfVariable(on, part) : undefined;
  return (root === undefined ? undefined : on.around.rootInfo(root).node) ?? part;
}

/** What assembly writes besides its operands: where it says so, any memory. */
function noteClobbers(on: Evaluation, node: ClangNode, text: string): void {
  const isDirect = /^\s*(?:asm|__asm__|__asm)\b[^:]*\(/.test(text);
  if (isDirect && text.includes(":") && !/"memory"/.test(text)) return;
  // Which of its operands a macro has written nobody looks at.
  const isPlain = partsOf(node).every((one) => !isThere(one) || isDirect || !isObject(one) || isOwn(on, one));
  if (isPlain) on.memory.forgetAtBarrier(node);
  else on.memory.forgetAll(node);
}

function isOwn({ around }: Evaluation, one: ClangNode): boolean {
  const id = variableOf(one);
  return id !== undefined && around.isLocal(id);
}
