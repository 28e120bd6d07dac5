/**
 * Scopes and variables of the current stop. A reference lives until the machine runs again; then all of GDB's
 * variable objects behind it are deleted.
 */

import type { DebugProtocol } from "@vscode/debugprotocol";
import type { RegisterGroup } from "@weft/weaver-bridge/machine";
import { leaveToWaiters } from "@weft/weaver-bridge/model";
import { type JoinPointNames, parseWalk } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import {
  createVariableObject,
  deleteVariableObject,
  evaluate,
  type FrameReference,
  frameVariables,
  type MiVariable,
  type MiVariableObject,
  variableChildren,
  variablePath,
} from "../gdb/mi-commands.js";
import { globalNames } from "./frame-names.js";
import { PAGE, partOf, type Range, pagesOf as rangesOf } from "./pages.js";
import { nameMember, type WalkedElement, walk } from "./walker.js";

export type ScopeKind = "arguments" | "locals" | "globals" | "registers";

export interface RegistersReference {
  readonly kind: "registers";
  readonly frame: FrameReference;
  readonly names: JoinPointNames;
  /** Absent: those that are looked at first, and the groups. */
  readonly group?: RegisterGroup;
}

type Reference =
  | RegistersReference
  | {
      readonly kind: Exclude<ScopeKind, "registers">;
      readonly frame: FrameReference;
      readonly names: JoinPointNames;
    }
  | {
      readonly kind: "children";
      readonly frame: FrameReference;
      readonly object: string;
      /** Of an array with more elements than a page: they are made objects one by one, as they are looked at. */
      readonly array?: LongArray;
    }
  | { readonly kind: "walked"; readonly frame: FrameReference; readonly elements: readonly WalkedElement[] };

interface LongArray extends Range {
  readonly expression: string;
}

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
  variables(
    reference: Reference,
    asked?: Omit<DebugProtocol.VariablesArguments, "variablesReference">,
  ): Promise<DebugProtocol.Variable[]>;
  evaluate(expression: string, frame: FrameReference, names: JoinPointNames): Promise<DebugProtocol.Variable>;
  /** Assigns and returns the new value as GDB prints it. Throws GDB's error. */
  assign(reference: Reference, name: string, value: string): Promise<string>;
  /** GDB's expression for a variable of a reference. */
  expressionOf(variablesReference: number, name: string): string | undefined;
  /** All references become invalid. */
  forget(): void;
}

export function createVariableStore(gdb: GdbConnection): VariableStore {
  const references = new Map<number, Reference>();
  const expressions = new Map<string, string>();
  let objects: string[] = [];
  let lastReference = 0;

  const remember = (reference: Reference) => {
    references.set(++lastReference, reference);
    return lastReference;
  };
  /** What a small array of characters says, of which GDB's object tells the length alone. */
  const textOf = async (object: MiVariableObject, expression: string | undefined, frame: FrameReference) => {
    const length = Number(/\bchar \[(\d+)\]$/.exec(object.type ?? "")?.[1] ?? 0);
    if (expression === undefined || length === 0 || length > LONGEST_TEXT) return undefined;
    return textIn(await unlessGdbRefuses(evaluate(gdb, expression, frame)));
  };
  const show = async (
    name: string,
    object: MiVariableObject,
    frame: FrameReference,
    expression: string | undefined,
  ): Promise<DebugProtocol.Variable> => ({
    name,
    value: (await textOf(object, expression, frame)) ?? (object.value || object.type || ""),
    ...(object.type === undefined ? {} : { type: object.type }),
    ...(expression === undefined ? {} : { evaluateName: expression }),
    ...memoryOf(object, expression),
    ...childrenOf(object, frame, expression),
  });
  const childrenOf = (object: MiVariableObject, frame: FrameReference, expression: string | undefined) => {
    const to = Number(object.numchild);
    if (!(to > 0)) return { variablesReference: 0 };
    const children = { kind: "children", frame, object: object.name } as const;
    if (!isArray(object)) return { variablesReference: remember(children) };
    const isLong = to > PAGE && expression !== undefined;
    const reference = remember({ ...children, ...(isLong ? { array: { expression, from: 0, to } } : {}) });
    return { variablesReference: reference, indexedVariables: to };
  };
  const create = async (expression: string, frame: FrameReference) => {
    const object = await createVariableObject(gdb, expression, frame);
    objects.push(object.name);
    return object;
  };
  const named = async (variable: MiVariable, frame: FrameReference, shown: string, expression: string) => {
    const simple = variable.value !== undefined && !/[*[\]]|struct|union/.test(variable.type ?? "");
    if (simple) return show(shown, { ...variable, numchild: "0" }, frame, expression);
    try {
      return await show(shown, await create(expression, frame), frame, expression);
    } catch (error) {
      return { name: shown, value: `<${(error as Error).message}>`, variablesReference: 0 };
    }
  };

  const listScope = async (
    kind: ScopeKind,
    frame: FrameReference,
    names: JoinPointNames,
    self: number,
  ): Promise<DebugProtocol.Variable[]> => {
    const list =
      kind === "globals"
        ? (await globalNames(gdb, frame)).map((name): MiVariable => ({ name }))
        : (await frameVariables(gdb, frame)).filter((v) => (v.arg === "1") === (kind === "arguments"));
    const result: DebugProtocol.Variable[] = [];
    for (const variable of list) {
      const shown = names.shown(variable.name);
      if (shown === undefined) continue;
      const expression = kind === "globals" ? variable.name : names.expression(shown);
      expressions.set(`${self} ${shown}`, expression);
      result.push(await named(variable, frame, shown, expression));
    }
    // What the weaver knew stands in no register.
    if (kind === "arguments")
      for (const [name, value] of names.constants())
        result.push({ name, value, variablesReference: 0, presentationHint: { attributes: ["constant"] } });
    return result;
  };

  const listChildren = async (
    frame: FrameReference,
    object: string,
    self: number,
  ): Promise<DebugProtocol.Variable[]> => {
    const result: DebugProtocol.Variable[] = [];
    for (const child of await variableChildren(gdb, object)) {
      const path = await variablePath(gdb, child.name);
      const name = /^\d+$/.test(child.exp ?? "") ? `[${child.exp}]` : (child.exp ?? child.name);
      if (path !== undefined) expressions.set(`${self} ${name}`, path);
      result.push(await show(name, child, frame, path));
    }
    return result;
  };
  const listLong = async (
    {
      frame,
      object,
      array: { expression, from, to },
    }: { frame: FrameReference; object: string; array: LongArray },
    { start = 0, count = 0, filter }: Omit<DebugProtocol.VariablesArguments, "variablesReference">,
    self: number,
  ): Promise<DebugProtocol.Variable[]> => {
    if (filter === "named") return [];
    const first = Math.min(from + start, to);
    const asked = { from: first, to: count === 0 ? to : Math.min(first + count, to) };
    if (count === 0 && asked.to - asked.from > PAGE)
      return rangesOf(asked).map((page) => ({
        name: `[${page.from} … ${page.to - 1}]`,
        value: `${page.to - page.from} elements`,
        indexedVariables: page.to - page.from,
        variablesReference: remember({ kind: "children", frame, object, array: { expression, ...page } }),
      }));
    const result: DebugProtocol.Variable[] = [];
    for (let place = asked.from; place < asked.to; place++) {
      const element = `(${expression})[${place}]`;
      expressions.set(`${self} [${place}]`, element);
      result.push(await named({ name: element }, frame, `[${place}]`, element));
    }
    return result;
  };
  const listWalked = async (
    frame: FrameReference,
    elements: readonly WalkedElement[],
    self: number,
  ): Promise<DebugProtocol.Variable[]> => {
    if (elements.length > PAGE) return pagesOf(frame, elements);
    const [first] = elements;
    const member = first === undefined ? undefined : await nameMember(gdb, first.expression);
    const result: DebugProtocol.Variable[] = [];
    for (const { name, expression } of elements) {
      expressions.set(`${self} ${name}`, expression);
      const shown = await named({ name }, frame, name, expression);
      const called = member && (await unlessGdbRefuses(evaluate(gdb, `(${expression}).${member}`)));
      result.push({ ...shown, value: textIn(called) ?? shown.value });
    }
    return result;
  };
  const pagesOf = (frame: FrameReference, elements: readonly WalkedElement[]): DebugProtocol.Variable[] =>
    Array.from({ length: Math.ceil(elements.length / PAGE) }, (_, page) => {
      const part = elements.slice(page * PAGE, (page + 1) * PAGE);
      return {
        name: `${part[0]?.name} … ${part.at(-1)?.name}`,
        value: `${part.length} elements`,
        variablesReference: remember({ kind: "walked", frame, elements: part }),
      };
    });
  const numberOf = (reference: Reference) =>
    [...references].find(([, candidate]) => candidate === reference)?.[0] ?? 0;

  return {
    scopeReference: (kind, frame, names, group) =>
      remember({ kind, frame, names, ...(group === undefined ? {} : { group }) } as Reference),
    referenceOf: (variablesReference) => references.get(variablesReference),
    variables: async (reference, asked = {}) => {
      const self = numberOf(reference);
      if (reference.kind === "walked")
        return partOf(await listWalked(reference.frame, reference.elements, self), asked);
      if (reference.kind !== "children")
        return partOf(await listScope(reference.kind, reference.frame, reference.names, self), asked);
      const { frame, object, array } = reference;
      if (array !== undefined) return listLong({ frame, object, array }, asked, self);
      const children = await listChildren(frame, object, self);
      return partOf(
        children,
        asked,
        children.every(({ name }) => /^\[\d+\]$/.test(name)),
      );
    },
    evaluate: async (text, frame, names) => {
      const constant = names.constant(text);
      if (constant !== undefined) return { name: text, value: constant, variablesReference: 0 };
      const expression = names.expression(text);
      const wanted = parseWalk(expression);
      if (wanted !== undefined) {
        const { elements, summary } = await walk(gdb, wanted, frame);
        const isEmpty = elements.length === 0;
        return {
          name: text,
          value: summary,
          variablesReference: isEmpty ? 0 : remember({ kind: "walked", frame, elements }),
        };
      }
      const unused = /\btjp\s*->\s*\w+/.exec(expression)?.[0];
      if (unused !== undefined)
        throw new Error(
          `${unused} is not there: only the fields of tjp that the advice uses are passed to it`,
        );
      const object = await create(expression, frame).catch(async () => {
        await evaluate(gdb, expression, frame); // Fails as well, and says why.
        throw new Error(`${text} has no value that can be shown`);
      });
      // GDB makes an object of what it can't read, and gives it no value.
      if (!object.value && object.numchild === "0") await evaluate(gdb, expression, frame);
      return show(text, object, frame, expression);
    },
    assign: async (reference, name, value) => {
      const known = expressions.get(`${numberOf(reference)} ${name}`);
      const target = reference.kind === "registers" ? `$${name}` : (known ?? name);
      const source =
        reference.kind === "children" || reference.kind === "walked"
          ? value
          : reference.names.expression(value);
      await evaluate(gdb, `${target} = ${source}`, reference.frame);
      return evaluate(gdb, target, reference.frame);
    },
    expressionOf: (variablesReference, name) => expressions.get(`${variablesReference} ${name}`),
    forget: () => {
      const old = objects;
      objects = [];
      references.clear();
      expressions.clear();
      for (const object of old) leaveToWaiters(deleteVariableObject(gdb, object)); // GDB may be gone.
    },
  };
}

/** Characters of an array that are shown as one text. */
const LONGEST_TEXT = 256;

/** `"init"` of `"init\000\000", '\000' <repeats 8 times>`. */
function textIn(value = ""): string | undefined {
  return /^"(?:[^"\\]|\\.)*"/.exec(value.replace(/(?<!\\000)(?:\\000)+(?=")/, ""))?.[0];
}

function isArray({ type = "" }: MiVariableObject): boolean {
  return /\[\d*\]$/.test(type);
}

function memoryOf(object: MiVariableObject, expression: string | undefined) {
  const pointer = /^(0x[0-9a-f]+)/.exec(object.value ?? "");
  if (pointer !== null && /\*/.test(object.type ?? "")) return { memoryReference: pointer[1] as string };
  return expression !== undefined && Number(object.numchild) > 0
    ? { memoryReference: `&(${expression})` }
    : {};
}
