/** What a `.defs` file of MIG says, statement by statement, with places. Numbers are unsigned and of 32 bits, as mig counts. */
import type { Identifier } from "../parse/ast.js";
import type { Span } from "../parse/source.js";

export type MigStatement = SubsystemNode | MigTypeNode | RoutineNode | SkipNode | SettingNode;

export interface SubsystemNode {
  readonly kind: "subsystem";
  readonly name: Identifier;
  /** Of the message ids. */
  readonly base: number;
  readonly kernelUser: boolean;
  readonly kernelServer: boolean;
  readonly span: Span;
}

export interface MigTypeNode {
  readonly kind: "type";
  readonly type: NamedSpec;
  readonly span: Span;
}

export interface RoutineNode {
  readonly kind: "routine";
  /** A `simpleroutine`: no reply. */
  readonly simple: boolean;
  readonly name: Identifier;
  readonly arguments: readonly ArgumentNode[];
  readonly span: Span;
}

/** Numbers that no routine has any more. */
export interface SkipNode {
  readonly kind: "skip";
  readonly count: number;
  readonly span: Span;
}

/** `serverprefix S_`, `import <file>`, and whatever else only mig's C text depends on. */
export interface SettingNode {
  readonly kind: "setting";
  readonly keyword: string;
  readonly value: string;
  readonly span: Span;
}

export type ArgumentRole =
  | "in"
  | "out"
  | "inout"
  | "requestport"
  | "replyport"
  | "sreplyport"
  | "ureplyport"
  | "waittime"
  | "msgoption"
  | "msgseqno";

export interface ArgumentNode {
  /** Undefined where none is written: the request port, if it is the first, else in. */
  readonly role: ArgumentRole | undefined;
  readonly name: Identifier;
  /** A name that `type` declared, or a type of its own. */
  readonly type: Identifier | NamedSpec;
  readonly flags: readonly IpcFlag[];
  readonly span: Span;
}

/** `name = spec`, with what C calls it and what translates it. */
export interface NamedSpec {
  readonly name: Identifier;
  readonly spec: TypeSpec;
  readonly translations: readonly Translation[];
  readonly span: Span;
}

export interface Translation {
  readonly kind:
    | "intran"
    | "intranpayload"
    | "outtran"
    | "destructor"
    | "ctype"
    | "cusertype"
    | "cservertype";
  /** The function, where there is one. */
  readonly function: string | undefined;
  /** The type that the server works on. */
  readonly transType: string | undefined;
  readonly userType: string | undefined;
  readonly serverType: string | undefined;
  readonly span: Span;
}

export interface IpcFlag {
  readonly name: "islong" | "isnotlong" | "dealloc" | "notdealloc" | "servercopy" | "countinout" | "retcode";
  /** `dealloc[]`: said at run time. */
  readonly variable: boolean;
  readonly span: Span;
}

/** A name such as `MACH_MSG_TYPE_COPY_SEND`: what the sender writes and what the receiver finds. */
export interface IpcName {
  readonly text: string;
  readonly sent: number;
  readonly received: number;
  /** In bits; 0 where the declaration has to say it. */
  readonly size: number | "port";
}

export type TypeSpec =
  | {
      readonly kind: "ipc";
      readonly sent: IpcName;
      readonly received: IpcName;
      /** Written size in bits. */
      readonly size: number | undefined;
      readonly flags: readonly IpcFlag[];
      readonly span: Span;
    }
  | { readonly kind: "named"; readonly name: Identifier; readonly span: Span }
  /** `array[]`, `array[*]` (0) and `array[*:bound]`. */
  | { readonly kind: "variable"; readonly bound: number; readonly element: TypeSpec; readonly span: Span }
  /** `array[n]`, and `struct[n]`, which C passes by value. */
  | {
      readonly kind: "array" | "struct-array";
      readonly count: number;
      readonly element: TypeSpec;
      readonly span: Span;
    }
  | { readonly kind: "pointer"; readonly element: TypeSpec; readonly span: Span }
  | { readonly kind: "struct"; readonly members: readonly StructMember[]; readonly span: Span }
  | { readonly kind: "c-string"; readonly count: number; readonly varying: boolean; readonly span: Span };

export interface StructMember {
  readonly type: Identifier;
  readonly name: Identifier;
}
