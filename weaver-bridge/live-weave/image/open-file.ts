/** A file on disk, read piece by piece. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { type ByteSource, ObjectError } from "../../object-code/index.js";

/** Throws the system's error; what is read later throws ObjectError where the file is another one by then. */
export function openFile(file: string): ByteSource {
  const { size, mtimeMs } = statSync(file);
  return {
    length: size,
    read: (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = new Uint8Array(wanted);
      const descriptor = openSync(file, "r");
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
