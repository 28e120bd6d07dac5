/** A checked `.defs` file: its subsystem, types and routines, with all that a message needs to know of arguments. */
import type { Span } from "../parse/source.js";
import type { Machine } from "./machine.js";
import type { ArgumentRole, SettingNode } from "./tree.js";
import type { Dealloc, MigType } from "./types.js";

export interface MigUnit {
  readonly machine: Machine;
  /** Undefined for a file of types alone, which others include. */
  readonly subsystem: Subsystem | undefined;
  /** In their order; types that MIG knows by itself are none of them. */
  readonly types: readonly MigType[];
  readonly routines: readonly Routine[];
  readonly settings: readonly SettingNode[];
  /** Uses of declared types by name. */
  readonly uses: readonly { readonly span: Span; readonly type: MigType }[];
}

export interface Subsystem {
  readonly name: string;
  readonly nameSpan: Span;
  readonly base: number;
  readonly kernelUser: boolean;
  readonly kernelServer: boolean;
  readonly span: Span;
}

export interface Routine {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly simple: boolean;
  /** Counted from the subsystem's base, skipped ones included. */
  readonly number: number;
  readonly userName: string;
  readonly serverName: string;
  /** As written. */
  readonly arguments: readonly Argument[];
}

export interface Argument {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly role: ArgumentRole;
  readonly type: MigType;
  /** Of the type's name. */
  readonly typeSpan: Span;
  readonly longForm: boolean;
  readonly dealloc: Dealloc;
  readonly serverCopy: boolean;
  /** The client says how much it has room for. */
  readonly countInOut: boolean;
}

/** Whether the request, or the reply, holds a value of it. */
export function isIn({ role }: Argument): boolean {
  return role === "in" || role === "inout";
}

export function isOut({ role }: Argument): boolean {
  return role === "out" || role === "inout";
}
