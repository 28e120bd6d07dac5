/** The ELF file that somebody names for its code and debug information. */
import { type ImageCode, ObjectError, openImageFile } from "../../../live-weave/index.js";
import type { Problem } from "../../../model/index.js";

/** Throws what is neither the file's fault nor the system's. */
export function openImage(file: string): ImageCode | Problem {
  try {
    return openImageFile(file);
  } catch (error) {
    if (error instanceof ObjectError) return noImage(file, error.message);
    const { syscall, code = "" } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return noImage(file, code);
  }
}

export function noImage(file: string, why: string): Problem {
  return {
    ...{ code: "live/image", severity: "error", message: `${file} can't be resolved in: ${why}` },
    hint: "Name the ELF file that the linker made, with symbols and debug information; of Linux it is vmlinux.",
  };
}
