/** By what a program's assembly files could write what a guard keeps: names of one unit, as plain data. */
export interface AssemblyWays {
  /** What the guard is about: a type's name, or a variable's. */
  readonly subject: string;
  /** Objects, and pointers to them, that other files know by these names. */
  readonly objects: readonly string[];
  /** Functions without a body in the unit that get an object. */
  readonly given: readonly string[];
}
