/** In a source as clang was given it, in bytes. */
export interface NotePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}
