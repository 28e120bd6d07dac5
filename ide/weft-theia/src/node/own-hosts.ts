// Which names a request may call this server by. A foreign name that leads to it (DNS rebinding) is refused, whatever the
// request carries.
import { hostname, networkInterfaces } from "node:os";

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/** The names of a server that listens on `address` (an IP address), and those that its operator gave it. */
export function namesOf(address: string, given = process.env.WEFT_HOSTS ?? ""): ReadonlySet<string> {
  const named = given.split(",").map((name) => name.trim().toLowerCase());
  const ofMachine = () => [
    hostname().toLowerCase(),
    ...Object.values(networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? []),
  ];
  const isEverywhere = address === "0.0.0.0" || address === "::";
  const own = isEverywhere ? [...LOOPBACK, ...ofMachine()] : isLoopback(address) ? LOOPBACK : [address];
  return new Set([...own, ...named].filter((name) => name !== ""));
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

/** `Host` without its port; `undefined` where that is no host. */
export function hostOf(header: string | undefined): string | undefined {
  return /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d+)?$/i
    .exec(header ?? "")
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase();
}

/** Webviews live on host names of their own below the server's: `<id>.webview.localhost`. */
export function isOwnHost(header: string | undefined, names: ReadonlySet<string>): boolean {
  const host = hostOf(header);
  return host !== undefined && names.has(host.replace(/^[0-9a-z-]+\.webview\./, ""));
}
