/** Calls that only work where they are written, in C and in C++. */
import { Unweavable } from "../unweavable.js";

const RETURNS_TWICE = /^(?:_?_?sig)?_?_?(?:setjmp|_setjmp|__sigsetjmp|vfork|getcontext|savectx)$/;

export function refuseSpecialCalls(name: string): void {
  if (RETURNS_TWICE.test(name))
    throw new Unweavable(
      "returns-twice",
      `call of '${name}', which returns twice`,
      "The saved stack frame would be that of the woven function. Advise the code around the call instead.",
    );
  if (/^__(?:builtin|sync|atomic|c11_atomic)_/.test(name))
    throw new Unweavable(
      "builtin-call",
      `call of '${name}', which the compiler itself implements`,
      "It may need its arguments as they are written. Exclude it from the pointcut.",
      undefined,
      "warning",
    );
}
