// The Debian package in a Debian of its own, made by mmdebstrap: installed with what it depends on, known to the desktop
// (launcher entry, icon, types of files), run, and removed again with all that came with it.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepResultsOf } from "./results.js";

const packages = fileURLToPath(new URL("../../ide/deb/dist/", import.meta.url));
/** What desktops have. */
const DESKTOP = ["desktop-file-utils", "shared-mime-info", "hicolor-icon-theme", "xdg-utils"];
/** Where packages' own tools write, and what apt leaves on purpose. */
const LEFT =
  /^\.\/(var\/(lib\/(dpkg|apt|systemd|emacsen-common|polkit)|cache|log)|proc|sys|dev|run|tmp|root)\b|^\.\/etc\/(ld\.so\.cache|passwd-|group-|shadow-|gshadow-)/;

const results = keepResultsOf("deb");
let root: string;
let before: string[];
beforeAll(() => {
  const file = existsSync(packages) && readdirSync(packages).find((name) => name.endsWith(".deb"));
  if (!file) throw new Error(`${packages} holds no package; build it: npm run deb`);
  root = mkdtempSync(join(tmpdir(), "weft-deb-test-"));
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
  execFileSync("mmdebstrap", ["--quiet", "--variant=apt", `--include=${DESKTOP.join(",")}`, release, root]);
  for (const inside of ["etc/resolv.conf", "etc/hosts"]) copyFileSync(`/${inside}`, join(root, inside));
  copyFileSync(join(packages, file), join(root, "weft.deb"));
  before = filesInside();
});
afterAll(() => {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
});

test("installs with what it depends on", () => {
  within("apt-get", "install", "-y", "-q", "--no-install-recommends", "/weft.deb");
  const status = within("dpkg", "--status", "weft");
  expect(status).toContain("Status: install ok installed\n");
  results.tell(`${/^Installed-Size: (\d+)$/m.exec(status)?.[1]} kB installed`);
});

test("the desktop knows its launcher, its icon and its files", () => {
  expect(within("desktop-file-validate", "/usr/share/applications/weft.desktop")).toBe("");
  const entry = readFileSync(join(root, "usr/share/applications/weft.desktop"), "utf8");
  const icon = /^Icon=(.*)$/m.exec(entry)?.[1];
  expect(existsSync(join(root, `usr/share/icons/hicolor/scalable/apps/${icon}.svg`))).toBe(true);
  expect(
    existsSync(join(root, /^Exec=(\S+)/m.exec(entry)?.[1]?.replace(/^weft$/, "usr/bin/weft") ?? "none")),
  ).toBe(true);
  const cache = readFileSync(join(root, "usr/share/applications/mimeinfo.cache"), "utf8");
  for (const name of ["trace.ah", "files.idl"]) {
    writeFileSync(join(root, "tmp", name), "aspect A {};\n");
    const type = within("xdg-mime", "query", "filetype", `/tmp/${name}`).trim();
    expect([name, cache]).toEqual([
      name,
      expect.stringMatching(new RegExp(`^${type}=.*weft\\.desktop`, "m")),
    ]);
  }
});

test("its command runs, on a kernel as well", () => {
  expect(within("weft", "--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  const sample = "/usr/lib/weft/sample-projects/mini-unix";
  within("cp", "-r", sample, "/tmp/mini-unix");
  expect(within("weft", "effects", "fs/attributes.c", "--project", "/tmp/mini-unix")).toContain(
    "before execution of sys_chown",
  );
  within("weft", "build", "/tmp/mini-unix");
  expect(existsSync(join(root, "tmp/mini-unix/.weft/weave-map.json"))).toBe(true);
  within("rm", "-rf", "/tmp/mini-unix");
});

test("goes without a trace, with what came for it", () => {
  within("apt-get", "purge", "-y", "-q", "--autoremove", "weft");
  expect(filesInside().filter((file) => !before.includes(file))).toEqual([]);
  expect(readFileSync(join(root, "usr/share/mime/globs2"), "utf8")).not.toContain("weft");
  expect(existsSync(join(root, "usr/lib/weft"))).toBe(false);
});

function within(...words: string[]): string {
  const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", LANG: "C.UTF-8" };
  return execFileSync("chroot", [root, ...words], {
    encoding: "utf8",
    env: { ...environment, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 280_000,
  });
}

function filesInside(): string[] {
  const listed = execFileSync("find", [".", "-not", "-type", "d"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return listed.split("\n").filter((file) => file !== "" && !LEFT.test(file));
}
