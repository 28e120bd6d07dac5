// A team on the hosted image: a container of it for each member, behind nginx. Each logs in by password to their own
// workspace, works there, and finds nothing of the others.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  copySample,
  keepScreenshot,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
} from "../ide/support/index.js";
import { type Gateway, startGateway } from "./gateway.js";
import { keepResultsOf } from "./results.js";
import { type Container, type Image, unpackImage } from "./support.js";

keepResultsOf("team, two containers of the image behind nginx");
const team = {
  carol: { port: 3291, token: "token-of-carol-0001", password: "warp" },
  dave: { port: 3292, token: "token-of-dave-00002", password: "weft" },
};
type Name = keyof typeof team;
const names = Object.keys(team) as Name[];
const userInside = 1000;
let folder: string;
let image: Image;
let gateway: Gateway;
const workspaces = new Map<Name, SampleCopy>();
const containers: Container[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "weft-team-"));
  execFileSync("chmod", ["755", folder]);
  image = unpackImage();
  for (const name of names) {
    const workspace = copySample("mini-unix");
    workspaces.set(name, workspace);
    writeFileSync(join(workspace.folder, ".token"), team[name].token, { mode: 0o600 });
    execFileSync("chown", ["-R", `${userInside}:${userInside}`, workspace.folder]);
    const environment = {
      WEFT_USER: name,
      WEFT_HOSTS: `${name}.weft.localhost`,
      WEFT_TOKEN_FILE: "/workspace/.token",
    };
    containers.push(await image.start(workspace.folder, team[name].port, { isReadOnly: true, environment }));
  }
  gateway = startGateway(folder, team, 3290);
});
afterAll(async () => {
  gateway?.process.kill("SIGTERM");
  await Promise.all(containers.map((container) => container.stop().catch(() => undefined)));
  image?.remove();
  for (const workspace of workspaces.values()) workspace.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("nobody comes in without a password, or to another's workspace with their own", () => {
  expect(gateway.statusFor("carol")).toBe(401);
  expect(gateway.statusFor("carol", "carol:warp")).toBe(200);
  expect(gateway.statusFor("carol", "dave:weft")).toBe(403);
});

test.each(names)("%s logs in, and builds a woven kernel in their own workspace alone", async (name) => {
  const built = (one: Name) => existsSync(join(workspaces.get(one)?.folder ?? "", ".weft/weave-map.json"));
  const before = names.filter(built);
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  try {
    await gateway.logIn(page, name, team[name].password);
    await openWindow(page, `${gateway.addressOf(name)}#/workspace`);
    await answerTrust(page, "Yes");
    await openFile(page, "fs/attributes.c");
    await page.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
    await runCommand(page, "Weft: Build");
    await expect.poll(() => built(name), { timeout: 120_000 }).toBe(true);
    expect(names.filter(built)).toEqual(names.filter((one) => before.includes(one) || one === name));
    await keepScreenshot(page, `team ${name}`);
  } catch (error) {
    await keepScreenshot(page, `failed team ${name}`);
    throw error;
  } finally {
    await browser.close();
  }
});
