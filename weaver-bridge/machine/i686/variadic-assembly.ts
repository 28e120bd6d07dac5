/** On i386 all arguments are on the stack, and the caller takes them away: a jump leaves them as they are. */
import type { VariadicAssembly } from "../variadic-assembly.js";

export const I686_VARIADIC: VariadicAssembly = {
  decideFirst: (decide, proceed) => [
    ...["leal 4(%esp), %eax", "subl $8, %esp", "pushl %eax", `call ${decide}`, "addl $12, %esp"],
    ...["testl %eax, %eax", `jne ${proceed}`, "movl %edx, %eax", "ret"],
  ],
};
