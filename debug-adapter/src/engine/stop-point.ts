/** Where a launch should stop first: a function's name, or a line of a file. */

export type StopPoint =
  | { readonly kind: "function"; readonly name: string }
  | { readonly kind: "line"; readonly file: string; readonly line: number };

/** `sys_open`, `fs/open.c:42`. `undefined` when it is neither. */
export function parseStopPoint(text: string): StopPoint | undefined {
  const line = /^(.+):(\d{1,7})$/.exec(text);
  if (line !== null) return { kind: "line", file: line[1] as string, line: Number(line[2]) };
  return /^[A-Za-z_$][\w$.]*$/.test(text) ? { kind: "function", name: text } : undefined;
}
