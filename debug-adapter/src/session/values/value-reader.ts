/**
 * What a join point's values are at the instruction where a machine stands, asked of a GDB that only looks: arguments where
 * a function begins, its result where it returns to, what an access reads and overwrites. What the optimizer left no trace
 * of has no value.
 */
import { factsOfWord, nameOf } from "@weft/weaver-bridge/machine";
import { functionName, type MeantJoinPoint } from "../../engine/index.js";
import type { HitValue } from "../../protocol/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { evaluate, type FrameReference, frameVariables, stackFrames } from "../gdb/mi-commands.js";

export interface ValueReader {
  /** The machine has moved since GDB looked at it. */
  moved(): Promise<void>;
  /** Of the function that begins here. */
  arguments(signature: string): Promise<HitValue[]>;
  /** Where the function that begins here returns to, if it gives a result. */
  returnAddress(signature: string, stackPointer: number): Promise<number | undefined>;
  /** Of a function that has just returned. */
  result(signature: string): Promise<HitValue[]>;
  /** What the instruction here accesses: an expression that holds wherever the machine is. */
  accessed(access: MeantJoinPoint): Promise<string | undefined>;
  /** Address of the instruction behind this one. */
  following(): Promise<number | undefined>;
  /** `undefined` where it can't be read. */
  value(expression: string): Promise<string | undefined>;
}

/** Inlined functions may begin where the function begins that they are inlined into. */
const DEEPEST_INLINING = 8;

export function createValueReader(gdb: GdbConnection, threadId = 1): ValueReader {
  const top: FrameReference = { threadId, frameId: 0 };
  const known = new Map<string, Promise<string | undefined>>();
  const value = (expression: string) => unlessGdbRefuses(evaluate(gdb, expression, top));
  const once = (expression: string) => {
    const answer = known.get(expression) ?? value(expression);
    known.set(expression, answer);
    return answer;
  };
  return {
    moved: async () => void (await gdb.consoleCommand("maintenance flush register-cache")),
    async arguments(signature) {
      const name = functionName(signature);
      const frames = (await unlessGdbRefuses(stackFrames(gdb, threadId, 0, DEEPEST_INLINING))) ?? [];
      const frame = frames.find(({ symbol }) => symbol !== undefined && symbol === name);
      if (frame === undefined) return [];
      const all = await frameVariables(gdb, { threadId, frameId: frame.level });
      return all.flatMap(({ name, arg, value: text }) =>
        arg !== "1" || text === undefined || text === OPTIMIZED_OUT
          ? []
          : [{ kind: "argument" as const, name, value: text }],
      );
    },
    async returnAddress(signature, stackPointer) {
      if (!hasResult(signature)) return undefined;
      const address = await value(`*(unsigned long *)${stackPointer}`);
      return address === undefined ? undefined : Number(address);
    },
    async result(signature) {
      const type = resultType(signature);
      const [size, word] = [Number(await once(`sizeof(${type})`)), Number(await once("sizeof(void *)"))];
      const text = size > word ? undefined : await value(`(${type})$${nameOf(factsOfWord(word), "result")}`);
      return text === undefined ? [] : [{ kind: "result", value: text }];
    },
    async accessed({ signature, inOwner }) {
      const operand = operandOf(await gdb.consoleCommand(DECODE, `--thread ${threadId}`));
      if (operand === undefined) return undefined;
      const at = await value(`(unsigned long)(${operand})`);
      const named = /(?<![\w:])(?:::)?(?:((?:\w+::)*\w+)::)?(\w+)$/.exec(signature);
      const [, owner, name = ""] = named ?? [];
      const type = signature.slice(0, named?.index ?? 0).trim();
      if (at === undefined || type === "") return undefined;
      const element = type.replace(/(?<!\s)\s*\[\d*\]/, "");
      if (element !== type || owner === undefined || inOwner === undefined) return `*(${element} *)${at}`;
      const offset = await once(`(unsigned long)&((struct ${owner} *)0)->${name}`);
      return `*(${type} *)${BigInt(at) - BigInt(inOwner) + BigInt(offset ?? inOwner)}`;
    },
    async following() {
      const [, second = ""] = (await gdb.consoleCommand("x/2i $pc", `--thread ${threadId}`)).split("\n");
      const address = Number(/0x[0-9a-f]+/.exec(second)?.[0]);
      return Number.isNaN(address) ? undefined : address;
    },
    value,
  };
}

const DECODE = "with disassembly-flavor intel -- x/i $pc";
const OPTIMIZED_OUT = "<optimized out>";

function resultType(signature: string): string {
  return /^(.*?)(?<![\w:~])[\w:~]+\s*\(/.exec(signature)?.[1]?.trim() ?? "";
}

function hasResult(signature: string): boolean {
  return !["", "void"].includes(resultType(signature));
}

/** GDB's expression for the address in an instruction as GDB spells it the Intel way. */
export function operandOf(instruction: string): string | undefined {
  const indirect = /(?:\b([fg])s:)?\[([^[\]]+)\]/.exec(instruction);
  if (indirect !== null) {
    const [, segment, inside = ""] = indirect;
    const base = segment === undefined ? "" : `$${segment}s_base + `;
    return (
      base + inside.replace(/\b[er]?(?:[abcd]x|[sd]i|[sb]p|ip)\b|\br\d+\b/g, (register) => `$${register}`)
    );
  }
  const absolute = /\b(?:([fg])s|ds):(0x[0-9a-f]+)/.exec(instruction);
  if (absolute === null) return undefined;
  return absolute[1] === undefined ? absolute[2] : `$${absolute[1]}s_base + ${absolute[2]}`;
}
