// Who may come in by a gateway's word: a gateway in front has asked who somebody is, and says so in a header. It is
// believed when it shows the token, or calls from an address that the operator named; and only for the one user whose
// workspace this is. Knows nothing of cookies.
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

/** What a request must hold beside the user's name where its address is not enough. */
const tokenHeader = "x-weft-token";

export interface ProxyUser {
  readonly name: string;
  readonly header: string;
  /** Addresses whose word is believed without the token. */
  readonly proxies: BlockList;
}

/**
 * `WEFT_USER` names the user, `WEFT_USER_HEADER` the header (X-Forwarded-User unless told otherwise), `WEFT_PROXIES`
 * addresses and networks. `undefined` without a user: then nobody's word counts.
 */
export function proxyUserOf(environment: NodeJS.ProcessEnv): ProxyUser | undefined {
  const name = environment.WEFT_USER?.trim() ?? "";
  if (name === "") return undefined;
  const proxies = new BlockList();
  for (const entry of listOf(environment.WEFT_PROXIES)) addNetwork(proxies, entry);
  return { name, header: (environment.WEFT_USER_HEADER || "X-Forwarded-User").toLowerCase(), proxies };
}

function addNetwork(proxies: BlockList, entry: string): void {
  const [address = "", bits] = entry.split("/");
  const [family, all] = isIPv6(address) ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  try {
    proxies.addSubnet(address, bits === undefined ? all : Number(bits), family);
  } catch (cause) {
    throw new Error(`WEFT_PROXIES names "${entry}", which is no address or network like 10.0.0.0/8.`, {
      cause,
    });
  }
}

/** Whether a gateway that is believed says that this is the user. `isToken` compares with the backend's own. */
export function isFromProxy(
  request: Pick<IncomingMessage, "headers" | "socket" | "method" | "url">,
  user: ProxyUser | undefined,
  isToken: (token: string) => boolean,
): boolean {
  if (user === undefined || request.headers[user.header] !== user.name) return false;
  const shown = request.headers[tokenHeader];
  const address = request.socket.remoteAddress ?? "";
  const isBelieved =
    (typeof shown === "string" && isToken(shown)) ||
    user.proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return isBelieved && isOwnPage(request);
}

/** The user is known for whatever their browser asks, so a foreign page may lead here, and do nothing else. */
function isOwnPage({ headers, method, url }: Pick<IncomingMessage, "headers" | "method" | "url">): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && url === "/";
}

function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
