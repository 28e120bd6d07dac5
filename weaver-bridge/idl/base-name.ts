/** `fs` of `hurd/fs.defs`: what outputs are called after. */
export function baseName(file: string): string {
  return fileName(file).replace(/\.(idl|defs|mdefs|srv|cli)$/i, "");
}

export function fileName(file: string): string {
  return file.split("/").pop() ?? file;
}
