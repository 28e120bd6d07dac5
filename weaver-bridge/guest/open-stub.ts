/** The way to a debug stub: a unix socket, or a port of a host. */
import { connect, type Socket } from "node:net";
import { GuestError } from "./guest-error.js";

/** In milliseconds. */
const DEADLINE = 5000;
const ENDED = "The machine has ended. Start it again with weft run --live.";
const NOT_THERE =
  "QEMU serves it where -gdb tcp::PORT says, -s is port 1234. Is the machine running, and is it there?";

/** Of `HOST:PORT`; undefined for the path of a unix socket. */
export function stubPort(stub: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = "", port] = /^([\w.-]*|\[[\da-f:]+\]):(\d{1,5})$/i.exec(stub) ?? [];
  if (port === undefined || Number(port) > 65_535) return undefined;
  return { host: host === "" ? "127.0.0.1" : host.replace(/[[\]]/g, ""), port: Number(port) };
}

/** Rejects with {@link GuestError}. */
export function openStub(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const port = stubPort(path);
    const socket =
      port === undefined ? connect(path) : connect({ ...port, noDelay: true, timeout: DEADLINE });
    const refuse = (why: string) => {
      socket.destroy();
      const message = `the guest's debug stub can't be reached: ${why}`;
      reject(new GuestError("guest/unreachable", message, port === undefined ? ENDED : NOT_THERE));
    };
    socket.once("timeout", () => refuse(`${path} does not answer`));
    socket.once("connect", () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once("error", ({ message }) => refuse(message));
  });
}
