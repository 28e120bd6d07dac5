// Whether a link leads where whoever wrote it may lead. `options` are those of Monaco's opener.

/** `command:NAME?…` only with leave for it, or for all. */
export function mayOpen(link: { toString(): string }, options: unknown): boolean {
  const command = /^\s*command:([^?#]*)/i.exec(link.toString())?.[1];
  if (command === undefined) return true;
  const { allowCommands } = (options ?? {}) as { readonly allowCommands?: unknown };
  return allowCommands === true || (Array.isArray(allowCommands) && allowCommands.includes(command));
}
