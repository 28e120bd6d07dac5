/** Of what a compiler said the first line with an error; without one its first line. That of an assembler has a heading. */
export function firstError(said: string): string {
  const lines = said.trim().split("\n");
  return lines.find((line) => /error:|: Error: /i.test(line)) ?? lines[0] ?? "";
}
