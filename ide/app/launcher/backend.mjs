// Runs the IDE's backend as a child: finds a port, waits until it listens, keeps its log in a file and tells
// why it ended. It does not decide when to end it, or to start it again.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchProblem } from "./launch-problem.mjs";
import { BACKEND_MARK, endProcessTree } from "./process-tree.mjs";

const usualPort = 3100;
const logsKept = 20;

/**
 * Starts the backend and waits until it accepts connections.
 * Gives its `pid`, its `port`, the `mark` of all that it starts and `exited`, which resolves with an exit code and a
 * problem when it ends by itself; `undefined` when `stopRequested` came first. Throws an error with `launchProblem` when it can't start.
 */
export async function startBackend(options) {
  const main = join(options.appDirectory, "lib", "backend", "main.js");
  if (!existsSync(main)) {
    throw launchProblem(`The IDE is not built yet (${main} is missing). Run "npm run build:ide" first.`);
  }
  const port = await choosePort(options);
  const log = openLog(options);
  const mark = randomUUID();
  const child = fork(main, backendArguments(options, port), {
    cwd: options.appDirectory,
    env: backendEnvironment(options, mark),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log.stream, { end: false });
    if (options.verbose) stream.pipe(process.stderr, { end: false });
  }
  const exited = new Promise((end) => {
    child.once("exit", (code, signal) => end(exitOf(code, signal, log.path)));
    child.once("error", (error) =>
      end({ exitCode: 1, problem: `The IDE could not start: ${error.message}.` }),
    );
  });
  const first = await Promise.race([whenListening(child), exited, options.stopRequested]);
  if (first.port !== undefined) return { pid: child.pid, port: first.port, mark, exited };
  await endProcessTree(child.pid);
  if (first.problem !== undefined) throw launchProblem(first.problem);
  return undefined;
}

function backendArguments(options, port) {
  return [
    ...(options.workspace === undefined ? [] : [options.workspace]),
    `--hostname=${options.hostname}`,
    `--port=${port}`,
    `--plugins=local-dir:${pathToFileURL(join(options.appDirectory, "plugins")).pathname}`,
  ];
}

/** In terminals `weft` is a command, also where it is not installed as one. */
function backendEnvironment(options, mark) {
  const home = process.env.WEFT_HOME || resolve(options.appDirectory, "..", "..");
  return {
    ...process.env,
    [BACKEND_MARK]: mark,
    PATH: [process.env.PATH, join(home, "weaver-bridge", "cli", "bin")].filter(Boolean).join(delimiter),
    WEFT_HOME: home,
    WEFT_TOKEN: options.token,
    THEIA_CONFIG_DIR: options.configDirectory,
    WEFT_OPEN: options.file ?? "",
    WEFT_BASE_PATH: options.basePath,
  };
}

/** The backend's main module sends the address that it listens on to the process that forked it. */
function whenListening(child) {
  return new Promise((listening) => {
    child.on("message", (message) => {
      if (typeof message?.port === "number") listening({ port: message.port });
    });
  });
}

/** The wished port; without a wish the usual one, or any free one when that is taken. */
async function choosePort({ port: wished, hostname, isRestart = false }) {
  if (wished === 0) return 0;
  let problem = await tryPort(wished ?? usualPort, hostname);
  // Of the one before, connections may still be closing.
  for (let tries = 0; isRestart && problem?.code === "EADDRINUSE" && tries < 20; tries++) {
    await new Promise((next) => setTimeout(next, 250));
    problem = await tryPort(wished, hostname);
  }
  if (problem === undefined) return wished ?? usualPort;
  if (problem.code === "EADDRINUSE" && wished === undefined) return 0;
  if (problem.code === "EADDRINUSE") {
    throw launchProblem(
      `Port ${wished} is in use. Choose another with --port, or --port 0 for any free one.`,
    );
  }
  throw launchProblem(`Can't listen on ${hostname}, port ${wished ?? usualPort}: ${problem.message}.`);
}

function tryPort(port, hostname) {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", answer);
    probe.listen(port, hostname, () => probe.close(() => answer(undefined)));
  });
}

/** In the folder of settings, which is made private with it. */
export function openLog({ configDirectory, isRestart = false }) {
  const path = join(configDirectory, "logs", `backend-${process.pid}.log`);
  // Settings, names of files and what was typed: nobody else's.
  for (const folder of [configDirectory, dirname(path)]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    makePrivate(folder, 0o700);
  }
  sweepLogs(dirname(path));
  if (existsSync(path)) makePrivate(path, 0o600);
  return { path, stream: createWriteStream(path, { flags: isRestart ? "a" : "w", mode: 0o600 }) };
}

/** Where it is another user's, as in a container that shares the folder, it stays as it is. */
function makePrivate(path, mode) {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (error.code !== "EPERM" && error.code !== "EROFS") throw error;
  }
}

/** Of starters that are gone, the newest logs are kept. */
function sweepLogs(folder) {
  const logs = readdirSync(folder).filter((name) => /^backend-\d+\.log$/.test(name));
  const old = logs
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .slice(logsKept);
  for (const { path } of old)
    if (!isRunning(Number(/(?<!\d)(\d+)\.log$/.exec(path)?.[1]))) rmSync(path, { force: true });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function exitOf(code, signal, logPath) {
  const how = `The IDE's backend ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`;
  const lastLines = readFileSync(logPath, "utf8").trimEnd().split("\n").slice(-12).join("\n");
  const problem = `${how} Its last words:\n${lastLines}\nThe whole log is in ${logPath}.`;
  return { exitCode: 1, isBackend: true, how, problem };
}
