// Refuses every HTTP and WebSocket request that does not know the token, or that does not name this server by an address
// that it was started with, so that no other user of the machine and no foreign web page reaches the backend, which can
// run programs.
//
// The first visit brings the token in its address and gets a cookie; everything after that carries the cookie, whose
// value is made from the token but does not tell it. What a gateway that is believed says of its user (`proxy-user`) does as
// well; `/healthz` is open to all. The guard takes the place of Theia's own connection cookie, which is
// handed to whoever asks and which two backends on one host would overwrite for each other. It knows nothing of what is
// served behind it.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { BrowserConnectionTokenBackendContribution } from "@theia/core/lib/node/hosting/browser-connection-token";
import type { Application, Request, RequestHandler, Response } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";
import { healthPath } from "./health";
import { hostOf, isOwnHost, namesOf } from "./own-hosts";
import { isFromProxy, proxyUserOf } from "./proxy-user";

const refusal = `Weft refuses this request: it does not hold the token.
Open the address that Weft printed when it started ("Weft is ready: http://..."); the token is part of it.
`;
const foreign = `Weft refuses this request: it names another server than this one.
Open the address that Weft printed when it started, or name the host that you use: WEFT_HOSTS=name1,name2.
`;

@injectable()
export class TokenGuard extends BrowserConnectionTokenBackendContribution {
  private hosts: ReadonlySet<string> = namesOf("127.0.0.1");
  private session = "";
  private readonly proxyUser = proxyUserOf(process.env);

  override initialize(): void {
    this.session = createHmac("sha256", this.browserConnectionToken.value)
      .update("weft session")
      .digest("base64url");
    const guard: RequestHandler = (request, response, next) => {
      setHeaders(request, response);
      if (isHealthQuestion(request)) next();
      else if (!isOwnHost(request.headers.host, this.hosts))
        response.status(421).type("text/plain").send(foreign);
      else if (this.isKnown(request) || isWebviewFrame(request)) next();
      else if (this.bringsToken(request)) this.admit(request, response);
      else response.status(403).type("text/plain").send(refusal);
    };
    this.earlyMiddleware.handlers.unshift(guard);
  }

  configure(app: Application): void {
    app.disable("x-powered-by");
  }

  /** Upgrades pass by Express; none reaches a WebSocket server without the cookie, whoever added that server. */
  onStart(server: Server): void {
    const listen = () => {
      this.hosts = namesOf((server.address() as AddressInfo | null)?.address ?? "127.0.0.1");
    };
    if (server.listening) listen();
    else server.prependOnceListener("listening", listen);
    const emit = server.emit.bind(server);
    server.emit = (event: string, ...details: unknown[]) => {
      const [request, socket] = details as [IncomingMessage, Duplex];
      if (event !== "upgrade") return emit(event, ...details);
      const isOwn = isOwnHost(request.headers.host, this.hosts);
      if (isOwn && this.isKnown(request)) return emit(event, ...details);
      const [status, reason] = isOwn ? ["403 Forbidden", refusal] : ["421 Misdirected Request", foreign];
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${reason}`);
      return true;
    };
  }

  /** Theia's own checks ask for the token; who has the cookie need not tell it. */
  protected override getTokenFromCookie(request: IncomingMessage): string | undefined {
    return this.isKnown(request) ? this.browserConnectionToken.value : undefined;
  }

  private isKnown(request: IncomingMessage): boolean {
    return (
      this.carriesCookie(request) || isFromProxy(request, this.proxyUser, (token) => this.isTokenValid(token))
    );
  }

  private carriesCookie(request: IncomingMessage): boolean {
    const name = cookieName(request);
    const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
    const given = Buffer.from(pairs.find(([key]) => key === name)?.[1] ?? "");
    const wanted = Buffer.from(this.session);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  private bringsToken(request: Request): boolean {
    const { token } = request.query;
    return (
      request.method === "GET" &&
      request.path === "/" &&
      typeof token === "string" &&
      this.isTokenValid(token)
    );
  }

  /** Sets the cookie and sends the browser to the same page without the token; it keeps the fragment by itself. */
  private admit(request: Request, response: Response): void {
    response.cookie(cookieName(request), this.session, { httpOnly: true, sameSite: "lax", path: "/" });
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.redirect(302, "/");
  }
}

/**
 * Nobody else's page may hold ours in a frame, run scripts in it or send its forms elsewhere. Theia itself compiles
 * functions ("unsafe-eval") and starts workers from blobs. Frames of webviews are held by our window, of another origin.
 */
function setHeaders(request: Request, response: Response): void {
  response.setHeader("X-Content-Type-Options", "nosniff");
  const host = hostOf(request.headers.host) ?? "";
  if (isWebviewHost(host)) return;
  response.setHeader("X-Frame-Options", "SAMEORIGIN");
  response.setHeader(
    "Content-Security-Policy",
    "frame-ancestors 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
      "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:",
  );
}

/** Cookies are shared by all ports of a host; the port in the name keeps two backends apart. */
function cookieName(request: IncomingMessage): string {
  return `weft-token-${request.socket.localPort ?? 0}`;
}

/** Probes call by address, so it is asked before the host. */
function isHealthQuestion(request: Request): boolean {
  return request.method === "GET" && request.path === healthPath;
}

function isWebviewHost(host: string): boolean {
  return /^[0-9a-z-]+\.webview\./i.test(host);
}

/**
 * Frames of webviews live on a host name of their own, which no cookie reaches. Only Theia's static frame pages are
 * served there; what a webview shows comes to it through the window that holds it.
 */
function isWebviewFrame(request: Request): boolean {
  const readOnly = request.method === "GET" || request.method === "HEAD";
  const ownHost = isWebviewHost(request.headers.host ?? "");
  return readOnly && ownHost && request.path.startsWith("/webview/") && !request.path.includes("..");
}
