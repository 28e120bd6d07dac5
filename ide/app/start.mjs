#!/usr/bin/env node
// Starts the IDE on a folder and ends it without leaving a process behind.
//
// It picks the port and the token, runs the backend, prints one line with the address once the backend answers,
// and opens a browser (or, with --desktop, a window of its own). It knows nothing of what the IDE contains.
// Start reading at `main`; the backend, the windows and the process tree have a file each in `launcher/`.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { startBackend } from "./launcher/backend.mjs";
import { openBrowser, openDesktopWindow } from "./launcher/browser.mjs";
import { launchProblem } from "./launcher/launch-problem.mjs";
import { closeToOthers, sweepSockets } from "./launcher/left-sockets.mjs";
import { readOptions, usage } from "./launcher/options.mjs";
import { endLeftBehind, endProcessTree } from "./launcher/process-tree.mjs";
import { findWorkspace } from "./launcher/workspace.mjs";

const appDirectory = dirname(fileURLToPath(import.meta.url));

/** A backend that dies more often within this time is broken, and not started again. */
const restartsInARow = 3;
const oftenMilliseconds = 60_000;

/**
 * Runs until the user, a signal or the window ends it; the result is the exit code. A backend that dies is started again on
 * its port with its token, so that windows find it with what they have.
 */
async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (options.problem !== undefined) {
    process.stderr.write(`${options.problem}\n${usage}`);
    return 2;
  }
  closeToOthers();
  await sweepSockets();
  const { workspace, file } = findWorkspace(options.directory);
  const token = options.token ?? tokenFromFile() ?? randomBytes(24).toString("base64url");
  const stopRequested = whenStopRequested();
  const how = { ...options, appDirectory, workspace, file, token, stopRequested };
  let backend = await startBackend(how);
  if (backend === undefined) return 0;

  const address = ideAddress(options.hostname, backend.port, token, workspace);
  process.stdout.write(`Weft is ready: ${address}\n`);
  const window = options.desktop ? await openWindow(address, options.configDirectory, backend) : undefined;
  if (options.open && !options.desktop) openBrowser(address);

  const windowClosed = window === undefined ? [] : [window.closed];
  const restarts = [];
  let ending;
  for (;;) {
    ending = await Promise.race([stopRequested, backend.exited, ...windowClosed]);
    if (ending.isBackend !== true) break;
    await endLeftBehind(backend.mark);
    restarts.push(Date.now());
    if (restarts.filter((time) => time > Date.now() - oftenMilliseconds).length > restartsInARow) break;
    process.stderr.write(`${ending.how} It is started again; windows find it by themselves.\n`);
    const again = await startBackend({ ...how, port: backend.port, isRestart: true });
    if (again === undefined) return 0;
    backend = again;
  }
  await Promise.all([
    endProcessTree(backend.pid),
    window === undefined ? undefined : endProcessTree(window.pid),
  ]);
  if (ending.problem !== undefined) process.stderr.write(`${ending.problem}\n`);
  return ending.exitCode;
}

/** A window that can't open ends the backend, too: nobody would see it. */
async function openWindow(address, configDirectory, backend) {
  try {
    return openDesktopWindow(address, configDirectory);
  } catch (error) {
    await endProcessTree(backend.pid);
    throw error;
  }
}

/** A secret in a file stands in no list of processes and in no program's environment. */
function tokenFromFile() {
  const path = process.env.WEFT_TOKEN_FILE;
  if (!path) return undefined;
  let token;
  try {
    token = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw launchProblem(`The token can't be read from WEFT_TOKEN_FILE: ${error.message}.`);
  }
  if (token.length >= 16) return token;
  throw launchProblem(
    `${path} (WEFT_TOKEN_FILE) holds no token: 16 characters at least, as \`openssl rand -hex 24\` makes.`,
  );
}

/** The address to open. The fragment is the workspace; it never reaches the network. */
function ideAddress(hostname, port, token, workspace) {
  const local = ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost"].includes(hostname);
  const host = local ? "localhost" : hostname.includes(":") ? `[${hostname}]` : hostname;
  const fragment = workspace === undefined ? "!empty" : encodeURI(workspace);
  return `http://${host}:${port}/?token=${encodeURIComponent(token)}#${fragment}`;
}

function whenStopRequested() {
  return new Promise((stop) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => stop({ exitCode: 0 }));
    }
  });
}

main().then(
  (exitCode) => process.exit(exitCode),
  (problem) => {
    process.stderr.write(`${problem.launchProblem ? problem.message : problem.stack}\n`);
    process.exit(1);
  },
);
