/**
 * Sources that would keep GDB waiting. To show a line it opens the file that symbols name, without asking again what it is:
 * there a pipe has GDB wait, deaf to signals. So it is asked for the names first, in a run of its own that opens none.
 */
import { statSync } from "node:fs";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { lookUp, unlessRefused } from "@weft/weaver-bridge/model";
import { OWN_HISTORY } from "../gdb/own-history.js";

/** `words` start GDB and have it load the symbols; what it is told there about where sources are holds here too. */
export interface SourceQuestion {
  readonly words: readonly string[];
  readonly directory: string;
  readonly signal?: AbortSignal;
}

const DEADLINE = 60_000;
/** Of a large kernel they have a dozen megabytes. */
const MOST_NAMES = 256 << 20;

/** A sentence where sources can't be shown, because one is a pipe or the names are not to be had; else undefined. */
export async function waitingSources(question: SourceQuestion): Promise<string | undefined> {
  const names = await sourceNames(question);
  if (names === undefined) return "GDB does not say which sources the symbols name, so none is opened.";
  const pipe = names.find((name) => unlessRefused(() => statSync(name).isFIFO()) === true);
  return pipe === undefined
    ? undefined
    : `${pipe} is a pipe, for which GDB would wait without an end: no source is opened. Put the source there, or nothing.`;
}

async function sourceNames({ words, directory, signal }: SourceQuestion): Promise<Buffer[] | undefined> {
  const [gdb = "", ...others] = words;
  const { code, output } = await runProcess(
    [gdb, "-q", "-i=mi", "-iex", "set source open off", "-iex", "set debuginfod enabled off", ...others],
    {
      ...{ directory, signal, deadline: DEADLINE, mostOutput: MOST_NAMES },
      environment: { ...process.env, ...OWN_HISTORY },
      input: "-file-list-exec-source-files\n-gdb-exit\n",
    },
  );
  const answer = output.toString("latin1");
  return code === 0 && /^\^done,files=/m.test(answer) ? fullNames(answer) : undefined;
}

/** Those of an answer of GDB/MI, which is latin1, in bytes: a name need not be UTF-8. Pure. */
export function fullNames(answer: string): Buffer[] {
  return Array.from(answer.matchAll(/fullname="((?:[^"\\\n]|\\.)*)"?/g), ([, said = ""]) =>
    Buffer.from(unescaped(said), "latin1"),
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", b: "\b" },
  ...{ f: "\f", a: "\x07", e: "\x1b" },
};

/** As C has it. */
const unescaped = (said: string) =>
  said.replace(/\\([0-7]{3}|.)/g, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : (lookUp(SIGNS, sign) ?? sign),
  );
