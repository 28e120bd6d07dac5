// Weft's icon on the browser's tab; browsers ask for it at this address by themselves.
import { resolve } from "node:path";
import type { BackendApplicationContribution } from "@theia/core/lib/node";
import type { Application } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";

/** The starter runs the backend in the application's folder. */
const icon = resolve("weft.svg");

@injectable()
export class WindowIcon implements BackendApplicationContribution {
  configure(app: Application): void {
    app.get("/favicon.ico", (_request, response) => {
      response.type("image/svg+xml").sendFile(icon);
    });
  }
}
