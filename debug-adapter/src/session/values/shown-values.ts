/** GDB's variable objects as the client shows them; what has children gets a reference. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { leaveToWaiters } from "@weft/weaver-bridge/model";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import {
  createVariableObject,
  deleteVariableObject,
  evaluate,
  type FrameReference,
  type MiVariable,
  type MiVariableObject,
} from "../gdb/mi-commands.js";
import { PAGE } from "./pages.js";
import type { References } from "./references.js";

export class ShownValues {
  /** Names of GDB's objects, which live until they are forgotten. */
  private objects: string[] = [];

  constructor(
    private readonly gdb: GdbConnection,
    private readonly references: References,
  ) {}

  async create(expression: string, frame: FrameReference): Promise<MiVariableObject> {
    const object = await createVariableObject(this.gdb, expression, frame);
    this.objects.push(object.name);
    return object;
  }

  async show(
    name: string,
    object: MiVariableObject,
    frame: FrameReference,
    expression: string | undefined,
  ): Promise<DebugProtocol.Variable> {
    return {
      name,
      value: (await this.textOf(object, expression, frame)) ?? (object.value || object.type || ""),
      ...(object.type === undefined ? {} : { type: object.type }),
      ...(expression === undefined ? {} : { evaluateName: expression }),
      ...memoryOf(object, expression),
      ...this.childrenOf(object, frame, expression),
    };
  }

  /** A variable by its value, if that is all, or by an object; what can't be read says why. */
  async showVariable(
    name: string,
    variable: MiVariable,
    frame: FrameReference,
    expression: string,
  ): Promise<DebugProtocol.Variable> {
    const isSimple = variable.value !== undefined && !/[*[\]]|struct|union/.test(variable.type ?? "");
    if (isSimple) return this.show(name, { ...variable, numchild: "0" }, frame, expression);
    try {
      return await this.show(name, await this.create(expression, frame), frame, expression);
    } catch (error) {
      return { name, value: `<${(error as Error).message}>`, variablesReference: 0 };
    }
  }

  forget(): void {
    const old = this.objects;
    this.objects = [];
    for (const object of old) leaveToWaiters(deleteVariableObject(this.gdb, object)); // GDB may be gone.
  }

  /** What a small array of characters says, of which GDB's object tells the length alone. */
  private async textOf(object: MiVariableObject, expression: string | undefined, frame: FrameReference) {
    const length = Number(/\bchar \[(\d+)\]$/.exec(object.type ?? "")?.[1] ?? 0);
    if (expression === undefined || length === 0 || length > LONGEST_TEXT) return undefined;
    return textIn(await unlessGdbRefuses(evaluate(this.gdb, expression, frame)));
  }

  private childrenOf(object: MiVariableObject, frame: FrameReference, expression: string | undefined) {
    const to = Number(object.numchild);
    if (!(to > 0)) return { variablesReference: 0 };
    const children = { kind: "children", frame, object: object.name } as const;
    if (!isArray(object)) return { variablesReference: this.references.add(children) };
    const isLong = to > PAGE && expression !== undefined;
    const array = isLong ? { array: { expression, from: 0, to } } : {};
    return { variablesReference: this.references.add({ ...children, ...array }), indexedVariables: to };
  }
}

/** Characters of an array that are shown as one text. */
const LONGEST_TEXT = 256;

/** `"init"` of `"init\000\000", '\000' <repeats 8 times>`. */
export function textIn(value = ""): string | undefined {
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
