// Refuses every HTTP and WebSocket request that does not know the token, or that does not name this server by an address
// that it was started with, so that no other user of the machine and no foreign web page reaches the backend, which can
// run programs.
//
// The first visit brings the token in its address and gets a cookie; everything after that carries the cookie, whose
// value is made from the token but does not tell it. What a gateway that is believed says of its user (`proxy-user`) does as
// well; `/healthz` is open to all. The guard takes the place of Theia's own connection cookie, which is
// handed to whoever asks and which two backends on one host would overwrite for each other. It knows nothing of what is
// served behind it, and where a request comes from (`own-page`) it asks of all alike.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BrowserConnectionTokenBackendContribution } from "@theia/core/lib/node/hosting/browser-connection-token";
import type { Application, Request, RequestHandler, Response } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";
import { basePathOf } from "./base-path";
import { healthPath } from "./health";
import { isOwnHost, namesOf } from "./own-hosts";
import { isFromOwnPage } from "./own-page";
import { isAnotherUser } from "./own-peers";
import { isFromProxy, proxyUserOf } from "./proxy-user";

const refusal = `Weft refuses this request: it does not hold the token.
Open the address that Weft printed when it started ("Weft is ready: http://..."); the token is part of it.
`;
const foreignPage = `Weft refuses this request: it does not come from a page of this very host and port.
`;
const foreignUser = `Weft refuses this request: it comes from another user of this machine.
A server that a proxy of another user's shows is told so: WEFT_HOSTS, WEFT_USER or WEFT_BASE_PATH.
`;
const foreign = `Weft refuses this request: it names another server than this one.
Open the address that Weft printed when it started, or name the host that you use: WEFT_HOSTS=name1,name2.
`;

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "Content Too Large",
  421: "Misdirected Request",
  431: "Request Header Fields Too Large",
};
/** What Node says of a request that it does not read (`clientError`), as statuses of RFC 9110 and RFC 6585. */
const UNREADABLE: ReadonlyMap<string | undefined, number> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["HPE_HEADER_OVERFLOW", 431],
]);

@injectable()
export class TokenGuard extends BrowserConnectionTokenBackendContribution {
  private hosts: ReadonlySet<string> = namesOf("127.0.0.1");
  private session = "";
  private readonly proxyUser = proxyUserOf(process.env);
  /** A proxy in front may be another user's. */
  private readonly isBehindProxy = [
    process.env.WEFT_HOSTS,
    process.env.WEFT_USER,
    process.env.WEFT_BASE_PATH,
  ].some(Boolean);
  private readonly strangers = new WeakMap<Socket, boolean>();

  override initialize(): void {
    this.session = createHmac("sha256", this.browserConnectionToken.value)
      .update("weft session")
      .digest("base64url");
    const guard: RequestHandler = (request, response, next) => {
      // Also before the server is ours to stand in front of.
      setHeaders(request, response);
      const answer = this.refusalOf(request);
      if (isHealthQuestion(request)) next();
      else if (answer !== undefined) response.status(answer[0]).type("text/plain").send(answer[1]);
      else if (this.isKnown(request) || isWebviewFrame(request)) next();
      else if (this.bringsToken(request)) this.admit(request, response);
      else response.status(403).type("text/plain").send(refusal);
    };
    this.earlyMiddleware.handlers.unshift(guard);
  }

  configure(app: Application): void {
    app.disable("x-powered-by");
  }

  /**
   * In front of whatever handles requests: Theia's routes, ours, and servers that do without Express (socket.io's polling and
   * upgrades). None is reached under a foreign name, nor from a foreign page, whoever added it; no connection stays open
   * without the cookie.
   */
  onStart(server: Server): void {
    const listen = () => {
      this.hosts = namesOf((server.address() as AddressInfo | null)?.address ?? "127.0.0.1");
    };
    if (server.listening) listen();
    else server.prependOnceListener("listening", listen);
    server.on("clientError", refuseUnreadable);
    const emit = server.emit.bind(server);
    server.emit = (event: string, ...details: unknown[]) => {
      if (event === "upgrade") {
        const [request, socket] = details as [IncomingMessage, Duplex];
        const answer =
          this.refusalOf(request, true) ?? (this.isKnown(request) ? undefined : ([403, refusal] as const));
        if (answer === undefined) return emit(event, ...details);
        refuseUpgrade(socket, ...answer);
        return true;
      }
      if (event !== "request" && event !== "checkContinue" && event !== "checkExpectation")
        return emit(event, ...details);
      const [request, response] = details as [IncomingMessage, ServerResponse];
      setHeaders(request, response);
      const answer = this.refusalOf(request);
      if (answer === undefined) return emit(event, ...details);
      response.writeHead(answer[0], { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
      response.end(answer[1]);
      return true;
    };
  }

  /** Status and words for what is refused whatever it carries. */
  private refusalOf(request: IncomingMessage, isUpgrade = false): readonly [number, string] | undefined {
    if (!isUpgrade && isHealthQuestion(request)) return undefined;
    if (this.isStranger(request.socket)) return [403, foreignUser];
    if (!isOwnHost(request.headers.host, this.hosts)) return [421, foreign];
    if (isUpgrade && this.isKnown(request) && !isFromOwnPage(request, true)) return [400, foreignPage];
    if (!isUpgrade && !isWebviewFrame(request) && !isFromOwnPage(request)) return [403, foreignPage];
    return undefined;
  }

  /** Asked once a connection. From elsewhere come only those who are let in by the operator. */
  private isStranger(socket: Socket): boolean {
    if (this.isBehindProxy || !/^(::ffff:)?127\.|^::1$/.test(socket.localAddress ?? "")) return false;
    const known = this.strangers.get(socket) ?? isAnotherUser(socket);
    this.strangers.set(socket, known);
    return known;
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
    const path = `${basePathOf(request.headers)}/`;
    response.cookie(cookieName(request), this.session, { httpOnly: true, sameSite: "lax", path });
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.redirect(302, path);
  }
}

/**
 * The same on every host and on every answer, refusals and errors too. Nobody else's page may hold ours in a frame, run
 * scripts in it or send its forms elsewhere. Theia itself compiles functions ("unsafe-eval") and starts workers from blobs.
 * Frames of webviews are held by our window, of another origin, and by nobody else.
 */
function setHeaders(request: IncomingMessage, response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  // Each application of Express says what it is made with.
  response.setHeader = (name, value) => (/^x-powered-by$/i.test(name) ? response : set(name, value));
  for (const [name, value] of headersFor(request.headers.host)) set(name, value);
}

function headersFor(named: string | undefined): [string, string][] {
  const common: [string, string][] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "same-origin"],
  ];
  const host = named ?? "";
  if (isWebviewHost(host)) {
    const window = /^[\w.:[\]-]+$/.test(host) ? host.replace(/^[0-9a-z-]+\.webview\./i, "") : "'none'";
    const frames = `frame-ancestors 'self' http://${window} https://${window}`;
    return [...common, ["Content-Security-Policy", frames]];
  }
  return [
    ...common,
    ["X-Frame-Options", "SAMEORIGIN"],
    [
      "Content-Security-Policy",
      "frame-ancestors 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:",
    ],
  ];
}

function refuseUpgrade(socket: Duplex, status: number, words: string): void {
  const reason = REASONS[status] ?? "Forbidden";
  const headers = headersFor(undefined).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: text/plain\r\n${headers.join("")}\r\n${words}`,
  );
}

/** What is no request of HTTP reaches no handler, and its answer would be Node's own, without a header. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else refuseUpgrade(socket, UNREADABLE.get(error.code) ?? 400, "Weft can't read this request.\n");
}

/** Cookies are shared by all ports of a host; the port in the name keeps two backends apart. */
function cookieName(request: IncomingMessage): string {
  return `weft-token-${request.socket.localPort ?? 0}`;
}

/** Probes call by address, so it is asked before the host. */
function isHealthQuestion({ method, url }: IncomingMessage): boolean {
  return method === "GET" && url?.split("?")[0] === healthPath;
}

function isWebviewHost(host: string): boolean {
  return /^[0-9a-z-]+\.webview\./i.test(host);
}

/**
 * Frames of webviews live on a host name of their own, which no cookie reaches. Only Theia's static frame pages are
 * served there; what a webview shows comes to it through the window that holds it.
 */
function isWebviewFrame({ method, url = "", headers }: IncomingMessage): boolean {
  const readOnly = method === "GET" || method === "HEAD";
  return readOnly && isWebviewHost(headers.host ?? "") && isFramePage(url.split("?")[0] ?? "");
}

/** Decoded before it is judged: `%2e%2e` is `..`, and what is still encoded then is no name of a frame's file. */
function isFramePage(path: string): boolean {
  try {
    const plain = decodeURIComponent(path);
    return /^\/webview\/[\w./-]*$/.test(plain) && !plain.split("/").includes("..");
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return false;
  }
}
