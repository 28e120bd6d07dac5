// The Debian package, installed by apt in a Debian of its own, used there, and removed with all that came with it: command,
// launcher, icon and file types are there, and afterwards every file is as it was. WEFT_RELEASE picks another release.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepResultsOf } from "./results.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = join(root, "ide/deb/dist");
const release = process.env.WEFT_RELEASE ?? "bookworm";
const results = keepResultsOf(`package, Debian ${release}`);
/** What any Debian has that people log in to, and desktops, whose triggers bring caches up to date. */
const DESKTOP = [
  "passwd",
  "adduser",
  "tzdata",
  "desktop-file-utils",
  "shared-mime-info",
  "gtk-update-icon-cache",
  "hicolor-icon-theme",
];
/** Asks what a desktop would open a file with. */
const ASKER = "libglib2.0-bin";
const TYPES = {
  "a.ah": "text/x-weft-aspect",
  "a.klay": "text/x-weft-klasy",
  "a.klasy": "text/x-weft-klasy",
  "a.idl": "text/x-idl",
  "a.spec": "text/x-weft-specialization",
};
const INSTALL = 1_200_000;

const folder = mkdtempSync(join(tmpdir(), "weft-package-test-"));
const inside = join(folder, "debian");
let before: readonly string[] = [];
let packages = "";
beforeAll(() => {
  const deb = existsSync(dist) ? readdirSync(dist).find((name) => name.endsWith(".deb")) : undefined;
  if (deb === undefined) throw new Error(`${dist} holds no package; build it: npm run deb`);
  const include = `--include=${[...DESKTOP, ASKER].join(",")}`;
  execFileSync(
    "mmdebstrap",
    ["--quiet", "--variant=apt", "--skip=cleanup/apt/lists", include, release, inside],
    { timeout: INSTALL },
  );
  copyFileSync(join(dist, deb), join(inside, "weft.deb"));
  run("useradd --create-home learner");
  before = files();
  packages = run("dpkg-query --show");
  const began = performance.now();
  run("apt-get install --yes --quiet --no-install-recommends /weft.deb", INSTALL);
  results.tell(`installed with what it needs in ${((performance.now() - began) / 60_000).toFixed(1)} min`);
}, 2 * INSTALL);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test("brings commands that work for any user", () => {
  expect(run("dpkg --verify weft")).toBe("");
  expect(asLearner("weft --version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(asLearner("weft tutorial list")).toContain("first-aspect");
  expect(asLearner("cp -r /usr/lib/weft/sample-projects/mini-l4 ~/kernel && weft check ~/kernel")).toMatch(
    /no problems/,
  );
  expect(asLearner("weft build ~/kernel")).toMatch(/\d+ woven/);
});

test("brings a launcher with its icon, and the types of its files", () => {
  expect(run("desktop-file-validate /usr/share/applications/weft.desktop")).toBe("");
  expect(existsSync(join(inside, "usr/share/icons/hicolor/scalable/apps/weft.svg"))).toBe(true);
  expect(run("grep -ac weft /usr/share/icons/hicolor/icon-theme.cache").trim()).not.toBe("0");
  const types = Object.entries(TYPES).map(([name, type]) => [name, typeOf(name), opener(type)]);
  expect(types).toEqual(Object.entries(TYPES).map(([name, type]) => [name, type, "weft.desktop"]));
  expect(opener("inode/directory")).toBe("weft.desktop");
});

/** Otherwise apt keeps what another package merely suggests. */
const ALL_THAT_CAME =
  "-o APT::AutoRemove::RecommendsImportant=false -o APT::AutoRemove::SuggestsImportant=false";

test("goes with all that came with it", () => {
  run(`apt-get purge --yes --quiet --autoremove ${ALL_THAT_CAME} weft`, INSTALL);
  expect(run("dpkg-query --show")).toBe(packages);
  const left = files().filter((path) => !before.includes(path));
  expect(left.filter((path) => !OTHERS.test(path))).toEqual([]);
  expect(run("grep -rlIs weft /usr/share/applications /usr/share/mime /etc || true")).toBe("");
  expect(run("grep -las weft /usr/share/icons/hicolor/icon-theme.cache || true")).toBe("");
});

/** What Debian's own packages and dpkg leave, and what belongs to the user. */
const OTHERS =
  /^\.\/(?:run\/|var\/(?:cache|lib|log)\/|etc\/|home\/learner\/|tmp\/|usr\/share\/mime\/|root\/)/;

function run(command: string, timeout = 300_000): string {
  const environment = { PATH: process.env.PATH, LANG: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" };
  const words = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", ENTER, "sh", inside, command];
  return execFileSync("unshare", words, { encoding: "utf8", timeout, env: environment, stdio: "pipe" });
}

const ENTER = `mount --make-rprivate /; mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; exec chroot "$1" sh -ec "$2"`;

function asLearner(command: string): string {
  return run(`su learner --shell /bin/sh --command '${command}'`);
}

function files(): string[] {
  return run("find . -xdev -not -path './proc/*' -not -path './dev/*' -not -path './sys/*'")
    .trim()
    .split("\n");
}

function typeOf(name: string): string {
  const text = name.endsWith(".spec") ? "specialize f as g { x == 1; }" : "x";
  const asked = `cd && echo "${text}" > ${name} && gio info --attributes=standard::content-type ${name}`;
  return /content-type: (\S+)/.exec(asLearner(asked))?.[1] ?? "";
}

/** What opens it, where the user chose nothing. */
function opener(type: string): string {
  const known = asLearner(`gio mime ${type}`);
  return known.includes("weft.desktop") ? "weft.desktop" : known;
}
