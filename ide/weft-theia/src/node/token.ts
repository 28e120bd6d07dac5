// The secret of this backend: given by the starter through the environment, or made here. Taken out of the
// environment at once, so that no terminal, task or language server inherits it.
import { randomBytes } from "node:crypto";

/** The token, and whether the starter chose it (and therefore prints the address). */
export function takeToken(environment: NodeJS.ProcessEnv): { value: string; given: boolean } {
  const given = environment.WEFT_TOKEN;
  delete environment.WEFT_TOKEN;
  if (given !== undefined && given.length > 0) return { value: given, given: true };
  return { value: randomBytes(24).toString("base64url"), given: false };
}
