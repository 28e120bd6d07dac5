// Settings of built-in extensions that are the machine's. Made by: node ide/app/list-machine-settings.mjs
export const MACHINE_SETTINGS: readonly string[] = [
  "git.defaultCloneDirectory",
  "git.path",
  "weft.adapterPath",
  "weft.clangd.beside",
  "weft.cliPath",
  "weft.nodePath",
  "weft.serverPath",
];
