// The path below which a proxy shows this server: named by its operator, else by the proxy's header. Empty at the root.
import type { IncomingHttpHeaders } from "node:http";

/** Without the slash at its end: `/proxy/u1`. A header that is no such path (`//other.example`) says nothing. */
export function basePathOf(headers: IncomingHttpHeaders, named = process.env.WEFT_BASE_PATH ?? ""): string {
  const told = named === "" ? headers["x-forwarded-prefix"] : named;
  const path = (typeof told === "string" ? told : "").replace(/\/$/, "");
  return /^(?:\/[\w.~-]+)+$/.test(path) && !/\/\.\.?(?:\/|$)/.test(path) ? path : "";
}
