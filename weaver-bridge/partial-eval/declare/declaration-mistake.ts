/** What a declaration says wrong. */
import type { Fact, Mistake, Span } from "./declaration.js";

/** What a declaration says that is not so, at its characters. */
export class DeclarationMistake extends Error {
  constructor(readonly mistakes: readonly Mistake[]) {
    super(mistakes[0]?.message);
    this.name = "DeclarationMistake";
  }
}

/** Of one fact: where the subject is, a step of its path counted from 1, or the value. */
export function mistaken(
  message: string,
  { offset, spans }: Fact,
  part: number | "value",
): DeclarationMistake {
  const span: Span | undefined = part === "value" ? spans?.value : spans?.steps[part];
  return new DeclarationMistake([{ message, offset: span?.start ?? offset, ...(span && { end: span.end }) }]);
}
