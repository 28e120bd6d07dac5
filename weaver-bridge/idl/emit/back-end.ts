/** How C calls a kernel: what of stubs differs from one to the next. The rest of a stub is in `emit/`. */
import type { InterfaceLayout } from "../middle/message.js";
import type { Stub } from "./client/stub.js";
import type { MarshalledReply, RaisedValue, Service } from "./server/service.js";

export interface BackEnd {
  /** Text of `idl4/KERNEL.h`. */
  readonly header: string;
  readonly client: ClientBackEnd;
  readonly server: ServerBackEnd;
}

export interface ClientBackEnd {
  /** The variable that holds data word `word`. */
  register(word: number): string;
  /** Statements of a stub, without its braces. */
  body(stub: Stub): string[];
}

export interface ServerBackEnd {
  /** Values are used where the message holds them; otherwise they are copied, as the next system call overwrites it. */
  readonly usesMessageInPlace: boolean;
  /** The variable that holds data word `word` of a request. */
  register(word: number): string;
  /** Pointers to what `code` uses of request and reply, which may be `_in`, `_out`, `_parts` and `_utcb`. */
  pointers(service: Service, code: string): string[];
  /** Names indirect part `part` of the reply. */
  sendPart(service: Service, part: number, pointer: string, bytes: string): string[];
  /** Puts the members of a raised exception into the reply. */
  raiseValues(service: Service, value: RaisedValue): string[];
  /** Says how the reply, whose values are in place, is to be sent. */
  finish(service: Service, reply: MarshalledReply): string[];
  /** Bytes of the buffer that messages take; string buffers stand behind them. */
  messageRoom(layout: InterfaceLayout): number;
  /** Definitions of the sizes of a server's message, for code that makes buffers of its own. */
  messageSizes(layout: InterfaceLayout, prefix: string): string[];
  /** Statements that make a server ready to wait. */
  start(layout: InterfaceLayout): string[];
  /** Statements that answer and wait for the next request. */
  wait(layout: InterfaceLayout): string[];
}
