/** Says on standard error what takes long; on a terminal, how far it is. */

export interface Progress {
  step(): void;
  end(): void;
}

/** `what` as in `looking at 12 units`, from `12 units`. Says nothing when there is nothing to do. */
export function createProgress(what: (count: string) => string, total: number): Progress {
  const line = (count: string) => `weft build: ${what(`${count} unit${total === 1 ? "" : "s"}`)}`;
  const isTerminal = process.stderr.isTTY === true;
  if (total > 0) process.stderr.write(`${line(`${total}`)}${isTerminal ? "" : "\n"}`);
  let done = 0;
  return {
    step: () => {
      if (isTerminal) process.stderr.write(`\r${line(`${++done} of ${total}`)}\x1b[K`);
    },
    end: () => {
      if (isTerminal && total > 0) process.stderr.write("\n");
    },
  };
}
