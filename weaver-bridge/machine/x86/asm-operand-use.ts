/** What an instruction in the text of asm does with an operand in memory. */

const PREFIX = /^(?:\s|\\t|(?:lock|rep\w*|data16|\w+:)(?=[\s\\:]))+/;
/** Instructions that only read what stands last. */
const READERS =
  /^(?:cmp[bwlq]?|test[bwlq]?|bt[wlq]?|push[wlq]?|call[wlq]?|jmp[wlq]?|i?mul[bwlq]?|i?div[bwlq]?|f(?:i?ld\w*|i?(?:add|sub|mul|div)\w*|i?com\w*|rstor)|u?comis[sd]|lgdt[wl]?|lidt[wl]?|lldt|ltr|lmsw|ldmxcsr|fxrstor\w*|xrstor\w*|invlpg|prefetch\w*|clflush\w*|ver[rw]|nop[wl]?)$/;
/** Instructions that write what stands first, or ask where it is. */
const WRITES_FIRST = /^(?:xchg[bwlq]?|xadd[bwlq]?|lea[wlq]?|les|lds)$/;

/** Whether an instruction of a template, as AT&T writes it, is known to read the operand that `named` finds, and not to ask where it is. */
export function readsOperand(instruction: string, named: RegExp): boolean {
  const [, mnemonic, rest = ""] = /^([a-z]\w*)(?:\s|\\t)+(.*)$/s.exec(instruction.replace(PREFIX, "")) ?? [];
  if (mnemonic === undefined || /[{}|]/.test(instruction)) return false;
  const given = operandsOf(rest);
  const isLast = named.test(given.at(-1) ?? "");
  return isLast ? READERS.test(mnemonic) && given.length <= 3 : !WRITES_FIRST.test(mnemonic);
}

/** Between commas that stand in no brackets. */
function operandsOf(text: string): string[] {
  const found = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth++;
    else if (sign === ")") depth--;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found;
}
