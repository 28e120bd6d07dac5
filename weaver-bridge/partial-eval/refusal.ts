/** Why a function is not specialized: what, and where in its file (bytes, when clang tells). */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly offset: number | undefined,
  ) {
    super(message);
    this.name = "Refusal";
  }
}
