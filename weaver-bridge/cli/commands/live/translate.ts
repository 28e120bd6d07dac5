/** `weft live translate`: a KLASY file as an `.ah` file, and back. */

import { resolve } from "node:path";
import { readRegular, writeAtomically } from "../../../kernel-build/index.js";
import { hasErrors, type Problem } from "../../../model/index.js";
import { ahToKlasy, isKlasyFile, klasyToAh, parseAspectFile } from "../../../pointcut/index.js";
import { EXIT, report } from "../../output.js";

export interface TranslateFlags {
  readonly output?: string;
  readonly json?: boolean;
}

export function translate(file: string, flags: TranslateFlags): number {
  const { value, problems } = translated(file);
  const failed = value === undefined || hasErrors(problems);
  const written = failed ? undefined : write(value, flags);
  const told = written === undefined ? problems : [...problems, written];
  report(
    flags,
    told,
    failed || written !== undefined ? undefined : { text: Buffer.from(value, "latin1").toString() },
  );
  return failed || written !== undefined ? EXIT.problems : EXIT.fine;
}

function translated(file: string): { value: string | undefined; problems: readonly Problem[] } {
  const path = resolve(file);
  try {
    const text = readRegular(path, "latin1");
    if (isKlasyFile(path)) return klasyToAh(path, text);
    const parsed = parseAspectFile(path, text);
    if (hasErrors(parsed.problems)) return { value: undefined, problems: parsed.problems };
    const { value, problems } = ahToKlasy(parsed);
    return { value, problems: [...parsed.problems, ...problems] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const message = `${path} can't be read: ${code}`;
    return { value: undefined, problems: [{ code: "live/translate", severity: "error", message }] };
  }
}

function write(value: string, { output, json }: TranslateFlags): Problem | undefined {
  if (output === undefined) {
    if (json !== true) process.stdout.write(value, "latin1");
    return undefined;
  }
  try {
    writeAtomically(resolve(output), Buffer.from(value, "latin1"));
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { code: "live/translate", severity: "error", message: `${output} can't be written: ${code}` };
  }
}
