/** Names of what generated C of different units has to say to each other. */

/** The object whose terms a plugged function relies on; {@link NO_OBJECT} while it is not plugged. */
export function objectSymbol(residual: string, subject: string): string {
  return `weft_object_${residual}_${subject}`;
}

/** How many writes of a subject's terms go on, between their guards and their stores, where the kernel has no epoch. */
export function writingSymbol(subject: string): string {
  return `weft_writing_${subject}`;
}

/** Called before a term of that object is written. */
export function hitSymbol(residual: string): string {
  return `weft_hit_${residual}`;
}

/** The function to call: the residual one while its facts hold, else the generic one. */
export function pluggedSymbol(residual: string): string {
  return `${residual}_plugged`;
}

/** Whether nobody runs any more in what was taken out. */
export function goneSymbol(residual: string): string {
  return `${residual}_is_gone`;
}

/** Counts of replugs, for debuggers and tests. */
export function plugSymbol(residual: string): string {
  return `weft_plug_${residual}`;
}

/** Is no object, and no object that begins below it holds it. */
export const NO_OBJECT = "((void *)~0ul)";

/** Neither: the object is claimed, and its facts are not known yet. */
export const PENDING = "((void *)~1ul)";

/** Words of `struct weft_plug`, as debuggers read them. */
export const PLUG_FIELDS = ["is_plugged", "plugs", "replugs", "wait", "step", "last_hit"] as const;

/** The words at the top of the stack when the guard fired that fired last. */
export function stackSymbol(residual: string): string {
  return `weft_stack_${residual}`;
}

export const STACK_WORDS = 32;
