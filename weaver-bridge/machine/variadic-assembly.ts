/** A function with unnamed arguments that runs another first, and then goes on as it was or returns. */

export interface VariadicAssembly {
  /**
   * Instructions of a naked function: `decide` gets the address of the arguments, and says in the lower half of 64 bits
   * whether `proceed` goes on with them as they are, in the upper half what is returned else.
   */
  decideFirst(decide: string, proceed: string): readonly string[];
}
