// Two users on one host behind nginx, with the configuration that Weft brings: each comes to their own workspace by
// password, and neither to the other's pages, files, sockets and guests.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTrust, keepScreenshot, openBrowser, openFile, openWindow } from "../ide/support/index.js";
import { type Gateway, startGateway } from "./gateway.js";
import { keepResultsOf } from "./results.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const users = {
  alice: { uid: 61001, port: 3281, token: "token-of-alice-0001", password: "warp" },
  bob: { uid: 61002, port: 3282, token: "token-of-bob-000002", password: "weft" },
};
type Name = keyof typeof users;
const names = Object.keys(users) as Name[];
let gateway: Gateway;

keepResultsOf("gateway, two users behind nginx");
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "weft-gateway-"));
  execFileSync("chmod", ["755", folder]);
  for (const name of names) prepareHome(name);
  gateway = startGateway(folder, users, 3280);
  children.push(gateway.process);
  await Promise.all(names.map(startWeft));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((end) => child.once("exit", end))));
  rmSync(folder, { recursive: true, force: true });
});

test.each(names)("%s logs in and comes to their own workspace", async (name) => {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  try {
    await gateway.logIn(page, name, users[name].password);
    await openWindow(page, `${gateway.addressOf(name)}#${home(name)}/mini-unix`);
    await answerTrust(page, "Yes");
    await openFile(page, "fs/attributes.c");
    await page.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
    await keepScreenshot(page, `gateway ${name}`);
  } catch (error) {
    await keepScreenshot(page, `failed gateway ${name}`);
    throw error;
  } finally {
    await browser.close();
  }
});

test("nobody comes in without a password, or to another's workspace with their own", () => {
  expect(gateway.statusFor("alice")).toBe(401);
  expect(gateway.statusFor("alice", "alice:wrong")).toBe(401);
  expect(gateway.statusFor("alice", "alice:warp")).toBe(200);
  expect(gateway.statusFor("alice", "bob:weft")).toBe(403);
  expect(gateway.statusFor("alice", "bob:weft", "X-Forwarded-User: alice")).toBe(403);
  expect(gateway.statusFor("carol", "bob:weft")).toBeGreaterThanOrEqual(500);
});

test("a user of the host reaches no other's backend, files or sockets", () => {
  const direct = (...more: string[]) =>
    asUser("bob", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", ...more);
  const address = `http://127.0.0.1:${users.alice.port}/`;
  expect(direct(address).stdout).toBe("403");
  expect(direct("-H", "X-Forwarded-User: alice", address).stdout).toBe("403");
  expect(
    direct("-H", "X-Forwarded-User: alice", "-H", `X-Weft-Token: ${users.bob.token}`, address).stdout,
  ).toBe("403");
  expect(asUser("bob", "cat", join(home("alice"), "mini-unix/weft.json")).status).not.toBe(0);
  expect(asUser("bob", "cat", join(folder, "alice.token")).status).not.toBe(0);
});

test("a guest of one user can't be reached by another", async () => {
  const project = join(home("alice"), "mini-unix");
  const weft = join(root, "weaver-bridge/cli/bin/weft");
  const build = asUser("alice", weft, "build", project, "--without-aspects");
  expect(build.status, build.stderr).toBe(0);
  // A program that goes on: the tests of the kernel may have ended before anybody looks.
  children.push(spawnAs("alice", [weft, "run", project, "--live", "--append", "init=/bin/work"], {}));
  await expect
    .poll(() => socketsOf("alice").map((path) => path.slice(path.lastIndexOf("/") + 1)), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(["qemu", "debugging", "visits"]));
  for (const path of socketsOf("alice")) {
    const connect = `require("net").connect(${JSON.stringify(path)}).on("connect",()=>process.exit(0)).on("error",(e)=>{console.log(e.code);process.exit(1)})`;
    expect([path, asUser("bob", process.execPath, "-e", connect).stdout.trim()]).toEqual([path, "EACCES"]);
  }
});

function home(name: Name): string {
  return join(folder, name);
}

function prepareHome(name: Name): void {
  const { uid, token } = users[name];
  cpSync(join(root, "sample-projects/mini-unix"), join(home(name), "mini-unix"), {
    recursive: true,
    filter: (path) => !/\/(build|\.weft)$/.test(path),
  });
  execFileSync("chown", ["-R", `${uid}:${uid}`, home(name)]);
  execFileSync("chmod", ["700", home(name)]);
  const secret = join(folder, `${name}.token`);
  writeFileSync(secret, token, { mode: 0o600 });
  chownSync(secret, uid, uid);
}

async function startWeft(name: Name): Promise<void> {
  const child = spawnAs(
    name,
    [
      process.execPath,
      join(root, "ide/app/start.mjs"),
      home(name),
      "--port",
      String(users[name].port),
      "--no-open",
    ],
    { WEFT_USER: name, WEFT_HOSTS: `${name}.weft.localhost`, WEFT_TOKEN_FILE: join(folder, `${name}.token`) },
  );
  children.push(child);
  await new Promise<void>((ready, failed) => {
    child.stdout?.on("data", (data) => String(data).includes("Weft is ready") && ready());
    child.once("exit", () => failed(new Error(`Weft of ${name} ended`)));
  });
}

function environmentOf(name: Name): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home(name), LANG: "C.UTF-8" };
}

/** Without systemd, this is how a user's Weft is started. */
function become(name: Name): string[] {
  const { uid } = users[name];
  return [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--no-new-privs"];
}

function spawnAs(name: Name, words: string[], environment: Record<string, string>): ChildProcess {
  return spawn("setpriv", [...become(name), ...words], {
    cwd: home(name),
    env: { ...environmentOf(name), ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function asUser(name: Name, ...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync("setpriv", [...become(name), ...words], {
    cwd: folder,
    encoding: "utf8",
    env: environmentOf(name),
    timeout: 120_000,
  });
}

/** Paths of the sockets that the user's processes listen on. */
function socketsOf(name: Name): string[] {
  const uid = String(users[name].uid);
  const inodes = new Set(
    readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && uidOf(pid) === uid)
      .flatMap(
        (pid) =>
          spawnSync("ls", ["-l", `/proc/${pid}/fd`], { encoding: "utf8" }).stdout.match(/socket:\[\d+\]/g) ??
          [],
      )
      .map((link) => link.slice(8, -1)),
  );
  const fields = readFileSync("/proc/net/unix", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const listening = fields.filter((field) => field[3] === "00010000" && inodes.has(field[6] ?? ""));
  return [...new Set(listening.flatMap((field) => (field[7]?.startsWith("/") ? [field[7]] : [])))];
}

function uidOf(pid: string): string | undefined {
  try {
    return /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
