// Weft's icon on the browser's tab; browsers ask for it at this address by themselves.
import type { BackendApplicationContribution } from "@theia/core/lib/node";
import type { Application } from "@theia/core/shared/express";
import { injectable } from "@theia/core/shared/inversify";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14323a"/>
<path d="M9 6v20M16 6v20M23 6v20" stroke="#7fb7c4" stroke-width="3" stroke-linecap="round"/>
<path d="M5 12h6m3 0h13M5 20h13m3 0h6" stroke="#f2a541" stroke-width="3.4" stroke-linecap="round"/></svg>`;

@injectable()
export class WindowIcon implements BackendApplicationContribution {
  configure(app: Application): void {
    app.get("/favicon.ico", (_request, response) => {
      response.type("image/svg+xml").send(icon);
    });
  }
}
