/**
 * Which programs of the machine a command starts, itself and through others, by strace; and whether Weft says that it needs
 * them (`machine-tools.json`), or every Debian has them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MACHINE_TOOLS, type MachineTool } from "@weft/weaver-bridge/model";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Programs that gcc keeps for itself. */
const OF_GCC = /^\/usr\/lib(?:exec)?\/gcc/;
const COMES_WITH_SET_UP = new Set(["core", "wanted"]);
const AT_MOST = 600_000;

/** Absolute paths, sorted. Throws where strace can't run the command, or it ends with another code than those `allowed`. */
export function startedPrograms(
  command: readonly string[],
  cwd: string,
  allowed: readonly number[],
): string[] {
  const folder = mkdtempSync(join(tmpdir(), "weft-started-"));
  const trace = join(folder, "trace");
  try {
    const [strace, ...words] = [...tracing(trace), ...command];
    const environment = { ...process.env, WEFT_RESIDENT: "off" };
    const ran = spawnSync(strace, words, { cwd, env: environment, encoding: "utf8", timeout: AT_MOST });
    if (ran.status === null || !allowed.includes(ran.status))
      throw new Error(
        `${command.join(" ")} ended with ${ran.signal ?? ran.status}:\n${ran.stdout}${ran.stderr}`,
      );
    return programsOf(readFileSync(trace, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What comes before a command's words to have each program that it starts written into that file. */
export function tracing(file: string): [string, ...string[]] {
  return ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=execve", "-o", file];
}

/** Absolute paths, sorted, of those that could be started: `execve("/usr/bin/gcc", …) = 0`, also where the call's end stands on a later line. */
export function programsOf(trace: string): string[] {
  const asked = new Map<string, string>();
  const started = new Set<string>();
  for (const line of trace.split("\n")) {
    const pid = line.slice(0, line.indexOf(" "));
    const path = /execve\("([^"]+)"/.exec(line)?.[1];
    if (path !== undefined) asked.set(pid, path);
    const ended = /(?:execve\(.*|<\.\.\. execve resumed>.*)\)\s+= (-?\d+)/.exec(line)?.[1];
    const whole = asked.get(pid);
    if (ended === "0" && whole !== undefined) started.add(whole);
  }
  return [...started].sort();
}

/** The rows of the table that they belong to, and the programs that set-up would not bring. */
export function judgePrograms(paths: readonly string[]): { tools: string[]; unknown: string[] } {
  const tools = new Set<string>();
  const unknown: string[] = [];
  for (const path of paths) {
    const tool = OF_GCC.test(path) ? "gcc" : toolOf(basename(path));
    if (tool !== undefined) tools.add(tool);
    else if (!isWeft(path) && !isOfEveryDebian(path)) unknown.push(path);
  }
  return { tools: [...tools].sort(), unknown };
}

function toolOf(name: string): string | undefined {
  const rows = Object.keys(MACHINE_TOOLS) as MachineTool[];
  return rows.find(
    (tool) => COMES_WITH_SET_UP.has(MACHINE_TOOLS[tool].group) && MACHINE_TOOLS[tool].programs.includes(name),
  );
}

function isWeft(path: string): boolean {
  return path.startsWith(root) || basename(path) === "node";
}

function isOfEveryDebian(path: string): boolean {
  // Debian lists some files where they were before /bin became a link.
  const real = realpathSync(path);
  const places = [real, real.replace(/^\/usr\/(s?bin)\//, "/$1/"), real.replace(/^\/(s?bin)\//, "/usr/$1/")];
  const owner = places.map(ownerOf).find((name) => name !== undefined);
  if (owner === undefined) return false;
  const asked = ["--show", `--showformat=\${Essential} \${Priority}`, owner];
  const { stdout } = spawnSync("dpkg-query", asked, { encoding: "utf8" });
  return /^yes |required$/.test(stdout);
}

function ownerOf(path: string): string | undefined {
  const { status, stdout } = spawnSync("dpkg-query", ["--search", path], { encoding: "utf8" });
  return status === 0 ? /^(?!diversion )([^:,\s]+)/m.exec(stdout)?.[1] : undefined;
}
