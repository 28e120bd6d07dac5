/** nginx as it is delivered with the image, in front of some members of a team: each has a name, a password, and a Weft at a port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Member {
  readonly port: number;
  readonly token: string;
  readonly password: string;
}

export interface Gateway {
  readonly process: ChildProcess;
  /** `http://NAME.weft.localhost:PORT/` */
  addressOf(name: string): string;
  /** The browser answers the question for name and password. */
  logIn(page: Page, name: string, password: string): Promise<void>;
  /** What HTTP says to who asks for the first page at somebody's address; `login` is `name:password`. */
  statusFor(name: string, login?: string, ...headers: string[]): number;
}

/** The configuration as it is delivered, but for the domain, the port, encryption and the folder of its maps. */
export function startGateway(
  folder: string,
  members: Readonly<Record<string, Member>>,
  port: number,
): Gateway {
  const hostOf = (name: string) => `${name}.weft.localhost`;
  const addressOf = (name: string) => `http://${hostOf(name)}:${port}/`;
  configure(folder, members, port);
  const words = ["-c", join(folder, "nginx/nginx.conf"), "-e", join(folder, "nginx/error.log")];
  return {
    process: spawn("nginx", words, { stdio: "inherit" }),
    addressOf,
    logIn: async (page, name, password) => {
      const login = Buffer.from(`${name}:${password}`).toString("base64");
      await page.setExtraHTTPHeaders({ authorization: `Basic ${login}` });
    },
    statusFor: (name, login, ...headers) => {
      const more = headers.flatMap((header) => ["-H", header]);
      const who = login === undefined ? [] : ["-u", login];
      const resolved = ["--resolve", `${hostOf(name)}:${port}:127.0.0.1`];
      const asked = ["-s", "-o", "/dev/null", "-w", "%{http_code}", ...resolved, ...who, ...more];
      return Number(execFileSync("curl", [...asked, addressOf(name)], { encoding: "utf8" }));
    },
  };
}

function configure(folder: string, members: Readonly<Record<string, Member>>, port: number): void {
  const delivered = readFileSync(join(root, "ide/image/gateway/nginx.conf"), "utf8");
  const servers = delivered
    .replaceAll("/etc/weft/", `${folder}/nginx/`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace("example\\.org", "@")
    .replace("weft\\.@", "weft\\.localhost")
    .replace(/^ *ssl_certificate.*\n/gm, "");
  mkdirSync(join(folder, "nginx"));
  const put = (name: string, text: string) => writeFileSync(join(folder, "nginx", name), text);
  const lines = (line: (name: string, member: Member) => string) =>
    Object.entries(members)
      .map(([name, member]) => `${line(name, member)}\n`)
      .join("");
  put(
    "ports.map",
    lines((name, member) => `${name} ${member.port};`),
  );
  put(
    "tokens.map",
    lines((name, { token }) => `${name} ${token};`),
  );
  put(
    "passwords",
    lines((name, { password }) => `${name}:${hashed(password)}`),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/nginx/${kind};`)
    .join("");
  put(
    "nginx.conf",
    `daemon off; user www-data; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log;
events {}
http { access_log off; map_hash_bucket_size 128; ${temporary}
${servers}
}\n`,
  );
}

function hashed(password: string): string {
  return execFileSync("openssl", ["passwd", "-apr1", password], { encoding: "utf8" }).trim();
}
