/** Where the running code lies, whether it is TypeScript source, compiled, or bundled as ESM or CommonJS. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export function scriptFolder(): string {
  // A CommonJS bundle has no import.meta.url.
  const file = import.meta.url ? fileURLToPath(import.meta.url) : __filename;
  return path.dirname(file);
}
