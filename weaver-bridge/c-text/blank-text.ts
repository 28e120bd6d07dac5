/** Text of the same length and lines in which something is blank. */

/** Every character but line ends becomes a space. */
export function blank(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}

/** Comments become blank; an open one reaches to the end. What looks like one in a string is none. */
export function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : blank(found)));
}

/** Comments and what strings say become blank. */
export function withoutCommentsAndStrings(text: string): string {
  return text.replace(STRING_OR_COMMENT, blank);
}

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;
