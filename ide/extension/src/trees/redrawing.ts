// Tells a tree view that its rows are new, never while it still reads the rows of a moment ago. A view asks row by row
// for what is below each; told anew in between, it asks below rows that are gone, and shows them empty (Theia logs
// "No tree item with id"). So the next word waits until every open row has been asked for.

/** Milliseconds without a question after which a view has read all that it shows. */
const QUIET = 120;
/** Milliseconds after which what has not been asked for never is: the view is not seen, or the user closed a row. */
const UNASKED = 1500;

export interface Redrawing<Row> {
  /** The rows are new. Resolves when the view has been told; several in a row are told as one. */
  redraw(): Promise<void>;
  /** To be called for each question of the view, with what it is answered. */
  asked(row: Row | undefined, rowsBelow: readonly Row[]): void;
  dispose(): void;
}

/** `isOpen`: whether the view asks for the rows below a row unasked. */
export function createRedrawing<Row>(tell: () => void, isOpen: (row: Row) => boolean): Redrawing<Row> {
  let timer: NodeJS.Timeout | undefined;
  let wanted: { promise: Promise<void>; told: () => void } | undefined;
  const expected = new Set<Row>();
  const tellNow = () => {
    const { told } = wanted ?? {};
    wanted = undefined;
    tell();
    wait(UNASKED);
    told?.();
  };
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (wanted !== undefined) tellNow();
    }, milliseconds);
  };
  return {
    redraw() {
      if (wanted !== undefined) return wanted.promise;
      let told = () => {};
      const promise = new Promise<void>((resolve) => {
        told = resolve;
      });
      wanted = { promise, told };
      if (timer === undefined) tellNow();
      return promise;
    },
    asked(row, rowsBelow) {
      if (row === undefined) expected.clear();
      else expected.delete(row);
      for (const below of rowsBelow) if (isOpen(below)) expected.add(below);
      wait(expected.size > 0 ? UNASKED : QUIET);
    },
    dispose: () => clearTimeout(timer),
  };
}
