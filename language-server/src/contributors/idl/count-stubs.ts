/** What stubs of an open interface cost: what the client's hold, then what calls execute on both sides. */
import {
  baseName,
  type CompileInput,
  compileIdl,
  type InterfaceLayout,
  type StubCost,
  testCalls,
} from "@weft/weaver-bridge/idl";
import {
  type ExecutedRequest,
  executedCalls,
  type StubCountRequest,
  stubInstructions,
} from "@weft/weaver-bridge/pipeline";

/** Elements of all that has a length, where calls are run. */
const LENGTH = 16;

/** Kinds of transfer that have one. */
const WITH_LENGTH = new Set(["string", "sequence", "array", "packed"]);

export interface CountedStubs {
  readonly stubs: StubCountRequest;
  /** The application whose calls are stepped. */
  readonly calls: (() => ExecutedRequest) | undefined;
  readonly layout: readonly InterfaceLayout[];
}

/** The interface's self-test, which calls each operation. */
export function callsOf(input: CompileInput): ExecutedRequest {
  const { outputs, layout } = compileIdl({ ...input, selfTest: true });
  const selfTest = `${baseName(input.file)}_self_test.c`;
  return { outputs, selfTest, calls: testCalls(layout), kernel: input.kernel, length: LENGTH };
}

/**
 * Tells each count by the stubs' C names. Resolves to why some calls were not run; rejects with ProcessError without a
 * compiler, or when cancelled.
 */
export async function countStubs(
  { stubs, calls, layout }: CountedStubs,
  tell: (counts: ReadonlyMap<string, StubCost>) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const counts = await stubInstructions({ ...stubs, signal });
  tell(counts);
  if (calls === undefined) return undefined;
  const ran = await executedCalls({ ...calls(), signal });
  const varying = stubsWithLengths(layout);
  const executed = (stub: string) => {
    const count = ran.counts.get(stub);
    return count && { ...count, length: varying.has(stub) ? LENGTH : undefined };
  };
  tell(new Map([...counts].map(([stub, count]) => [stub, { ...count, executed: executed(stub) }])));
  return ran.why;
}

function stubsWithLengths(layouts: readonly InterfaceLayout[]): ReadonlySet<string> {
  const operations = layouts.flatMap((layout) => layout.operations.map(({ operation }) => operation));
  const varying = operations.filter(({ result, parameters }) =>
    [...(result === undefined ? [] : [result]), ...parameters].some(({ transfer }) =>
      WITH_LENGTH.has(transfer.kind),
    ),
  );
  return new Set(varying.map(({ cName }) => cName));
}
