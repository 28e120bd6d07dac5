/** Whether functions were compiled without optimization. */
import { AT, type EntryId } from "../../../object-code/index.js";
import type { ImageCode } from "./image-code.js";

/** gcc says each level but -O0; clang says none. */
export function isUnoptimized(origins: readonly EntryId[], { debug }: ImageCode): boolean {
  return origins.every((origin) => {
    const producer = debug.text(debug.entries.unitOf(origin).root, AT.producer) ?? "";
    return /^GNU /.test(producer) && !/(?:^|\s)-O(?!0)/.test(producer);
  });
}
