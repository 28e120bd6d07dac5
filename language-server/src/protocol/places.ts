/** Places in files, as LSP counts them. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A place in a file with the words that a list should show for it. */
export interface LabelledPlace {
  readonly uri: string;
  readonly range: Range;
  readonly label: string;
}
