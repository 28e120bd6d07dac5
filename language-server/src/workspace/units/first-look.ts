/**
 * What the user looks at first is analysed first: until the files that were opened at the start are, or a moment has
 * passed without any, the index of a large project waits with loading, which takes seconds of a processor.
 */
export interface FirstLook {
  readonly ended: Promise<void>;
  /** A file was analysed: perhaps the last that is waited for. */
  look(): void;
  dispose(): void;
}

const MOMENT_MS = 1_500;
/** However many files are open. */
const LONGEST_MS = 8_000;

/** `isWaiting`: a file that is open waits for its analysis. */
export function createFirstLook(isWaiting: () => boolean): FirstLook {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const look = () => {
    if (!isWaiting()) end();
  };
  const timers = [setTimeout(look, MOMENT_MS), setTimeout(end, LONGEST_MS)];
  return { ended, look, dispose: () => timers.forEach(clearTimeout) };
}
