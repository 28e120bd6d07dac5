/** The program as bars with stripes: how long each file is and where aspects, and problems, touch it. */

/** Client to server: the map of the projects, or of some files of it. */
export const crosscuttingRequest = "weft/crosscutting";

/** Server to client: the map of these files may have changed; ask for them again. */
export const crosscuttingChangedNotification = "weft/crosscuttingChanged";

export interface CrosscuttingChangedParams {
  readonly uris: readonly string[];
}

export interface CrosscuttingParams {
  /** Without it every file of the projects. */
  readonly uris?: readonly string[];
}

export interface CrosscuttingResult {
  readonly state: "ready" | "computing";
  /** Names that the files' effects refer to by their place here. */
  readonly aspects: readonly string[];
  readonly files: readonly CrosscuttingFile[];
}

export interface CrosscuttingFile {
  readonly uri: string;
  /** Undefined: the file is no part of the program any more. */
  readonly lines?: number;
  /** {@link effectFields} numbers for each effect, in order of line. */
  readonly effects: readonly number[];
  /** Two numbers for each problem: its line, from 0, and 1 for an error or 2 for a warning. */
  readonly problems: readonly number[];
}

/**
 * Numbers of one effect: line from 0, place in `aspects`, place in {@link effectKindNames}, place
 * in {@link joinPointKinds} or -1, 1 where something is tested at run time.
 */
export const effectFields = 5;

export const joinPointKinds = [
  "execution",
  "call",
  "get",
  "set",
  "ref",
  "builtin",
  "construction",
  "destruction",
  "class",
] as const;
