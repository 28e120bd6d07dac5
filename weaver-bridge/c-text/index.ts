/** C and what is written like it, as text: what stands in comments and strings and what does not. */
export { blank, withoutComments, withoutCommentsAndStrings } from "./blank-text.js";
