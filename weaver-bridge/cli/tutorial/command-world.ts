/**
 * The world of a tutorial's checks as files and the weft command tell it: what the IDE alone knows (where the debugger has
 * stopped, what is in front) can't be asked. The guest is asked where that is wished; a boot takes a second or more.
 */
import { resolve } from "node:path";
import type { Problem } from "../../model/index.js";
import type { Answer, FoundProblem, Selection, WhyNot, World } from "../../tutorial/index.js";
import { runSelf } from "../run-self.js";
import { filesIn, readText } from "./learner-copy.js";

export interface CommandWorldOptions {
  readonly folder: string;
  /** Boot the guest for what it prints. */
  readonly guest: boolean;
  /** Build nothing. */
  readonly isLarge?: boolean;
  /** What the step's solve answers to its questions. */
  readonly answers: readonly string[];
}

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly json: unknown;
}

/** A build, a boot: minutes on a busy machine. */
const DEADLINE = 600_000;
const MOST_LABELS = 100;
const NEEDS_IDE = "only the IDE knows it";

export function commandWorld({ folder, guest, isLarge = false, answers }: CommandWorldOptions): World {
  const weft = async (...words: string[]): Promise<Ran> => {
    const { code, output, errors } = await runSelf(words, { directory: folder, deadline: DEADLINE });
    const text = output.toString("utf8");
    return {
      code: code ?? 1,
      output: `${text}${errors.toString("utf8")}`,
      json: words.includes("--json") ? JSON.parse(text || "{}") : undefined,
    };
  };
  const text = async (file: string) => readText(resolve(folder, file));
  return {
    text,
    files: async () => filesIn(folder),
    effects: async (file, line) => {
      const { json } = await weft("effects", `${file}:${line}`, "--json");
      const { effects = [] } = json as { effects?: { title: string }[] };
      return { value: effects.map(({ title }) => title) };
    },
    why: async (file, line, aspect) => {
      const { json } = await weft("why", `${file}:${line}`, "--advice", aspect, "--json");
      return { value: whyNotsOf(json as WhyJson) };
    },
    select: async (file, line) => select((await text(file)) ?? "", line, weft),
    problems: async () => {
      const { json } = await weft("check", "--json");
      const { problems = [] } = json as { problems?: Problem[] };
      return { value: problems.map((problem) => foundProblem(problem, folder)) };
    },
    build: async () => {
      if (isLarge) return { cannot: "the build takes long: it is done with --guest only" };
      const { code, output } = await weft("build");
      const message = output.split("\n").find((one) => /error/.test(one)) ?? output.trim();
      return { value: code === 0 ? { state: "ok" } : { state: "failed", message } };
    },
    console: async (awaited) => {
      if (!guest) return { cannot: "the guest is booted with --guest only" };
      // As F5 in the IDE: what was changed is built first, and what can't be built is not booted.
      if ((await weft("build")).code !== 0) return { value: undefined };
      const { json } = await weft("run", "--json", "--until", awaited);
      return { value: (json as { serial?: string }).serial };
    },
    frames: async () => ({ cannot: NEEDS_IDE }),
    front: async () => ({ cannot: NEEDS_IDE }),
    weft: async (words) => ({ value: await weft(...words) }),
    answer: async () => answers[0],
  };
}

interface WhyJson {
  readonly joinPoints?: readonly {
    readonly advice: readonly {
      readonly aspect: string;
      readonly adviceKind: string;
      readonly pointcut: string;
      readonly applies: string;
      readonly why: string;
      readonly suggestion?: { readonly pointcut: string };
    }[];
  }[];
}

function whyNotsOf({ joinPoints = [] }: WhyJson): WhyNot[] {
  return joinPoints.flatMap(({ advice }) =>
    advice.map(({ aspect, adviceKind, pointcut, applies, why, suggestion }) => ({
      advice: `${aspect}: ${adviceKind} ${pointcut}`,
      applies: applies !== "no",
      why,
      ...(suggestion === undefined ? {} : { suggestion: suggestion.pointcut }),
    })),
  );
}

/** The advice that begins at the line, up to the colon before its kind. */
async function select(
  text: string,
  line: number,
  weft: (...words: string[]) => Promise<Ran>,
): Promise<Answer<Selection>> {
  const rest = text
    .split("\n")
    .slice(line - 1)
    .join("\n");
  const written =
    /^\s*advice\s+(?!\s)((?:[\s\S]*?\S)?)\s*:\s*(?:before|after|around|order)\b/.exec(rest)?.[1] ??
    /^\s*pointcut\s+\w+\s*\([^)]*\)\s*=\s*([\s\S]*?);/.exec(rest)?.[1];
  if (written === undefined)
    return { value: { pointcut: "", total: 0, labels: [], message: "no advice begins there" } };
  const pointcut = written.replace(/\s+/g, " ");
  const { json } = await weft("joinpoints", "--pointcut", withScopes(pointcut, text), "--json");
  const { joinPoints = [], problems = [] } = json as {
    joinPoints?: { kind: string; signature: string; within: string }[];
    problems?: Problem[];
  };
  const labels = joinPoints.map(({ kind, signature, within }) =>
    kind === "execution" ? `${kind} ${signature}` : `${kind} ${signature} in ${within}`,
  );
  const message = problems[0]?.message;
  return {
    value: {
      pointcut,
      total: labels.length,
      labels: labels.slice(0, MOST_LABELS),
      ...(message === undefined ? {} : { message }),
    },
  };
}

/** Names of the aspect's own pointcuts, as they are called outside of it. */
function withScopes(pointcut: string, text: string): string {
  const aspect = /^[^\S\n]*aspect\s+(\w+)/m.exec(text)?.[1];
  const names = [...text.matchAll(/^[^\S\n]*pointcut\s+(\w+)\s*\(/gm)].map(([, name]) => name);
  if (aspect === undefined || names.length === 0) return pointcut;
  return pointcut.replace(new RegExp(`(?<!::)\\b(${names.join("|")})\\(`, "g"), `${aspect}::$1(`);
}

function foundProblem({ code, severity, message, range, hint }: Problem, folder: string): FoundProblem {
  const file = range?.file ?? "";
  const ofAll = file === "" && hint !== undefined ? `${message}. ${hint}` : message;
  return {
    file: file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file,
    line: range?.startLine ?? 1,
    message: ofAll,
    code,
    isError: severity === "error",
  };
}
