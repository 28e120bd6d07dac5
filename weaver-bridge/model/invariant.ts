/** What holds however Weft is used: what somebody else gave (a file, an answer, an image) is refused in words instead. */

/** Throws where it does not hold: a fault of Weft, which is shown with its stack. `said`: what does not hold. */
export function invariant(holds: boolean, said: string): asserts holds {
  if (!holds) throw new Error(said);
}
