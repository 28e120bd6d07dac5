/**
 * Scopes and variables of the current stop. A reference lives until the machine runs again; then all of GDB's
 * variable objects behind it are deleted.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { RegisterGroup } from "@weft/weaver-bridge/machine";
import { type JoinPointNames, parseWalk, type WalkRequest } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { evaluate, type FrameReference } from "../gdb/mi-commands.js";
import type { Asked } from "./pages.js";
import { type Reference, References, type ScopeKind } from "./references.js";
import { ShownValues } from "./shown-values.js";
import { VariableLists } from "./variable-lists.js";
import { walk } from "./walker.js";

export interface VariableStore {
  scopeReference(
    kind: ScopeKind,
    frame: FrameReference,
    names: JoinPointNames,
    group?: RegisterGroup,
  ): number;
  /** `undefined` when the reference is of an earlier stop. */
  referenceOf(variablesReference: number): Reference | undefined;
  /** All, or the part that is asked for. Long arrays come in pages where no part is. */
  variables(reference: Reference, asked?: Asked): Promise<DebugProtocol.Variable[]>;
  evaluate(expression: string, frame: FrameReference, names: JoinPointNames): Promise<DebugProtocol.Variable>;
  /** Assigns and returns the new value as GDB prints it. Throws GDB's error. */
  assign(reference: Reference, name: string, value: string): Promise<string>;
  /** GDB's expression for a variable of a reference. */
  expressionOf(variablesReference: number, name: string): string | undefined;
  /** All references become invalid. */
  forget(): void;
}

export function createVariableStore(gdb: GdbConnection): VariableStore {
  const references = new References();
  const values = new ShownValues(gdb, references);
  const lists = new VariableLists(gdb, references, values);

  const evaluateWalk = async (text: string, request: WalkRequest, frame: FrameReference) => {
    const { elements, summary } = await walk(gdb, request, frame);
    const isEmpty = elements.length === 0;
    const variablesReference = isEmpty ? 0 : references.add({ kind: "walked", frame, elements });
    return { name: text, value: summary, variablesReference };
  };

  return {
    scopeReference: (kind, frame, names, group) =>
      references.add({ kind, frame, names, ...(group === undefined ? {} : { group }) } as Reference),
    referenceOf: (variablesReference) => references.get(variablesReference),
    variables: (reference, asked = {}) => lists.list(reference, asked),
    evaluate: async (text, frame, names) => {
      const constant = names.constant(text);
      if (constant !== undefined) return { name: text, value: constant, variablesReference: 0 };
      const expression = names.expression(text);
      const walkRequest = parseWalk(expression);
      if (walkRequest !== undefined) return evaluateWalk(text, walkRequest, frame);
      const unused = /\btjp\s*->\s*\w+/.exec(expression)?.[0];
      if (unused !== undefined)
        throw new Error(
          `${unused} is not there: only the fields of tjp that the advice uses are passed to it`,
        );
      const object = await values.create(expression, frame).catch(async (cause: Error) => {
        await evaluate(gdb, expression, frame); // Fails as well, and says why.
        throw new Error(`${text} has no value that can be shown`, { cause });
      });
      // GDB makes an object of what it can't read, and gives it no value.
      if (!object.value && object.numchild === "0") await evaluate(gdb, expression, frame);
      return values.show(text, object, frame, expression);
    },
    assign: async (reference, name, value) => {
      const known = references.expressionOf(references.numberOf(reference), name);
      const target = reference.kind === "registers" ? `$${name}` : (known ?? name);
      const source =
        reference.kind === "children" || reference.kind === "walked"
          ? value
          : reference.names.expression(value);
      await evaluate(gdb, `${target} = ${source}`, reference.frame);
      return evaluate(gdb, target, reference.frame);
    },
    expressionOf: (variablesReference, name) => references.expressionOf(variablesReference, name),
    forget: () => {
      references.clear();
      values.forget();
    },
  };
}
