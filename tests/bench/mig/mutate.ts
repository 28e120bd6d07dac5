/** A `.defs` file with one to three mistakes, or what may be one: tokens cut, copied, swapped, replaced. */
import type { Random } from "../../support/idl/random.js";

const WORDS =
  `subsystem type routine simpleroutine skip array struct of c_string in out inout requestport replyport waittime msgoption polymorphic
  MACH_MSG_TYPE_INTEGER_32 MACH_MSG_TYPE_COPY_SEND MACH_MSG_TYPE_STRING_C dealloc IsLong IsNotLong ServerCopy CountInOut RetCode
  intran ctype cusertype destructor int char short mach_port_t t5 t7 t9 x serverprefix import nowaittime msgseqno sreplyport ureplyport
  [ ] ( ) { } : ; , = ^ * | + - / 0 1 3 32 300 5000 "a" <a> [*:4] [] ^array[] // @`.split(/\s+/);

export function mutated(random: Random, text: string): string {
  const tokens = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let n = random.once(2) ? 1 : 1 + random.below(3); n > 0; n--) {
    const at = random.below(tokens.length);
    switch (random.below(8)) {
      case 0:
        tokens.splice(at, 1 + random.below(3));
        break;
      case 1:
        tokens.splice(at, 0, ` ${random.pick(WORDS)} `);
        break;
      case 2:
        tokens[at] = ` ${random.pick(WORDS)} `;
        break;
      case 3: {
        const other = random.below(tokens.length);
        [tokens[at], tokens[other]] = [tokens[other] ?? "", tokens[at] ?? ""];
        break;
      }
      default:
        exchange(random, tokens, at);
    }
  }
  return tokens.join("");
}

/** A word for another of its kind: a name of the file, a number, a direction; what comes of it may well be right. */
function exchange(random: Random, tokens: string[], from: number): void {
  const at = tokens.findIndex((token, index) => index >= from && /^\w+$/.test(token));
  const token = tokens[at];
  if (token === undefined) return;
  if (/^\d+$/.test(token))
    tokens[at] = String(random.pick([0, 1, 2, 3, 7, 8, 15, 24, 40, 255, 256, 4096, 70000]));
  else if (/^(in|out|inout)$/i.test(token))
    tokens[at] = random.pick(["in", "out", "inout", "replyport", "waittime"]);
  else tokens[at] = random.pick(tokens.filter((other) => /^[a-z]\w*$/.test(other)));
}
