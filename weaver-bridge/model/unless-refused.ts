/** What the system refuses (a file that is not there, a right that is missing) is an answer; what is wrong in Weft is none. */

/** Undefined where the system refuses what `look` asks of it. Whatever else `look` throws is a fault of ours, and is thrown. */
export function unlessRefused<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Node's own refusals: of a name that no file can have, and of a file that no string can hold. */
const OF_NODE = new Set([
  "ERR_INVALID_ARG_VALUE",
  "ERR_INVALID_URL",
  "ERR_INVALID_FILE_URL_HOST",
  "ERR_INVALID_FILE_URL_PATH",
  "ERR_FS_FILE_TOO_LARGE",
  "ERR_STRING_TOO_LONG",
]);

/** Whether the system said no: an `error` of Node's with a system call in it. */
export function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && (syscall !== undefined || OF_NODE.has(code));
}

/** For promises, `readFile(name).catch(noneIfRefused)`: undefined where the system refuses; throws whatever else it was. */
export function noneIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

/** As {@link unlessRefused} for what others write, as JSON or packed by zlib: undefined also where it is neither. */
export function unlessBroken<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isRefusal(error) || error instanceof SyntaxError || isDamagedPacking(error)) return undefined;
    throw error;
  }
}

/** Of zlib: data that it can't unpack, or that unpacks to more than was allowed. */
function isDamagedPacking(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE";
}
