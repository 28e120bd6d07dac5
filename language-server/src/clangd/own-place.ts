/** Where clangd writes, and what it reads unasked. */

/**
 * Commands are looked for where nobody can put any: those that clangd is told count. Its index is then in the user's cache, and
 * not in `.cache/clangd/index` beside the commands that it finds, which in somebody else's folder may lead anywhere.
 */
export const ONLY_TOLD_COMMANDS = "--compile-commands-dir=/proc";

/** For a folder that nobody trusts: its .clangd may name servers, and words of compilers. */
export const NO_SETTINGS_OF_THE_FOLDER = "--enable-config=false";
