/** Programs started by the addon, without a copy of this process's page tables. */
import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import { loadAddon } from "./addon.js";
import { ClangError } from "./clang-error.js";

export interface NativeRun {
  readonly pid: number;
  readonly ended: Promise<{
    readonly code: number | undefined;
    readonly endedBy: NodeJS.Signals | undefined;
    readonly output: Buffer;
    readonly errors: Buffer;
  }>;
}

/** False with an addon that was built before it could. */
export function startsNatively(): boolean {
  try {
    return loadAddon().start !== undefined;
  } catch (error) {
    if (!(error instanceof ClangError)) throw error;
    return false;
  }
}

/** In a group of its own. Throws an error with a `code`, as Node does. */
export function startNatively(
  argv: readonly string[],
  { directory, environment, input }: { directory: string; environment: NodeJS.ProcessEnv; input: Buffer },
): NativeRun {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const started = loadAddon().start?.(argv, directory, variables, input);
  if (started?.pid === undefined || started.ended === undefined) {
    const code = getSystemErrorName(-(started?.error || constants.errno.ENOSYS));
    throw Object.assign(new Error(`spawn ${argv[0]} ${code}`), { code });
  }
  return { pid: started.pid, ended: started.ended.then(read) };
}

function read(ended: { code: number; signal: number; output: Buffer; errors: Buffer }) {
  const { code, signal, output, errors } = ended;
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  return {
    code: code < 0 ? undefined : code,
    endedBy: name as NodeJS.Signals | undefined,
    output,
    errors,
  };
}
