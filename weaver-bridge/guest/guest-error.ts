/** What a guest refuses, with what to do about it. */
export class GuestError extends Error {
  constructor(
    readonly code:
      | "guest/unreachable"
      | "guest/stub-in-use"
      | "guest/lost"
      | "guest/memory"
      | "guest/held-by-debugger"
      | "guest/no-stub"
      | "guest/agent-silent"
      | "guest/no-module"
      | "guest/agent-refused",
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = "GuestError";
  }
}

export function guestLost(): GuestError {
  return new GuestError(
    "guest/lost",
    "the connection to the guest was lost",
    "The machine has ended or was reset, and with it all that was woven. Start it again with weft run --live.",
  );
}

export function notQemu(): GuestError {
  return new GuestError(
    "guest/unreachable",
    "what answers at the guest's debug stub says more than QEMU would",
    "Look which program listens there.",
  );
}
