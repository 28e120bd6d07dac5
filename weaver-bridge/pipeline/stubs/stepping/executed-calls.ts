/**
 * What calls cost: user-mode instructions that client and server stubs execute for values of a stated length. The
 * self-test of the interface is the application (so every byte arrives, or nothing is counted), a microkernel made of
 * ptrace the transport ({@link STEPPER}); what the implementation itself does is not counted.
 */
import { join } from "node:path";
import {
  firstError,
  removeTemporary,
  runProcess,
  temporaryFolder,
  writeAtomically,
} from "../../../kernel-build/index.js";
import { STEPPER } from "./stepper.js";
import { TRACEE } from "./tracee.js";

/** `test_NUMBER` of the self-test calls the client's stub; the server is `idl4_test_serve(server)`. */
interface SteppedCall {
  readonly server: number;
  readonly number: number;
  /** C name. */
  readonly stub: string;
}

export interface ExecutedCount {
  readonly client: number;
  readonly server: number;
}

export interface ExecutedRequest {
  /** Outputs of the stub generator with the self-test, with names below their folder. */
  readonly outputs: readonly { readonly name: string; readonly text: string }[];
  /** The file of the self-test among them. */
  readonly selfTest: string;
  readonly calls: readonly SteppedCall[];
  readonly kernel: keyof typeof NUMBER;
  /** Elements of every string, sequence and counted array, where so many fit. */
  readonly length: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ExecutedCounts {
  /** By the C names of the client's stubs. */
  readonly counts: ReadonlyMap<string, ExecutedCount>;
  /** Why some are missing. */
  readonly why?: string;
}

const DEADLINE = 60_000;
const NUMBER = { x0: "0", v2: "2", v4: "4" } as const;
const CLIENT_FAILED = 100;
const FLAGS = [
  ...["-m32", "-march=i686", "-O2", "-std=gnu11", "-ffreestanding", "-fno-pie", "-nostdlib", "-static", "-w"],
  ...["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fcf-protection=none", "-I."],
];

/** Rejects only when cancelled or when a tool can't be run (ProcessError). */
export async function executedCalls(request: ExecutedRequest): Promise<ExecutedCounts> {
  const { outputs, calls, signal } = request;
  const folder = temporaryFolder("weft-executed-");
  const run: Run = (...argv) => runProcess(argv, { directory: folder, deadline: DEADLINE, signal });
  const counts = new Map<string, ExecutedCount>();
  const failures: string[] = [];
  try {
    for (const { name, text } of outputs) writeAtomically(join(folder, name), text, "latin1");
    writeAtomically(join(folder, "tracee.h"), TRACEE);
    writeAtomically(join(folder, "stepper.c"), STEPPER);
    const stepper = await run("gcc", "-O1", "-w", "stepper.c", "-o", "stepper");
    if (stepper.code !== 0) return { counts, why: noProgram("for this machine", stepper.errors) };
    for (const server of new Set(calls.map((call) => call.server))) {
      let open = calls.filter((call) => call.server === server);
      // A call that fails ends the run; the others are made without it.
      while (open.length > 0) {
        writeAtomically(join(folder, "count.c"), program(request, open));
        const why = await countSome(request, open, run, counts);
        open = why === undefined ? [] : open.filter(({ stub }) => !counts.has(stub)).slice(1);
        if (why !== undefined) failures.push(why.text);
        if (why?.isFinal === true) return { counts, why: why.text };
      }
    }
    return failures.length === 0 ? { counts } : { counts, why: failures.join("; ") };
  } finally {
    removeTemporary(folder);
  }
}

type Run = (...argv: string[]) => ReturnType<typeof runProcess>;

interface Failure {
  readonly text: string;
  /** Another run would say the same. */
  readonly isFinal: boolean;
}

/** Adds to `counts`, in the order of the calls, up to the first that fails. */
async function countSome(
  { kernel }: ExecutedRequest,
  calls: readonly SteppedCall[],
  run: Run,
  counts: Map<string, ExecutedCount>,
): Promise<Failure | undefined> {
  for (const side of ["client", "server"]) {
    const defines = [`-DKERNEL=${NUMBER[kernel]}`, ...(side === "server" ? ["-DWEFT_SERVER"] : [])];
    const made = await run("gcc", ...FLAGS, ...defines, "count.c", "-o", side);
    if (made.code !== 0) return { text: noProgram("for i386 (gcc -m32)", made.errors), isFinal: true };
  }
  const { output, code, errors } = await run("./stepper", NUMBER[kernel], "./client", "./server");
  const counted = output.toString("latin1").split("\n").slice(0, -1);
  // The client looks at what came back after its call was counted.
  const isClients = code === CLIENT_FAILED;
  for (const line of isClients ? counted.slice(0, -1) : counted) {
    const [mark, client = 0, server = 0] = line.split(" ").map(Number);
    const call = calls.find(({ number }) => number === mark);
    if (call !== undefined) counts.set(call.stub, { client, server });
  }
  if (code === 0) return undefined;
  const stub = calls.find((call) => !counts.has(call.stub))?.stub ?? "a stub";
  const said = firstLine(errors) || `status ${code}`;
  // Where ptrace is not allowed.
  if (said.includes("cannot start")) return { text: said, isFinal: true };
  return { text: `the call of ${stub} fails (${said})`, isFinal: false };
}

const firstLine = (errors: Buffer) => firstError(errors.toString("latin1"));

const noProgram = (target: string, errors: Buffer) =>
  `gcc can't build a program ${target}: ${firstLine(errors)}`;

/** Client, or with WEFT_SERVER the server, of the operations of one interface. */
function program({ selfTest, length }: ExecutedRequest, calls: readonly SteppedCall[]): string {
  const tests = calls.map(
    ({ number }) => `  test_${number}(weft_service);\n  if (idl4_test.failures) weft_failed();`,
  );
  return `#define IDL4_TEST_APART
#define IDL4_TEST_ROUNDS 1
#define IDL4_TEST_LENGTH ${length}
#define IDL4_TEST_CALL(_n) REGION(_n);
#define IDL4_TEST_CALLED PASS; REGION_END;
#define IDL4_TEST_SERVE PAUSE;
#define IDL4_TEST_SERVED if (idl4_test.failures) weft_failed(); GO_ON;
#include "tracee.h"
static void weft_failed(void);
#include "${selfTest}"
static idl4_word_t weft_blocks;
static char weft_pool[1 << 20] __attribute__((aligned(16)));
void idl4_test_say(const char *text)
{
  idl4_word_t length = 0, result = 4;
  while (text[length]) length++;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(2), "c"(text), "d"(length) : "memory");
}
static void weft_failed(void)
{
  idl4_test_say(idl4_test.what);
#ifdef WEFT_SERVER
  LEAVE(101);
#else
  LEAVE(${CLIENT_FAILED});
#endif
}
void idl4_test_yield(void) { PASS; }
idl4_word_t idl4_test_allocated(void) { return weft_blocks; }
void *CORBA_alloc(idl4_word_t bytes)
{
  static idl4_word_t used;
  PAUSE;
  void *found = weft_pool + used;
  used += (bytes + 15) & ~15u;
  if (used > sizeof(weft_pool)) LEAVE(102);
  weft_blocks++;
  GO_ON;
  return found;
}
void CORBA_free(void *block)
{
  PAUSE;
  if (block) weft_blocks--;
  GO_ON;
}
void tracee_main(void)
{
#ifdef WEFT_SERVER
  idl4_test_serve(${calls[0]?.server ?? 0});
#else
  static idl4_threadid_t weft_service;
  *(idl4_word_t *)&weft_service = 0x222;
${tests.join("\n")}
#endif
}
`;
}
