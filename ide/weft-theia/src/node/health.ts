// Answers whoever watches over this server (a container's or a gateway's probe) that it serves. It tells nothing else,
// so it needs no token.
import type { BackendApplicationContribution } from "@theia/core/lib/node";
import type { Application } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";

export const healthPath = "/healthz";

@injectable()
export class Health implements BackendApplicationContribution {
  configure(app: Application): void {
    app.get(healthPath, (_request, response) => {
      response.setHeader("Cache-Control", "no-store");
      response.type("text/plain").send("ok\n");
    });
  }
}
