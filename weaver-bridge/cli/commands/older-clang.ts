/** Proposes a newer libclang and clang where the kernel's compiler came out after them: its C may be new to them. */
import type { Libclang } from "../../clang-ast/src/index.js";
import { askCompiler, findClang, parseCompilerCommand, runProcess } from "../../kernel-build/index.js";
import { clangThatReads, type Problem, packageFrom } from "../../model/index.js";

const DEADLINE = 20_000;

/** `compiler`: its command, as in `ccache gcc`. Undefined where both are new enough, or nobody says how new it is. */
export async function olderClang(compiler: string, { version }: Libclang): Promise<Problem | undefined> {
  const command = parseCompilerCommand([...compiler.trim().split(/\s+/), "-c", "unit.c"], "/");
  const [input] = command.inputs;
  const { family, release } =
    input === undefined ? { family: "gcc" as const } : await askCompiler(command, input);
  if (release === undefined) return undefined;
  const wanted = clangThatReads(family, release);
  const here = [["libclang", releaseIn(version)] as const, ["clang", await clangHere()] as const];
  const older = here.filter(([, release]) => release < wanted);
  return older.length === 0 ? undefined : told(`${family} ${release}`, wanted, older);
}

/** Once, for both. */
function told(
  compiler: string,
  wanted: number,
  older: readonly (readonly ["libclang" | "clang", number])[],
): Problem {
  const names = older.map(([tool, release]) => `${tool} ${release}`).join(" and ");
  const packages = older.map(([tool]) => packageFrom(tool, wanted)).join(" ");
  return {
    code: "doctor/older-clang",
    severity: "warning",
    message: `${compiler} is newer than ${names}: what is new in its language may be left unread, which is then told where it stands`,
    hint: `Install release ${wanted} or a newer one beside it, on Debian: apt-get install ${packages}. The newest that is installed is taken.`,
  };
}

/** Infinity where it is not there, which is told elsewhere. */
async function clangHere(): Promise<number> {
  const name = findClang();
  if (name === undefined) return Number.POSITIVE_INFINITY;
  const { output } = await runProcess([name, "--version"], { directory: "/", input: "", deadline: DEADLINE });
  return releaseIn(output.toString());
}

function releaseIn(version: string): number {
  return Number(/version (\d+)/.exec(version)?.[1] ?? Number.POSITIVE_INFINITY);
}
