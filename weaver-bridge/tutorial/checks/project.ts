/** Problems of the copy, its build, and what weft says of it. */
import type { CheckKinds } from "../tutorial.js";
import { judged, OK, type Verdict, wrong } from "../verdict.js";
import type { FoundProblem, World } from "../world.js";

export async function checkProblems(wanted: string, world: World): Promise<Verdict> {
  return judged(await world.problems(), (problems) => {
    const errors = problems.filter(({ isError }) => isError);
    if (wanted === "none") return errors.length === 0 ? OK : wrong(firstOf(errors));
    if (problems.some((problem) => isAbout(problem, wanted))) return OK;
    return wrong(problems.length === 0 ? "Weft finds nothing wrong yet." : firstOf(problems));
  });
}

export async function checkNoProblem(unwanted: string, world: World): Promise<Verdict> {
  return judged(await world.problems(), (problems) => {
    const left = problems.filter((problem) => isAbout(problem, unwanted));
    return left.length === 0 ? OK : wrong(firstOf(left));
  });
}

function isAbout({ code, message }: FoundProblem, wanted: string): boolean {
  return code.includes(wanted) || message.includes(wanted);
}

function firstOf(problems: readonly FoundProblem[]): string {
  const [first] = problems;
  if (first === undefined) return "";
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see *Problems*.` : "";
  return `${problemText(first)}${more}`;
}

/** One of the whole project stands in no file. */
export function problemText({ file, line, message }: FoundProblem): string {
  const whole = message.endsWith(".") ? message : `${message}.`;
  return file === "" ? whole : `\`${file}\`, line ${line}: ${whole}`;
}

export async function checkBuild(world: World): Promise<Verdict> {
  return judged(await world.build(), (build): Verdict => {
    switch (build.state) {
      case "ok":
        return OK;
      case "running":
        return { state: "waiting", hint: "The build is running." };
      case "failed":
        return wrong(`The build failed: ${build.message}.`);
      case "stale":
        return wrong("Something was changed since the last build: build once more.");
      case "none":
        return wrong("The kernel was not built yet.");
    }
  });
}

export async function checkWeft(wanted: CheckKinds["weft"], world: World): Promise<Verdict> {
  const name = `\`weft ${wanted.arguments.join(" ")}\``;
  return judged(await world.weft(wanted.arguments), ({ code, output }) => {
    if ((code !== 0) !== (wanted.fails === true))
      return wrong(`${name} ${code === 0 ? "finds nothing wrong" : `says: ${lastLine(output)}`}.`);
    if (wanted.lacks !== undefined) {
      const found = new RegExp(wanted.lacks, "m").exec(output)?.[0];
      if (found !== undefined) return wrong(`${name} still says \`${found.trim()}\`.`);
    }
    if (wanted.prints === undefined || new RegExp(wanted.prints, "m").test(output)) return OK;
    return wrong(`${name} says: ${lastLine(output)}.`);
  });
}

function lastLine(output: string): string {
  const line = output.trim().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? "nothing" : `\`${line}\``;
}
