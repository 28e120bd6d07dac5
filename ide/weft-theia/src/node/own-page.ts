// Whether a request comes from our own page, by what browsers say of it: Origin and Fetch-Metadata. A cookie does not tell:
// all ports of a host are one site, so a page of another server on it is sent along with ours. Knows no routes.
import type { IncomingMessage } from "node:http";

type Asked = Pick<IncomingMessage, "headers" | "method">;

/**
 * May it be answered at all? What changes something, and each connection that stays open (`isUpgrade`), must come from a page
 * of this very host and port. What only reads may also be opened by a link, in a window of its own.
 */
export function isFromOwnPage({ headers, method }: Asked, isUpgrade = false): boolean {
  const site = headers["sec-fetch-site"];
  const isSame = site === "same-origin" || site === "none";
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, headers.host)) return false;
  if (!isUpgrade && (method === "GET" || method === "HEAD"))
    return site === undefined || isSame || isOpened(headers);
  return origin === undefined ? site === "same-origin" : site === undefined || isSame;
}

/** By a link or the address bar; not in a frame of somebody else's page. */
function isOpened(headers: IncomingMessage["headers"]): boolean {
  const destination = headers["sec-fetch-dest"];
  return (
    headers["sec-fetch-mode"] === "navigate" && (destination === undefined || destination === "document")
  );
}

/** `host` is what the browser asked for, which was held to be this server's own before. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  // "null" is none: a sandboxed frame, a file, a page that hides where it is from.
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: named } = new URL(origin);
  const asked = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(asked) && new URL(asked).host === named;
}
