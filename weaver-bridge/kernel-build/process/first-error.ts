/** Of what a compiler said the first line with an error; without one its first line. */
export function firstError(said: string): string {
  return /^.*error:.*$/m.exec(said)?.[0] ?? said.trim().split("\n")[0] ?? "";
}
