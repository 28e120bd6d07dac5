/** A file on disk, read piece by piece. */
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { openFileOnly } from "../../kernel-build/index.js";
import { type ByteSource, ObjectError } from "../../object-code/index.js";

/** Throws the system's error, also where it is no regular file; what is read later throws ObjectError where the file is another one by then. */
export function openFile(file: string): ByteSource {
  const first = openFileOnly(file);
  const { size, mtimeMs } = fstatSync(first);
  closeSync(first);
  return {
    length: size,
    read: (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = new Uint8Array(wanted);
      const descriptor = openFileOnly(file);
      try {
        const got = wanted === 0 ? 0 : readSync(descriptor, bytes, 0, wanted, offset);
        const now = statSync(file);
        if (got !== wanted || now.size !== size || now.mtimeMs !== mtimeMs)
          throw new ObjectError("it changed while it was read");
      } finally {
        closeSync(descriptor);
      }
      return bytes;
    },
  };
}
