// Opens the IDE's address: in the user's browser, or in a window of its own that stands for the desktop IDE.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { launchProblem } from "./launch-problem.mjs";
import { unlessRefused } from "./unless-refused.mjs";

const windowPrograms = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "brave-browser",
];

/** Opens the user's browser where there is a display; silently does nothing elsewhere. */
export function openBrowser(address) {
  if (process.platform === "darwin") return detach("open", [address]);
  if (!hasDisplay()) return undefined;
  return detach("xdg-open", [address]);
}

/**
 * Opens a Chromium window without browser controls, with a profile of its own, so that its process lives exactly
 * as long as the window. Gives its `pid` and `closed`. Throws where there is no display or no such program.
 */
export function openDesktopWindow(address, configDirectory) {
  const program =
    process.env.WEFT_BROWSER ?? windowPrograms.map(findProgram).find((path) => path !== undefined);
  if (program === undefined) {
    throw launchProblem(
      "A desktop window needs Chromium or Chrome. Install one (apt install chromium) or set WEFT_BROWSER.",
    );
  }
  if (!hasDisplay())
    throw launchProblem("There is no display to open a window on. Leave out --desktop and use a browser.");
  const profile = freeProfile(join(configDirectory, "desktop-profiles"));
  const child = spawn(program, windowArguments(address, profile), { stdio: "ignore" });
  const closed = new Promise((close) => {
    child.once("exit", () => close({ exitCode: 0 }));
    child.once("error", (error) =>
      close({ exitCode: 1, problem: `The window could not open: ${error.message}.` }),
    );
  });
  return { pid: child.pid, closed };
}

/**
 * The first profile that no window uses. Chromium hands a second start of one profile to the first and ends, which
 * would look like a closed window; its lock is a link that names the process.
 */
function freeProfile(folder) {
  for (let number = 1; ; number++) {
    const profile = join(folder, String(number));
    mkdirSync(profile, { recursive: true });
    if (isLocked(join(profile, "SingletonLock"))) continue;
    allowViews(profile);
    return profile;
  }
}

/**
 * Views of extensions live on a host name of their own. Chromium as Debian ships it takes that for a foreign site and
 * refuses their service worker, which leaves them empty; this profile shows nothing but the IDE.
 */
function allowViews(profile) {
  const preferences = join(profile, "Default", "Preferences");
  if (existsSync(preferences)) return;
  mkdirSync(join(profile, "Default"), { recursive: true });
  writeFileSync(preferences, JSON.stringify({ profile: { cookie_controls_mode: 0 } }));
}

function isLocked(lock) {
  try {
    const pid = Number(readlinkSync(lock).split("-").at(-1));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function windowArguments(address, profile) {
  return [
    `--app=${address}`,
    `--user-data-dir=${profile}`,
    "--class=weft",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
}

function hasDisplay() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function findProgram(name) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find((path) =>
      unlessRefused(() => {
        accessSync(path, constants.X_OK);
        return true;
      }),
    );
}

function detach(program, args) {
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}
