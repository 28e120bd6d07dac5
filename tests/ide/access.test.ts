// Who gets in, and how the starter ends: the token, the folder in the address, and no process left behind.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerTrust,
  copySample,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openWindow,
  type SampleCopy,
  startIde,
} from "./support/index.js";

const start = fileURLToPath(new URL("../../ide/app/start.mjs", import.meta.url));

describe("a running IDE", () => {
  let sample: SampleCopy;
  let ide: IdeProcess;
  beforeAll(async () => {
    sample = copySample("mini-unix");
    ide = await startIde({ folder: sample.folder });
  });
  afterAll(async () => {
    await ide?.stop();
    sample?.remove();
  });

  test("prints exactly one line, with an address of this machine that holds token and folder", () => {
    expect(ide.output().trim().split("\n")).toHaveLength(1);
    const address = new URL(ide.address);
    expect(address.hostname).toBe("localhost");
    expect(address.searchParams.get("token")).toMatch(/^[\w-]{32}$/);
    expect(decodeURI(address.hash)).toBe(`#${sample.folder}`);
  });

  test.each([
    "/",
    "/bundle.js",
    "/services",
    "/?token=",
    "/?token=wrong",
    "/bundle.js?token=TOKEN",
    "/favicon.ico",
  ])("refuses %s without the token", async (path) => {
    const answer = await fetchText(ide.origin + path.replace("TOKEN", ide.token));
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("does not hold the token");
  });

  test("lets the token in once and then its cookie, and keeps the token out of the page's address", async () => {
    const first = await fetchText(`${ide.origin}/?token=${ide.token}`);
    expect(first).toMatchObject({ status: 302, location: "/" });
    expect(first.cookie).toMatch(/HttpOnly/i);
    expect(first.cookie).toMatch(/SameSite=Lax/i);
    const page = await fetchText(`${ide.origin}/`, { cookie: first.cookie.split(";")[0] ?? "" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("<script");
  });

  test("the cookie does not tell the token, and no page of others may hold or script ours", async () => {
    const cookie = await cookieOf(ide);
    expect(cookie).not.toContain(ide.token);
    const page = await fetchText(`${ide.origin}/`, { cookie });
    expect(page.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "content-security-policy": expect.stringContaining("frame-ancestors 'self'"),
    });
    expect(page.headers).not.toHaveProperty("x-powered-by");
  });

  test("refuses a request that names another host, whatever it carries", async () => {
    const cookie = await cookieOf(ide);
    const host = `evil.example:${new URL(ide.origin).port}`;
    expect((await fetchText(`${ide.origin}/`, { cookie, host })).status).toBe(421);
    expect((await fetchText(`${ide.origin}/?token=${ide.token}`, { host })).status).toBe(421);
    expect(await upgradeStatus(ide, { cookie, host, origin: `http://${host}` })).toBe(421);
  });

  test.each([
    ["no request", "no request\r\n\r\n", 400],
    ["more headers than can be held", `GET / HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, 431],
  ])("says that it can't read %s, with the headers of every answer", async (_what, bytes, status) => {
    const said = await rawAnswer(ide, bytes);
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(said).toMatch(/X-Content-Type-Options: nosniff/i);
    expect(said).toMatch(/Content-Security-Policy: frame-ancestors 'self'/i);
    expect(said).toContain("Weft can't read this request.");
  });

  test("refuses a WebSocket without the cookie, with a wrong one, and from a foreign page", async () => {
    const cookie = await cookieOf(ide);
    expect(await upgradeStatus(ide, {})).toBe(403);
    expect(await upgradeStatus(ide, { cookie: cookie.replace(/=.*/, "=wrong") })).toBe(403);
    expect(await upgradeStatus(ide, { cookie, origin: "http://evil.example" })).toBe(400);
    expect(await upgradeStatus(ide, { cookie, origin: ide.origin })).toBe(101);
  });

  test("refuses the polling transport of the socket as well", async () => {
    const path = `${ide.origin}/socket.io/?EIO=4&transport=polling`;
    expect((await fetchText(path)).status).toBe(403);
    expect((await fetchText(path, { cookie: await cookieOf(ide) })).status).toBe(200);
  });

  test("listens on the loopback interface only", () => {
    const port = Number(new URL(ide.origin).port).toString(16).toUpperCase().padStart(4, "0");
    const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
      readFileSync(file, "utf8").split("\n"),
    );
    const listening = sockets.map((line) => line.trim().split(/\s+/)).filter((fields) => fields[3] === "0A");
    const addresses = listening
      .map((fields) => fields[1] ?? "")
      .filter((address) => address.endsWith(`:${port}`));
    expect(addresses).toEqual([`0100007F:${port}`]);
  });

  test("does not hand the token to the programs that it starts", () => {
    const children = descendants(ide.pid).filter((pid) => pid !== ide.pid);
    const backend = children[0];
    const programs = children.filter((pid) => pid !== backend);
    expect(programs.length).toBeGreaterThan(0);
    for (const pid of programs)
      expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain(ide.token);
  });
});

describe("what a page of another server on this host asks for", () => {
  let sample: SampleCopy;
  let ide: IdeProcess;
  let cookie: string;
  let routes: readonly { readonly path: string; readonly methods: readonly string[] }[];
  const list = join(mkdtempSync(join(tmpdir(), "weft-routes-")), "routes.json");

  beforeAll(async () => {
    sample = copySample("mini-unix");
    const tell = fileURLToPath(new URL("support/tell-routes.cjs", import.meta.url));
    const environment = { NODE_OPTIONS: `--require ${tell}`, WEFT_TEST_ROUTES: list, WEFT_BASE_PATH: "" };
    ide = await startIde({ folder: sample.folder, environment });
    cookie = await cookieOf(ide);
    routes = JSON.parse(readFileSync(list, "utf8"));
  });
  afterAll(async () => {
    await ide?.stop();
    sample?.remove();
  });

  test("every route that the backend has registered refuses what is not of its own page", async () => {
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/file-upload", "/files", "/healthz"]),
    );
    const port = Number(new URL(ide.origin).port);
    const origins = [
      "http://evil.example",
      `http://localhost:${port + 1}`,
      "null",
      `http://a.webview.localhost:${port}`,
    ];
    const headers = [{}, ...origins.map((origin) => ({ origin })), { "sec-fetch-site": "same-site" }];
    const paths = [
      ...new Set(routes.map(({ path }) => `/${path.replace(/[:*(].*$/, "x")}`.replace("//", "/"))),
      "/socket.io/?EIO=4",
    ];
    const let_through: string[] = [];
    for (const path of paths)
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        for (const said of headers) {
          const status = await statusOfRequest(ide.origin + path, method, { cookie, ...said });
          if (status !== 403) let_through.push(`${method} ${path} ${JSON.stringify(said)}: ${status}`);
        }
    expect(let_through).toEqual([]);
    for (const path of ["/", "/socket.io/", "/services", "/file-upload"])
      for (const said of headers)
        expect([path, said, await upgradeStatus(ide, { cookie, ...said }, path)]).toEqual([path, said, 400]);
  });

  test("its own page is served, and a file that it uploads arrives", async () => {
    const target = join(sample.folder, "uploaded.txt");
    // Another Theia of this machine may have left its shared folder; ours must not touch it.
    const shared = join(tmpdir(), "theia_upload");
    const stateOfShared = () => (existsSync(shared) ? statSync(shared).mtimeMs : undefined);
    const before = stateOfShared();
    const form = `--x\r\nContent-Disposition: form-data; name="uri"\r\n\r\nfile://${target}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntext\r\n--x--\r\n`;
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const upload = (said: Record<string, string>) =>
      statusOfRequest(`${ide.origin}/file-upload`, "POST", { cookie, ...type, ...said }, form);
    expect(await upload({ origin: `http://localhost:${Number(new URL(ide.origin).port) + 1}` })).toBe(403);
    expect(existsSync(target)).toBe(false);
    expect(await upload({ origin: ide.origin })).toBe(200);
    expect(readFileSync(target, "utf8")).toBe("text");
    expect(stateOfShared()).toBe(before);
  });

  test("frames and scripts of others get nothing of it, webviews only their own pages", async () => {
    const from = (site: string, more: Record<string, string>) =>
      fetchText(`${ide.origin}/bundle.js`, { cookie, "sec-fetch-site": site, ...more });
    expect((await from("same-site", { "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect((await from("same-origin", {})).status).toBe(200);
    const host = `a1.webview.localhost:${new URL(ide.origin).port}`;
    for (const [path, status] of [
      ["/webview/index.html", 200],
      ["/webview/%2e%2e/index.html", 403],
      ["/webview/..%2f..%2fpackage.json", 403],
      ["/webview/%252e%252e/x", 403],
      ["/bundle.js", 403],
    ] as const) {
      const answer = await fetchText(ide.origin + path, { host, "sec-fetch-site": "cross-site" });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers).not.toHaveProperty("x-powered-by");
      expect(answer.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("frame-ancestors"),
      });
    }
  });

  test("the first visit below a path of a proxy stays there", async () => {
    const first = await fetchText(`${ide.origin}/?token=${ide.token}`, { "x-forwarded-prefix": "/proxy/u1" });
    expect(first).toMatchObject({ status: 302, location: "/proxy/u1/" });
    expect(first.cookie).toContain("Path=/proxy/u1/");
    const away = await fetchText(`${ide.origin}/?token=${ide.token}`, {
      "x-forwarded-prefix": "//evil.example",
    });
    expect(away.location).toBe("/");
  });
});

describe("behind a gateway", () => {
  const token = "a-token-of-the-operator's-choice";
  const gateway = { "x-weft-token": token, "x-forwarded-user": "alice" };
  let sample: SampleCopy;
  let ide: IdeProcess;
  beforeAll(async () => {
    sample = copySample("mini-unix");
    const file = join(sample.folder, ".weft-token");
    writeFileSync(file, `${token}\n`);
    ide = await startIde({
      folder: join(sample.folder, "fs/attributes.c"),
      environment: { WEFT_TOKEN_FILE: file, WEFT_USER: "alice", WEFT_HOSTS: "alice.weft.example" },
    });
  });
  afterAll(async () => {
    await ide?.stop();
    sample?.remove();
  });

  test("answers probes at once, whatever name they use, and tells them nothing", async () => {
    const answer = await fetchText(`${ide.origin}/healthz`, { host: "10.0.0.7:3100" });
    expect(answer).toMatchObject({ status: 200, text: "ok\n", cookie: "" });
    expect((await fetchText(`${ide.origin}/healthz/`)).status).toBe(403);
  });

  test("takes the token from its file", () => {
    expect(ide.token).toBe(token);
  });

  test("lets in by the gateway's word the one user whose workspace it is", async () => {
    const host = "alice.weft.example";
    expect((await fetchText(`${ide.origin}/`, { ...gateway, host })).status).toBe(200);
    const { "x-weft-token": _token, ...named } = gateway;
    expect((await fetchText(`${ide.origin}/`, { ...named, host })).status).toBe(403);
    const bob = { ...gateway, "x-forwarded-user": "bob", host };
    expect((await fetchText(`${ide.origin}/`, bob)).status).toBe(403);
    expect(await upgradeStatus(ide, { ...gateway, host, origin: `http://${host}` })).toBe(101);
    expect(await upgradeStatus(ide, { ...gateway, host, origin: "http://evil.example" })).toBe(400);
    expect(await upgradeStatus(ide, bob)).toBe(403);
  });

  test("a file that is named is shown in its project", async () => {
    expect(decodeURI(new URL(ide.address).hash)).toBe(`#${sample.folder}`);
    const browser = await openBrowser();
    try {
      const page = await browser.context.newPage();
      await openWindow(page, ide.address);
      await answerTrust(page, "No");
      await page.locator(".lm-TabBar-tab.lm-mod-current", { hasText: "attributes.c" }).first().waitFor();
      await keepScreenshot(page, "file at start");
    } finally {
      await browser.close();
    }
  });
});

describe("the end", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the starter and everything below it", async (signal) => {
    const ide = await startIde();
    const processes = descendants(ide.pid);
    expect(processes.length).toBeGreaterThan(1);
    expect(await ide.stop(signal)).toBe(0);
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  });

  test("the backend ends when its starter is killed", async () => {
    const ide = await startIde();
    const processes = descendants(ide.pid);
    await ide.stop("SIGKILL");
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  });

  test("a backend that dies is started again at its address, and leaves nobody behind", async () => {
    const ide = await startIde();
    const [, backend, ...below] = descendants(ide.pid) as [number, number, ...number[]];
    process.kill(backend, "SIGKILL");
    await expect
      .poll(() => ide.output())
      .toContain("The IDE's backend ended by signal SIGKILL. It is started again");
    await expect.poll(() => statusOf(ide)).toBe(302);
    expect([backend, ...below].filter(isAlive)).toEqual([]);
    expect(await ide.stop()).toBe(0);
  });

  test("the starter ends with the reason when the backend dies again and again", async () => {
    const ide = await startIde();
    for (let times = 1; times <= 4; times++) {
      const before = descendants(ide.pid)[1] as number;
      process.kill(before, "SIGKILL");
      if (times < 4) await expect.poll(() => statusOf(ide)).toBe(302);
    }
    expect(await ide.ended).toBe(1);
    expect(ide.output()).toContain("The whole log is in");
  });
});

describe("a desktop window", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "weft-window-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Stands for Chromium: keeps its arguments and lives until it is ended. */
  function windowProgram(): { path: string; process(): { pid: number; args: string[] } | undefined } {
    const path = join(folder, "browser.mjs");
    const record = join(folder, "record.json");
    writeFileSync(
      path,
      `#!${process.execPath}
import { renameSync, writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(`${record}.part`)}, JSON.stringify({ pid: process.pid, args: process.argv.slice(2) }));
renameSync(${JSON.stringify(`${record}.part`)}, ${JSON.stringify(record)});
setInterval(() => {}, 1000);
`,
      { mode: 0o755 },
    );
    return {
      path,
      process: () => (existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : undefined),
    };
  }

  test("closing it ends the backend", async () => {
    const program = windowProgram();
    const ide = await startIde({
      options: ["--desktop"],
      environment: { WEFT_BROWSER: program.path, DISPLAY: ":0" },
    });
    await expect.poll(program.process).toBeDefined();
    const window = program.process();
    expect(window?.args[0]).toBe(`--app=${ide.address}`);
    const processes = descendants(ide.pid);
    process.kill(window?.pid as number);
    expect(await ide.ended).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  test("without a display it says so and leaves nothing behind", () => {
    const { status, stderr } = spawnSync(process.execPath, [start, "--desktop", "--port", "0"], {
      encoding: "utf8",
      timeout: 60_000,
      env: {
        ...process.env,
        WEFT_BROWSER: "/bin/true",
        DISPLAY: "",
        WAYLAND_DISPLAY: "",
        THEIA_CONFIG_DIR: folder,
      },
    });
    expect(status).toBe(1);
    expect(stderr).toContain("There is no display to open a window on.");
  });
});

describe("wrong arguments", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [start, ...args], { encoding: "utf8", timeout: 60_000 });

  test("a folder that is not there", () => {
    const { status, stderr } = run("/nowhere/at all", "--no-open");
    expect([status, stderr]).toEqual([
      1,
      "There is no folder /nowhere/at all. Name an existing folder or file to open.\n",
    ]);
  });

  test("a file of tokens that is missing, or holds none", () => {
    const withFile = (file: string) =>
      spawnSync(process.execPath, [start, "--no-open"], {
        encoding: "utf8",
        timeout: 60_000,
        env: { ...process.env, WEFT_TOKEN_FILE: file },
      });
    expect(withFile("/nowhere/token")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The token can't be read from WEFT_TOKEN_FILE: ENOENT/),
    });
    expect(withFile("/dev/null")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("holds no token"),
    });
  });

  test("an unknown option, a port that is none", () => {
    expect(run("--colour").status).toBe(2);
    const { status, stderr } = run("--port", "many");
    expect(status).toBe(2);
    expect(stderr).toContain('--port takes a number from 0 to 65535, not "many".');
  });

  test("a port that is in use", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const { status, stderr } = run(tmpdir(), "--no-open", "--port", String(port));
    holder.close();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Port ${port} is in use. Choose another with --port, or --port 0 for any free one.`,
    );
  });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
  readonly location: string;
  readonly headers: IncomingHttpHeaders;
}

async function fetchText(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return {
    status: response.statusCode ?? 0,
    text,
    cookie: response.headers["set-cookie"]?.join("; ") ?? "",
    location: response.headers.location ?? "",
    headers: response.headers,
  };
}

async function cookieOf(ide: IdeProcess): Promise<string> {
  return (await fetchText(`${ide.origin}/?token=${ide.token}`)).cookie.split(";")[0] ?? "";
}

async function statusOfRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  body = "",
): Promise<number> {
  const attempt = request(url, {
    method,
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
  });
  attempt.end(body);
  const [response] = (await once(attempt, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

/** What comes back for bytes as they are. */
async function rawAnswer({ origin }: IdeProcess, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(10_000, () => socket.destroy(new Error("no answer")));
  let said = "";
  socket.setEncoding("utf8").on("data", (text) => (said += text));
  socket.write(bytes);
  await once(socket, "close");
  return said;
}

function upgradeStatus(
  ide: IdeProcess,
  headers: Record<string, string>,
  path = "/socket.io/",
): Promise<number> {
  const attempt = request(`${ide.origin}${path}?EIO=4&transport=websocket`, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "d2VmdC13ZWZ0LXdlZnQtdw==",
      ...headers,
    },
  });
  return new Promise((answered, failed) => {
    attempt.on("upgrade", (response, socket) => {
      socket.destroy();
      answered(response.statusCode ?? 0);
    });
    attempt.on("response", (response) => {
      response.resume();
      answered(response.statusCode ?? 0);
    });
    attempt.on("error", failed);
    attempt.end();
  });
}

/** The process and all below it, parents first. */
/** Of the address as it was printed; undefined while nobody listens. */
function statusOf(ide: IdeProcess): Promise<number | undefined> {
  return fetchText(`${ide.origin}/?token=${ide.token}`).then(
    ({ status }) => status,
    () => undefined,
  );
}

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  return [pid, ...children.map(Number).flatMap(descendants)];
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
