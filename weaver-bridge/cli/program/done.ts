/** Takes the exit code of a command that has ended. */
export type Done = (code: number) => void;
