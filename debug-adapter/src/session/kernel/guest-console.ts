/** The guest's console on its way to the client: a slow serial port gives one character at a time, the client gets what came within a moment as one event. */

/** Milliseconds that console output is collected before it is sent. */
const DELAY = 15;
/** Characters that are remembered. */
const RECENT = 2000;

export interface GuestConsole {
  add(text: string): void;
  /** Sends what waits. */
  flush(): void;
  /** Of what was printed lately; empty when nothing was. */
  lastLine(): string;
}

export function createGuestConsole(send: (text: string) => void): GuestConsole {
  let recent = "";
  let unsent = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = unsent;
    unsent = "";
    if (text !== "") send(text);
  };
  return {
    add(text) {
      recent = (recent + text).slice(-RECENT);
      unsent += text;
      timer ??= setTimeout(flush, DELAY);
    },
    flush,
    lastLine: () => recent.trim().split("\n").at(-1)?.trim() ?? "",
  };
}
