/**
 * The console of a guest on somebody's terminal. Programs in the guest draw with it: they move the cursor, erase, colour. What
 * else a terminal takes for an order is not theirs to give: to name its window, to write into the clipboard, to be told
 * something as if it were typed, to send each movement of the mouse. Such orders are shown, as `\x1b`.
 */
import { lookUp } from "../../model/index.js";
import { visible } from "../process/plain-terminal.js";

/** A sequence, or a character that is one by itself. Of UTF-8, the second half of the controls. */
const ORDER = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[ -/]*[0-Z\\^-~])?|[\0-\x06\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]/g;
/** What may go on in the next piece. */
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,64}[ -/]{0,4}|[ -/]{0,4})|\xc2)$/;

/** Moves, erases, inserts, deletes, scrolls, colours, tabs, cursor's shape. */
const DRAWS = /^\x1b(?:\[[\d;:]*[A-HJ-MPSTX@`adefgmrsu]|\[\d? q|[78=>DEHM])$/;
/** Which keys are sent, wrapping, the cursor, the other screen, marked pastes; characters for lines. */
const SWITCHES = /^\x1b(?:\[(4|\?(?:1|7|12|25|47|1047|1048|1049|2004))([hl])|([()])([B0]))$/;

/** How a terminal is when a guest gets it, by what {@link SWITCHES} names. */
const AT_FIRST: Readonly<Record<string, string>> = { "?7": "h", "?25": "h" };

export interface GuestConsole {
  /** The bytes for the terminal. */
  shown(piece: Uint8Array): Buffer;
  /** What is left, and what gives the terminal back as it was. */
  end(): Buffer;
}

/** Keeps what is unfinished until the next piece. */
export function guestConsole(): GuestConsole {
  let kept = "";
  let isColoured = false;
  const changed = new Map<string, string>();
  const show = (order: string): string => {
    const [, mode, to = "", set, characters = ""] = SWITCHES.exec(order) ?? [];
    if (mode !== undefined) {
      const first = lookUp(AT_FIRST, mode) ?? "l";
      note(changed, mode, to, `\x1b[${mode}${first}`, first);
    } else if (set !== undefined) note(changed, set, characters, `\x1b${set}B`, "B");
    else if (!DRAWS.test(order)) return order === "\0" ? "" : shownOrder(order);
    isColoured ||= order.endsWith("m");
    return order;
  };
  return {
    shown(piece) {
      const text = kept + Buffer.from(piece).toString("latin1");
      kept = UNFINISHED.exec(text)?.[0] ?? "";
      return Buffer.from(text.slice(0, text.length - kept.length).replace(ORDER, show), "latin1");
    },
    end() {
      const back = [...(isColoured ? ["\x1b[m"] : []), ...changed.values()];
      return Buffer.from(kept.replace(ORDER, shownOrder) + back.join(""), "latin1");
    },
  };
}

/** Remembers how to take back what is not as it was. */
function note(changed: Map<string, string>, what: string, to: string, back: string, first: string): void {
  if (to === first) changed.delete(what);
  else changed.set(what, back);
}

function shownOrder(order: string): string {
  return order.startsWith("\xc2") ? visible(order.slice(1)) : visible(order);
}
