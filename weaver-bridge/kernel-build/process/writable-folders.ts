/** Where what runs for an untrusted folder may write: those of Weft's temporary folders that its order names. */

let ownFolders: () => readonly string[] = () => [];

/** `folders` returns all temporary folders of this process, as they are then; absolute. */
export function mayWriteIn(folders: () => readonly string[]): void {
  ownFolders = folders;
}

/** The others belong to orders that run beside it: none of its business, and gone while it starts. */
export function namedFolders(
  argv: readonly string[],
  {
    directory,
    environment = {},
  }: { readonly directory: string; readonly environment?: NodeJS.ProcessEnv | undefined },
): string[] {
  const order = [directory, ...argv, ...Object.values(environment)];
  return ownFolders().filter((folder) => order.some((word) => word?.includes(folder)));
}
