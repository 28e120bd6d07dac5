// Whether a connection over the loopback comes from a program of this very user. The token and the cookie do not tell: a
// browser is started with the address among its words, which every user of the host can read, and it sends a cookie to each
// port of a host name, also to a server of somebody else's there. Linux says whose a connection is.
import { existsSync, readFileSync } from "node:fs";
import { isIPv6, type Socket } from "node:net";

type Ends = Pick<Socket, "localAddress" | "localPort" | "remoteAddress" | "remotePort">;

/** The user's number of who holds the other end; undefined where that is not on this host, or this is no Linux. */
export function userAtOtherEnd(socket: Ends, read = tables): number | undefined {
  const { localAddress: own, localPort, remoteAddress: other, remotePort } = socket;
  if (own === undefined || other === undefined || localPort === undefined || remotePort === undefined)
    return undefined;
  const ends = ` ${spelled(other)}:${hex(remotePort)} ${spelled(own)}:${hex(localPort)} `;
  const line = read(isIPv6(other))
    .split("\n")
    .find((one) => one.includes(ends));
  const user = line?.trim().split(/\s+/)[7];
  return user === undefined ? undefined : Number(user);
}

/** Refused is only who is known to be another user; the superuser can do all that we can. */
export function isAnotherUser(socket: Ends): boolean {
  const user = userAtOtherEnd(socket);
  return user !== undefined && user !== 0 && user !== process.getuid?.();
}

/** Of connections, one a line: the address and port of who holds it first. */
function tables(isSix: boolean): string {
  const table = isSix ? "/proc/net/tcp6" : "/proc/net/tcp";
  // No Linux: the token alone tells.
  return existsSync(table) ? readFileSync(table, "latin1") : "";
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

/** As the kernel prints an address: words of 32 bits in the order of this machine's bytes, which is little on all we build for. */
function spelled(address: string): string {
  const words = (bytes: readonly number[]) =>
    Array.from({ length: bytes.length / 4 }, (_, at) =>
      [3, 2, 1, 0].map((byte) => (bytes[at * 4 + byte] as number).toString(16).padStart(2, "0")).join(""),
    )
      .join("")
      .toUpperCase();
  return words(isIPv6(address) ? bytesOfSix(address) : address.split(".").map(Number));
}

function bytesOfSix(address: string): number[] {
  const plain = address.replace(/(?<!\d)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...part: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = part.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = "", tail] = plain.replace(/%.*$/, "").split("::");
  const groups = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const zeroes = new Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...zeroes, ...last].flatMap((group) => [group >> 8, group & 255]);
}
