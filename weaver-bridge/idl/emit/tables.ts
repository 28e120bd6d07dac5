/** What a server header says about a whole interface: tables, masks, buffer, start and wait. */

import { roundUp } from "../check/types.js";
import { UNBOUNDED_BYTES } from "../middle/elements.js";
import type { Chunk, InterfaceLayout } from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import type { BackEnd } from "./back-end.js";
import { upper } from "./c-types.js";
import { helperName, serviceName } from "./names.js";
import { stringBuffers } from "./server/service.js";

export interface Table {
  readonly interfaceNumber: number;
  /** Name of the operation per method number, or undefined for a gap. */
  readonly entries: readonly (string | undefined)[];
}

/** One table per interface number, each filled up to a power of two. */
export function tablesOf(layout: InterfaceLayout): Table[] {
  const byNumber = new Map<number, (string | undefined)[]>();
  for (const { operation } of layout.operations) {
    if (operation.kernelMessage !== undefined) continue;
    const entries = byNumber.get(operation.id >> 6) ?? [];
    entries[operation.id & 63] = serviceName(layout, operation);
    byNumber.set(operation.id >> 6, entries);
  }
  if (byNumber.size === 0) byNumber.set(layout.declared.number, []);
  const most = Math.max(1, ...[...byNumber.values()].map((entries) => entries.length));
  const size = 2 ** Math.ceil(Math.log2(most));
  return [...byNumber]
    .sort(([a], [b]) => a - b)
    .map(([interfaceNumber, entries]) => ({
      interfaceNumber,
      entries: Array.from({ length: size }, (_, index) => entries[index]),
    }));
}

/** Names of the operations by the number of their kernel message; empty when there are none. */
export function kernelTableOf(layout: InterfaceLayout): (string | undefined)[] {
  const numbers = layout.operations.flatMap(({ operation }) => operation.kernelMessage ?? []);
  if (numbers.length === 0) return [];
  const size = 2 ** Math.ceil(Math.log2(Math.max(...numbers) + 1));
  return Array.from({ length: size }, (_, number) => {
    const found = layout.operations.find(({ operation }) => operation.kernelMessage === number);
    return found && serviceName(layout, found.operation);
  });
}

export function renderTables(layout: InterfaceLayout, options: IdlOptions, backEnd: BackEnd): string {
  const { declared } = layout;
  const name = declared.cName;
  const big = upper(name);
  const tables = tablesOf(layout);
  const size = tables[0]?.entries.length ?? 1;
  const several = tables.length > 1;
  const parts = stringBuffers(layout);
  const room = backEnd.server.messageRoom(layout);
  const lines = [`/* ${declared.name}: dispatch and buffers */`];
  const part = neededPart(layout);
  if (part > 0)
    lines.push(
      `#if SERVER_BUFFER_SIZE < ${part}`,
      `#error "${declared.name} has values of ${part} bytes: define SERVER_BUFFER_SIZE as ${part} or more"`,
      "#endif",
    );
  for (const { interfaceNumber, entries } of tables) {
    const items = entries.map((entry) =>
      entry === undefined ? helperName(layout, "discard") : `service_${entry}`,
    );
    lines.push(`#define ${big}_DEFAULT_VTABLE${several ? `_${interfaceNumber}` : ""} {${items.join(", ")}}`);
  }
  const kernelTable = kernelTableOf(layout);
  if (kernelTable.length > 0)
    lines.push(
      `#define ${big}_DEFAULT_KTABLE {${kernelTable.map((entry) => (entry === undefined ? helperName(layout, "discard") : `service_${entry}`)).join(", ")}}`,
      `#define ${big}_DEFAULT_KTABLE_SIZE ${kernelTable.length}`,
      `#define ${big}_KID_MASK 0x${(kernelTable.length - 1).toString(16)}`,
    );
  lines.push(
    `#define ${big}_DEFAULT_VTABLE_SIZE ${size}`,
    `#define ${big}_FID_MASK 0x${(size - 1).toString(16)}`,
  );
  lines.push(
    `#define ${big}_MAX_FID ${Math.max(0, ...layout.operations.map(({ operation }) => operation.id & 63))}`,
  );
  if (several)
    lines.push(
      `#define ${big}_IID_MASK 0x${(2 ** Math.ceil(Math.log2(Math.max(...tables.map((table) => table.interfaceNumber)) + 1)) - 1).toString(16)}`,
    );
  lines.push(
    ...backEnd.server.messageSizes(layout, big),
    `#define ${big}_STRBUF_SIZE ${parts === 0 ? "0" : `(${parts} * SERVER_BUFFER_SIZE)`}`,
  );
  lines.push(
    "",
    "typedef struct {",
    `  unsigned char bytes[${room > 0 ? `${room} + ` : ""}${big}_STRBUF_SIZE${room + parts === 0 ? " + 4" : ""}] __attribute__((aligned(32)));`,
    `} ${helperName(layout, "buffer_t")};`,
    "",
  );
  return [
    ...lines,
    ...startAndWait(layout, backEnd),
    "",
    ...(options.optimizations.threadedDispatch ? serveLoop(layout) : []),
  ].join("\n");
}

function startAndWait(layout: InterfaceLayout, { server }: BackEnd): string[] {
  const buffer = helperName(layout, "buffer_t");
  return [
    `/* Makes a server ready to wait; it answers nobody at first. */`,
    `IDL4_INLINE void ${helperName(layout, "start")}(idl4_server_t *_server, ${buffer} *_buffer)`,
    "{",
    ...server.start(layout),
    "}",
    `IDL4_INLINE void ${helperName(layout, "reply_and_wait")}(idl4_server_t *_server)`,
    "{",
    ...server.wait(layout),
    "}",
  ];
}

/** Bytes of the largest value that a string buffer must hold whole; 0 when there is none. */
/**
 * Bytes that a server must have room for in one string buffer: its largest value of fixed size, and what a bound promises
 * above the usual room. Below it an application may choose how much of a value without a bound it takes.
 */
function neededPart(layout: InterfaceLayout): number {
  const largest = largestStringPart(layout);
  if (largest > UNBOUNDED_BYTES) return largest;
  return largestPart(layout, (chunk) =>
    chunk.kind === "fixed-copy" && chunk.place.in === "indirect" ? chunk.bytes : 0,
  );
}

/** Bytes of the largest value that may come in one string buffer of a server. */
export function largestStringPart(layout: InterfaceLayout): number {
  return largestPart(layout, (chunk) => {
    if (chunk.place.in !== "indirect") return 0;
    if (chunk.kind === "variable-copy") return chunk.maximum * chunk.elementBytes;
    return chunk.kind === "fixed-copy" ? chunk.bytes : 0;
  });
}

function largestPart({ operations }: InterfaceLayout, bytesOf: (chunk: Chunk) => number): number {
  const parts = operations.flatMap(({ request, reply }) =>
    [request, reply].flatMap((message) => [
      message?.block?.bytes ?? 0,
      ...(message?.chunks ?? []).map(bytesOf),
    ]),
  );
  return roundUp(Math.max(0, ...parts), 4);
}

/**
 * The loop as a macro: threaded dispatch (function tables and inlining of the paper, 4.3.2 and 4.4.2). Implementations
 * are known only where it is used.
 */
function serveLoop(layout: InterfaceLayout): string[] {
  const { declared, operations } = layout;
  const wait = helperName(layout, "reply_and_wait");
  const { mask, entries } = dispatchTable(layout);
  const kernelTable = kernelTableOf(layout);
  const label = (operation: string | undefined) =>
    operation === undefined ? "_unknown" : `_serve_${operation}`;
  const next = (what: string) => [
    "  if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown;",
    ...(kernelTable.length > 0
      ? [
          `  if (idl4_is_kernel_message(&(_server))) goto *_kernel[idl4_kernel_message(&(_server)) & 0x${(kernelTable.length - 1).toString(16)}];`,
        ]
      : []),
    `  IDL4_HOLD(&(_server), "${what}"); goto *_next[idl4_request_id(&(_server)) & ${mask}];`,
  ];
  const labels = [
    ...operations.map(({ operation }) => label(serviceName(layout, operation))),
    "_unknown",
    "_wait",
  ];
  const lines = [
    "do {",
    `  __label__ ${labels.join(", ")};`,
    `  static const void *const _next[] = {${entries.map((entry) => `&&${label(entry)}`).join(", ")}};`,
    ...(kernelTable.length > 0
      ? [
          `  static const void *const _kernel[] = {${kernelTable.map((entry) => `&&${label(entry)}`).join(", ")}};`,
        ]
      : []),
    "  goto _wait;",
    ...operations.flatMap(({ operation }) => {
      const own = serviceName(layout, operation);
      return [
        `${label(own)}:`,
        `  IDL4_HOLD(&(_server), "${own}: starts"); idl4_inline_${own}(&(_server)); ${wait}(&(_server));`,
        ...next(own),
      ];
    }),
    "_unknown: /* no such operation, or the last message did not arrive: nobody gets an answer */",
    "  idl4_answer_nobody(&(_server));",
    "_wait:",
    `  ${wait}(&(_server));`,
    ...next("wait"),
    "} while (0)",
  ];
  return [
    `/* The server loop. Each service ends in its own system call and jumps to the next one; implementations become part of it. */`,
    `#define ${upper(declared.cName)}_SERVE(_server) \\`,
    ...lines.map((line, index) => `  ${line}${index === lines.length - 1 ? "" : " \\"}`),
    "",
  ];
}

/** Entries by the low bits of an id, as few as tell the interface's numbers apart. */
function dispatchTable(layout: InterfaceLayout): { mask: string; entries: (string | undefined)[] } {
  const ids = layout.operations
    .filter(({ operation }) => operation.kernelMessage === undefined)
    .map(({ operation }) => ({ id: operation.id, name: serviceName(layout, operation) }));
  let size = 1;
  while (new Set(ids.map(({ id }) => id % size)).size < ids.length) size *= 2;
  const entries = Array.from({ length: size }, (_, index) => ids.find(({ id }) => id % size === index)?.name);
  return { mask: `0x${(size - 1).toString(16)}`, entries };
}
