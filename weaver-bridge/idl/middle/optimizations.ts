/**
 * Which of the paper's optimizations an operation gets, which not and why, and what each saves: what `--explain` and the
 * editor show. Sections are those of the paper.
 */
import { unalias } from "../check/types.js";
import type { IdlOptions } from "../options.js";
import { isReference } from "./elements.js";
import type { Judgement } from "./kernel-abi.js";
import { whyNoLocalIpc } from "./layout.js";
import type {
  AppliedOptimization,
  Chunk,
  InterfaceLayout,
  MessageLayout,
  OperationLayout,
} from "./message.js";

interface Case {
  readonly layout: InterfaceLayout;
  readonly operation: OperationLayout;
  readonly options: IdlOptions;
  readonly chunks: readonly Chunk[];
  readonly messages: readonly MessageLayout[];
}

/** In the paper's order; every optimization appears once. */
export function optimizationsOf(
  layout: InterfaceLayout,
  operation: OperationLayout,
  options: IdlOptions,
): AppliedOptimization[] {
  const messages = operation.reply === undefined ? [operation.request] : [operation.request, operation.reply];
  const chunks = messages.flatMap((message) => message.chunks);
  const one: Case = { layout, operation, options, chunks, messages };
  return RULES.map(({ name, section, effect, judge }) => {
    const [applied, why] = judge(one);
    return { name, section, applied, why, effect };
  });
}

interface Rule {
  readonly name: string;
  readonly section: string;
  readonly effect: string;
  judge(one: Case): Judgement;
}

const settled = ({ layout }: Case, name: string): Judgement | undefined => layout.abi.settled[name];
const off: Judgement = [false, "switched off"];
const variable = ({ chunks }: Case) => chunks.filter((chunk) => chunk.kind === "variable-copy");

const RULES: readonly Rule[] = [
  {
    name: "register-message",
    section: "4.2.1",
    effect: "no message in memory: the kernel copies nothing",
    judge: (one) => {
      const byKernel = settled(one, "register-message");
      if (byKernel !== undefined) return byKernel;
      const long = one.messages.find(({ registersOnly }) => !registersOnly);
      return long === undefined
        ? [true, "all values fit the registers"]
        : [false, `the ${long.direction} does not fit ${one.layout.abi.registers.join(" and ")}`];
    },
  },
  {
    name: "packing",
    section: "4.2.1",
    effect: "a register or word less per shared word",
    judge: ({ options, chunks, layout }) => {
      if (!options.optimizations.packing) return off;
      const narrow = chunks.filter((chunk) => chunk.kind === "fixed-copy" && chunk.bytes < 4);
      return narrow.length > 1
        ? [true, `${[...new Set(narrow.map(({ name }) => name))].join(", ")} are narrower than a word`]
        : [
            false,
            layout.abi.registers.length > 0 ? "no two values are narrower than a word" : "nothing to share",
          ];
    },
  },
  {
    name: "indirect-parts",
    section: "4.2.1",
    effect: "up to two copies less for each part",
    judge: ({ options, chunks }) => {
      if (!options.optimizations.indirectParts) return off;
      const parts = chunks.filter(({ place }) => place.in === "indirect");
      return parts.length > 0
        ? [
            true,
            `${parts.map(({ name }) => name).join(", ")}: above 30 words, an indirect part is cheaper than a copy`,
          ]
        : [false, "everything is short enough to be copied"];
    },
  },
  {
    name: "sysenter",
    section: "4.2.2",
    effect: "a faster way into the kernel, for 3 to 5 instructions more",
    judge: (one) => {
      const byKernel = settled(one, "sysenter");
      if (byKernel !== undefined) return byKernel;
      return one.options.optimizations.sysenter
        ? [true, "asked for"]
        : [false, "int $0x30 works on every kernel; ask with --sysenter"];
    },
  },
  {
    name: "local-ipc",
    section: "4.2.3",
    effect: "no way into the kernel, no checks, no timeouts",
    judge: ({ layout, options }) => {
      const why = whyNoLocalIpc(layout.declared, layout.operations, layout.abi, options.optimizations);
      return why === undefined
        ? [true, "client and server share an address space and use registers only"]
        : [false, why];
    },
  },
  {
    name: "cacheability-hints",
    section: "4.2.4",
    effect: "fewer cache lines lost to large data",
    judge: () => [false, "i686 kernels define no hints for string items or flexpages"],
  },
  {
    name: "direct-stack-transfer",
    section: "4.3.1",
    effect: "no copy from arguments to message to arguments",
    judge: (one) => {
      const byKernel = settled(one, "direct-stack-transfer");
      if (byKernel !== undefined) return byKernel;
      return one.operation.request.registersOnly
        ? [false, "nothing is in memory"]
        : [true, "the message is built in the client's frame and used in place by the implementation"];
    },
  },
  {
    name: "inlining",
    section: "4.3.2",
    effect: "no call, no frame, no saved registers: 8 to 12 instructions a side",
    judge: ({ options }) => [
      true,
      options.optimizations.threadedDispatch
        ? "the stub becomes part of its caller, the implementation part of the server loop"
        : "the stub becomes part of its caller, the implementation part of its service",
    ],
  },
  {
    name: "constant-folding",
    section: "4.3.3",
    effect: "descriptors, sizes and the test for a missing environment cost nothing",
    judge: () => [true, "all sizes and offsets are constants"],
  },
  {
    name: "branch-annotation",
    section: "4.3.4",
    effect: "good calls run straight through",
    judge: ({ options }) =>
      options.optimizations.branchAnnotation ? [true, "failures and exceptions are rare"] : off,
  },
  {
    name: "repeat-moves",
    section: "4.3.5, 4.4.4",
    effect: "a record by one instruction instead of two per word",
    judge: ({ options, chunks, operation }) => {
      if (!options.optimizations.repeatMoves) return off;
      const copied = chunks.filter(
        (chunk) => chunk.kind === "fixed-copy" && chunk.bytes >= 64 && chunk.place.in !== "indirect",
      );
      if (copied.length > 0) return [true, `${copied.map(({ name }) => name).join(", ")} are copied whole`];
      const record = operation.operation.parameters.some(({ type }) => unalias(type).kind === "struct");
      return [false, record ? "records are small, or not copied at all" : "there are no records"];
    },
  },
  {
    name: "threaded-dispatch",
    section: "4.3.6, 4.4.2",
    effect: "no call, return and saved state: about 12 instructions in the server",
    judge: ({ options }) =>
      options.optimizations.threadedDispatch
        ? [true, "each service ends in its own system call and jumps through the table to the next"]
        : [
            false,
            "switched off: services are called through the table, with their state in one register (regparm)",
          ],
  },
  {
    name: "free-frame-pointer",
    section: "4.3.6",
    effect: "2 instructions a side: EBP is not saved around the system call",
    judge: ({ options }) =>
      options.optimizations.freeFramePointer ? [true, "where gcc compiles with optimization"] : off,
  },
  {
    name: "overlapping-buffers",
    section: "4.4.1",
    effect: "inout values are not copied by the server",
    judge: (one) => {
      if (!one.options.optimizations.overlappingBuffers) return off;
      const byKernel = settled(one, "overlapping-buffers");
      if (byKernel !== undefined) return byKernel;
      const inouts = one.operation.request.chunks.some(
        (chunk) => chunk.kind === "fixed-copy" && chunk.inout && chunk.place.in === "memory",
      );
      if (!inouts) return [false, "no inout value is in memory"];
      return one.operation.notes.some((note) => note.startsWith("inout values stay"))
        ? [true, "the reply starts inside the request"]
        : [false, "the reply orders its inout values differently"];
    },
  },
  {
    name: "server-side-stack-switch",
    section: "4.4.3",
    effect: "a register for the address of the message",
    judge: () => [
      false,
      "the buffer's address is a constant of the server loop, so that it takes no register",
    ],
  },
  {
    name: "scan-strings",
    section: "4.4.4",
    effect: "one instruction instead of 9 for 4 characters, but more cycles",
    judge: (one) => {
      if (!variable(one).some(({ scanned }) => scanned)) return [false, "no string is measured"];
      return one.options.optimizations.scanStrings
        ? [true, "asked for"]
        : [false, "a loop is faster on processors since the Pentium II; ask with --scan-strings"];
    },
  },
  {
    name: "cache-aware-buffers",
    section: "4.4.5",
    effect: "the head of a message and its first words share a cache line",
    judge: ({ layout }) =>
      layout.bufferEnd > layout.abi.dataOffset || layout.indirectParts > 0
        ? [true, "the server's buffer starts at a cache line"]
        : [false, "the server needs no buffer"],
  },
  {
    name: "pass-by-reference",
    section: "4.5.1",
    effect: "a word travels instead of the value",
    judge: ({ operation: { operation }, options }) => {
      if (!operation.local) return [false, "the operation is not marked local"];
      if (!options.optimizations.passByReference) return off;
      const names = operation.parameters
        .filter((parameter) => isReference(operation, parameter, options.optimizations))
        .map(({ name }) => name);
      return names.length > 0
        ? [true, `${names.join(", ")} travel as addresses`]
        : [false, "all values are words"];
    },
  },
  {
    name: "annotated-data",
    section: "4.5.3",
    effect: "smaller buffers, narrower values, the better of copy and indirect part",
    judge: ({ operation: { operation } }) => {
      const names = operation.parameters.filter(
        (parameter) =>
          parameter.relevantBits !== undefined ||
          ("typical" in parameter.transfer &&
            (parameter.transfer.typical ?? parameter.transfer.maximum) !== undefined),
      );
      return names.length > 0
        ? [true, `${names.map(({ name }) => name).join(", ")} say how large they get`]
        : [false, "no bound, max_size, typ_size or relevant_bits"];
    },
  },
  {
    name: "custom-presentation",
    section: "4.5.4",
    effect: "no search for the end of a string, no allocation",
    judge: ({ operation: { operation }, options }) => {
      const names = operation.parameters.filter(
        ({ transfer, prealloc }) => prealloc || transfer.kind === "array" || transfer.kind === "none",
      );
      if (names.length > 0)
        return [true, `${names.map(({ name }) => name).join(", ")} as the attributes say`];
      return options.useMalloc
        ? [false, "no length_is, prealloc or noxfer"]
        : [true, "outputs go to buffers of the caller"];
    },
  },
];
