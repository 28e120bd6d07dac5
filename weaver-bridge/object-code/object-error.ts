/** What is wrong with an object file, in words that a user can act on; no final dot. */
export class ObjectError extends Error {}
