/** What stands in a scope, in an object, in a long array and on a list that was walked. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import {
  evaluate,
  type FrameReference,
  frameVariables,
  type MiVariable,
  variableChildren,
  variablePath,
} from "../gdb/mi-commands.js";
import { globalNames } from "./frame-names.js";
import { type Asked, PAGE, partOf, pagesOf as rangesOf } from "./pages.js";
import type { LongArray, Reference, References } from "./references.js";
import { type ShownValues, textIn } from "./shown-values.js";
import { nameMember, type WalkedElement } from "./walker.js";

type ChildrenReference = Extract<Reference, { kind: "children" }>;
type ScopeReference = Exclude<Reference, { kind: "children" | "walked" }>;

export class VariableLists {
  constructor(
    private readonly gdb: GdbConnection,
    private readonly references: References,
    private readonly values: ShownValues,
  ) {}

  /** All, or the part that is asked for. Long arrays come in pages where no part is. */
  async list(reference: Reference, asked: Asked): Promise<DebugProtocol.Variable[]> {
    const self = this.references.numberOf(reference);
    if (reference.kind === "walked")
      return partOf(await this.listWalked(reference.frame, reference.elements, self), asked);
    if (reference.kind !== "children") return partOf(await this.listScope(reference, self), asked);
    if (reference.array !== undefined) return this.listLong(reference, reference.array, asked, self);
    const children = await this.listChildren(reference, self);
    const areElements = children.every(({ name }) => /^\[\d+\]$/.test(name));
    return partOf(children, asked, areElements);
  }

  private async listScope({ kind, frame, names }: ScopeReference, self: number) {
    const variables =
      kind === "globals"
        ? (await globalNames(this.gdb, frame)).map((name): MiVariable => ({ name }))
        : (await frameVariables(this.gdb, frame)).filter(
            ({ arg }) => (arg === "1") === (kind === "arguments"),
          );
    const result: DebugProtocol.Variable[] = [];
    for (const variable of variables) {
      const shown = names.shown(variable.name);
      if (shown === undefined) continue;
      const expression = kind === "globals" ? variable.name : names.expression(shown);
      this.references.setExpression(self, shown, expression);
      result.push(await this.values.showVariable(shown, variable, frame, expression));
    }
    // What the weaver knew stands in no register.
    if (kind === "arguments")
      for (const [name, value] of names.constants())
        result.push({ name, value, variablesReference: 0, presentationHint: { attributes: ["constant"] } });
    return result;
  }

  private async listChildren({ frame, object }: ChildrenReference, self: number) {
    const result: DebugProtocol.Variable[] = [];
    for (const child of await variableChildren(this.gdb, object)) {
      const path = await variablePath(this.gdb, child.name);
      const name = /^\d+$/.test(child.exp ?? "") ? `[${child.exp}]` : (child.exp ?? child.name);
      if (path !== undefined) this.references.setExpression(self, name, path);
      result.push(await this.values.show(name, child, frame, path));
    }
    return result;
  }

  /** Elements are made objects one by one, as they are looked at. */
  private async listLong(
    { frame, object }: ChildrenReference,
    { expression, from, to }: LongArray,
    { start = 0, count = 0, filter }: Asked,
    self: number,
  ): Promise<DebugProtocol.Variable[]> {
    if (filter === "named") return [];
    const first = Math.min(from + start, to);
    const asked = { from: first, to: count === 0 ? to : Math.min(first + count, to) };
    if (count === 0 && asked.to - asked.from > PAGE)
      return rangesOf(asked).map((page) => ({
        name: `[${page.from} … ${page.to - 1}]`,
        value: `${page.to - page.from} elements`,
        indexedVariables: page.to - page.from,
        variablesReference: this.references.add({
          kind: "children",
          frame,
          object,
          array: { expression, ...page },
        }),
      }));
    const result: DebugProtocol.Variable[] = [];
    for (let place = asked.from; place < asked.to; place++) {
      const element = `(${expression})[${place}]`;
      this.references.setExpression(self, `[${place}]`, element);
      result.push(await this.values.showVariable(`[${place}]`, { name: element }, frame, element));
    }
    return result;
  }

  private async listWalked(frame: FrameReference, elements: readonly WalkedElement[], self: number) {
    if (elements.length > PAGE) return this.pagesOf(frame, elements);
    const [first] = elements;
    const member = first === undefined ? undefined : await nameMember(this.gdb, first.expression);
    const result: DebugProtocol.Variable[] = [];
    for (const { name, expression } of elements) {
      this.references.setExpression(self, name, expression);
      const shown = await this.values.showVariable(name, { name }, frame, expression);
      const called = member && (await unlessGdbRefuses(evaluate(this.gdb, `(${expression}).${member}`)));
      result.push({ ...shown, value: textIn(called) ?? shown.value });
    }
    return result;
  }

  private pagesOf(frame: FrameReference, elements: readonly WalkedElement[]): DebugProtocol.Variable[] {
    return Array.from({ length: Math.ceil(elements.length / PAGE) }, (_, page) => {
      const part = elements.slice(page * PAGE, (page + 1) * PAGE);
      return {
        name: `${part[0]?.name} … ${part.at(-1)?.name}`,
        value: `${part.length} elements`,
        variablesReference: this.references.add({ kind: "walked", frame, elements: part }),
      };
    });
  }
}
