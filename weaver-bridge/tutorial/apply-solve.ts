/** The edits among the actions that solve a step. What else they do (commands, breakpoints) is for whoever asks. */
import type { SolveAction } from "./tutorial.js";

export interface FileEdit {
  readonly file: string;
  readonly text: string;
}

/**
 * What the file shall hold; `undefined` for an action that is no edit. `text` gives a file's text, `undefined` where there
 * is none. A `replace` whose text is gone, or stands there more than once, says so.
 */
export function editOf(
  action: SolveAction,
  text: string | undefined,
): FileEdit | { readonly problem: string } | undefined {
  if ("write" in action) return { file: action.write, text: action.text };
  if (!("replace" in action)) return undefined;
  const parts = text?.split(action.old) ?? [];
  if (parts.length === 2) return { file: action.replace, text: parts.join(action.new) };
  const count = text === undefined ? "there is no such file" : `it stands there ${parts.length - 1} times`;
  return { problem: `${action.replace}: "${action.old.trim()}" can't be replaced: ${count}` };
}

/** The file that the action edits. */
export function editedFile(action: SolveAction): string | undefined {
  if ("write" in action) return action.write;
  return "replace" in action ? action.replace : undefined;
}
