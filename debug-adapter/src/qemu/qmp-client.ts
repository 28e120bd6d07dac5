/**
 * QEMU's own control channel (QMP) on its unix socket. Only what the adapter needs: why the machine stopped.
 * It knows nothing of the debug stub: asking QMP never disturbs the guest.
 */
import { connect, type Socket } from "node:net";

export interface QmpClient {
  /** Why the guest shut down, once QEMU has said so: `guest-shutdown`, `guest-reset`, `guest-panic` … */
  readonly shutdownReason: () => string | undefined;
  /** Resolves when QEMU has closed the channel, so that no reason can come any more. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Connects and leaves the negotiation mode. Rejects when the socket is not there. */
export async function connectQmp(path: string): Promise<QmpClient> {
  const socket = await openSocket(path);
  let reason: string | undefined;
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) reason = shutdownReasonOf(line) ?? reason;
  });
  socket.on("error", () => {}); // QEMU's end is seen through its process.
  socket.write('{"execute":"qmp_capabilities"}\n');
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { shutdownReason: () => reason, closed, close: () => socket.destroy() };
}

function openSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

function shutdownReasonOf(line: string): string | undefined {
  try {
    const message = JSON.parse(line) as { event?: string; data?: { reason?: string } };
    return message.event === "SHUTDOWN" ? message.data?.reason : undefined;
  } catch {
    return undefined; // Not for us to judge; QEMU never sends half a line.
  }
}
