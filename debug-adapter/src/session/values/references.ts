/** The client's numbers for what can be opened at a stop, and GDB's expressions for what was listed in each. */
import type { RegisterGroup } from "@weft/weaver-bridge/machine";
import type { JoinPointNames } from "../../engine/index.js";
import type { FrameReference } from "../gdb/mi-commands.js";
import type { Range } from "./pages.js";
import type { WalkedElement } from "./walker.js";

export type ScopeKind = "arguments" | "locals" | "globals" | "registers";

export interface RegistersReference {
  readonly kind: "registers";
  readonly frame: FrameReference;
  readonly names: JoinPointNames;
  /** Absent: those that are looked at first, and the groups. */
  readonly group?: RegisterGroup;
}

/** What can be opened, and what is known of it. */
export type Reference =
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

export interface LongArray extends Range {
  readonly expression: string;
}

export class References {
  private readonly byNumber = new Map<number, Reference>();
  /** By `NUMBER NAME`. */
  private readonly expressions = new Map<string, string>();
  /** Numbers are not given twice, so one of an earlier stop is known as such. */
  private last = 0;

  add(reference: Reference): number {
    this.byNumber.set(++this.last, reference);
    return this.last;
  }

  get(number: number): Reference | undefined {
    return this.byNumber.get(number);
  }

  numberOf(reference: Reference): number {
    return [...this.byNumber].find(([, candidate]) => candidate === reference)?.[0] ?? 0;
  }

  setExpression(number: number, name: string, expression: string): void {
    this.expressions.set(`${number} ${name}`, expression);
  }

  expressionOf(number: number, name: string): string | undefined {
    return this.expressions.get(`${number} ${name}`);
  }

  clear(): void {
    this.byNumber.clear();
    this.expressions.clear();
  }
}
