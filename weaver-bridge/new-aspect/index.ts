/** Making a new aspect: its text for a purpose, what it is about, its place in `weft.json`. */
export { aspectFile, aspectName, aspectText, type NewAspect, PURPOSES, type Purpose } from "./aspect-text.js";
export { applyEdits, includeAspect, type JsonEdit } from "./include-aspect.js";
export { type Subject, subjectAt } from "./subject-at.js";
