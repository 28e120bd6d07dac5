// The link to the process that started the backend: prints the address when nobody else does, and ends the backend
// when its starter is gone, however that ended.
import type { Server } from "node:http";
import type { BackendApplicationContribution } from "@theia/core/lib/node";
import { injectable } from "@theia/core/shared/inversify";

@injectable()
export class LauncherLink implements BackendApplicationContribution {
  /** The token that this backend made itself; `undefined` when the starter chose it and prints the address. */
  ownToken: string | undefined;

  initialize(): void {
    if (process.send === undefined) return;
    process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  }

  onStart(server: Server): void {
    const token = this.ownToken;
    if (token === undefined) return;
    const announce = () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      console.info(`Weft is ready: http://localhost:${port}/?token=${token}`);
    };
    if (server.listening) announce();
    else server.once("listening", announce);
  }
}
