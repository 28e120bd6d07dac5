/** A real distcc server on this machine, for as long as a test needs it. */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { expect } from "vitest";
import { freePort } from "./free-port.js";

export interface DistccServer {
  /** What makes a distcc client compile here and nowhere else. */
  readonly environment: { readonly DISTCC_HOSTS: string; readonly DISTCC_FALLBACK: "0" };
  /** How many units it has compiled. */
  compiled(): number;
  stop(): void;
}

export async function startDistccd(): Promise<DistccServer> {
  const port = await freePort();
  const words = ["--daemon", "--no-detach", "--allow", "127.0.0.1", "--listen", "127.0.0.1"];
  const daemon = spawn("distccd", [...words, "--port", String(port), "--log-stderr"], {
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  daemon.stderr.on("data", (data) => (said += String(data)));
  try {
    await expect.poll(() => answers(port), { timeout: 20_000 }).toBe(true);
  } catch (error) {
    daemon.kill();
    throw error;
  }
  return {
    environment: { DISTCC_HOSTS: `127.0.0.1:${port}`, DISTCC_FALLBACK: "0" },
    compiled: () => said.match(/COMPILE_OK/g)?.length ?? 0,
    stop: () => void daemon.kill(),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
