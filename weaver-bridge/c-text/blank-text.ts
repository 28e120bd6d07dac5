/** Text of the same length and lines in which something is blank. */

/** Every character but line ends becomes a space. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}

/** Comments become blank; an open one reaches to the end. What looks like one in a literal is none. */
export function withoutComments(text: string): string {
  return text.replace(LITERAL_OR_COMMENT, (found) => (found.startsWith("/") ? blank(found) : found));
}

/** Comments, strings and character literals become blank. */
export function withoutCommentsAndStrings(text: string): string {
  return text.replace(LITERAL_OR_COMMENT, blank);
}

/**
 * Literals by C23 6.4.4.4 and 6.4.5, comments by 6.4.9: one of a line goes on behind a backslash at its end. An apostrophe
 * between digits separates them (6.4.4.1), one without a second opens nothing. Raw strings of C++ are taken for strings.
 */
const LITERAL_OR_COMMENT =
  /"(?:[^"\\\n]|\\[\s\S])*"?|(?<!(?<!\bu)[\da-fA-F])'(?:[^'\\\n]|\\.){1,10}'|\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:[^\n\\]|\\[\s\S])*/g;
