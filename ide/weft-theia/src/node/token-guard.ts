// Refuses every HTTP and WebSocket request that does not know the token, so that no other user of the machine and
// no foreign web page reaches the backend, which can run programs.
//
// The first visit brings the token in its address and gets a cookie; everything after that carries the cookie. The
// guard takes the place of Theia's own connection cookie, which is handed to whoever asks and which two backends on
// one host would overwrite for each other. It knows nothing of what is served behind it.
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { BrowserConnectionTokenBackendContribution } from "@theia/core/lib/node/hosting/browser-connection-token";
import type { Request, RequestHandler, Response } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";

const refusal = `Weft refuses this request: it does not hold the token.
Open the address that Weft printed when it started ("Weft is ready: http://..."); the token is part of it.
`;

@injectable()
export class TokenGuard extends BrowserConnectionTokenBackendContribution {
  override initialize(): void {
    const guard: RequestHandler = (request, response, next) => {
      if (this.carriesCookie(request) || isWebviewFrame(request)) next();
      else if (this.bringsToken(request)) this.admit(request, response);
      else response.status(403).type("text/plain").send(refusal);
    };
    this.earlyMiddleware.handlers.unshift(guard);
  }

  /** Upgrades pass by Express; none reaches a WebSocket server without the cookie, whoever added that server. */
  onStart(server: Server): void {
    const emit = server.emit.bind(server);
    server.emit = (event: string, ...details: unknown[]) => {
      const [request, socket] = details as [IncomingMessage, Duplex];
      if (event !== "upgrade" || this.carriesCookie(request)) return emit(event, ...details);
      socket.end(`HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${refusal}`);
      return true;
    };
  }

  protected override getTokenFromCookie(request: IncomingMessage): string | undefined {
    const name = cookieName(request);
    const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
    return pairs.find(([key]) => key === name)?.[1];
  }

  private carriesCookie(request: IncomingMessage): boolean {
    const token = this.getTokenFromCookie(request);
    return token !== undefined && this.isTokenValid(token);
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
    response.cookie(cookieName(request), this.browserConnectionToken.value, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
    });
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.redirect(302, "/");
  }
}

/** Cookies are shared by all ports of a host; the port in the name keeps two backends apart. */
function cookieName(request: IncomingMessage): string {
  return `weft-token-${request.socket.localPort ?? 0}`;
}

/**
 * Frames of webviews live on a host name of their own, which no cookie reaches. Only Theia's static frame pages are
 * served there; what a webview shows comes to it through the window that holds it.
 */
function isWebviewFrame(request: Request): boolean {
  const readOnly = request.method === "GET" || request.method === "HEAD";
  const ownHost = /^[0-9a-z-]+\.webview\./i.test(request.headers.host ?? "");
  return readOnly && ownHost && request.path.startsWith("/webview/") && !request.path.includes("..");
}
