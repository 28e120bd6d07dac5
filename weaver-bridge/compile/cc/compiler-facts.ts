/** The state of the programs that a compiler command runs. */
import { delimiter, resolve } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  type Fact,
  factOf,
  runProcess,
  statusOf,
  unitLanguage,
} from "../../kernel-build/index.js";

/** Bytes: what is smaller may be a script, and look at what nobody knows. */
const LARGEST_SCRIPT = 64 * 1024;
const DEADLINE = 20_000;

/** The command's programs, where `path` finds them, and the compiler behind the driver; undefined where that can't be told. */
export async function compilerFacts(
  { compiler, directory }: CompilerCommand,
  input: CompilerInput,
  path: string,
): Promise<Fact[] | undefined> {
  const programs = compiler.map((name) => programFacts(name, directory, path));
  const inner = await innerCompiler(compiler, directory, unitLanguage(input) === "c++" ? "cc1plus" : "cc1");
  const all = [...programs, inner === undefined ? undefined : programFacts(inner, directory, path)];
  return all.includes(undefined) ? undefined : (all as Fact[][]).flat();
}

/** That it is there, and in no folder before. */
function programFacts(name: string, directory: string, path: string): Fact[] | undefined {
  const facts: Fact[] = [];
  const folders = name.includes("/") ? [""] : path.split(delimiter);
  for (const folder of folders) {
    const file = resolve(directory, folder, name);
    const status = statusOf(file);
    if (status === undefined) {
      facts.push({ kind: "absent", path: file });
      continue;
    }
    const fact = status.isFile() && status.size >= LARGEST_SCRIPT ? factOf(file) : undefined;
    return fact && [...facts, fact];
  }
  return undefined;
}

const INNER = new Map<string, string | undefined>();

/** An absolute path; asked once a process. */
async function innerCompiler(
  compiler: readonly string[],
  directory: string,
  name: string,
): Promise<string | undefined> {
  const words = [...compiler, `-print-prog-name=${name}`];
  const key = [directory, ...words].join("\0");
  if (!INNER.has(key)) {
    const { code, output } = await runProcess(words, { directory, deadline: DEADLINE });
    const said = output.toString().trim();
    INNER.set(key, code === 0 && said.startsWith("/") ? said : undefined);
  }
  return INNER.get(key);
}
