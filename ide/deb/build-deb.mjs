#!/usr/bin/env node
// Packs what is built into a Debian package (`npm run deb`): ide/deb/dist/weft_VERSION_ARCH.deb. The package brings the
// Node that built it, since Debian 12 has none that is new enough. Maintainer scripts it has none: caches of icons, types
// and launchers are brought up to date by their own packages' triggers, and all that is installed goes with it.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { legalFiles } from "../release/legal-files.mjs";
import { writePayload } from "./payload.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packTime = 600_000;

const tools = Object.values(
  JSON.parse(readFileSync(join(root, "weaver-bridge/model/machine-tools.json"), "utf8")),
);
const packagesOf = (group) =>
  tools.filter((tool) => tool.group === group).map(({ packages }) => packages.join(" | "));
const DEPENDS = ["libstdc++6", ...packagesOf("core")];
const RECOMMENDS = [...packagesOf("wanted"), "chromium", "g++-multilib", "xdg-utils"];

const stage = mkdtempSync(join(tmpdir(), "weft-deb-"));
try {
  console.log(await pack(stage));
} catch (error) {
  console.error(`weft: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** The path of the package. */
async function pack(stage) {
  const architecture = output("dpkg", ["--print-architecture"]);
  installFiles(stage, await legalFiles("deb"));
  put("DEBIAN/control", control(architecture, Number(output("du", ["-sk", stage]).split("\t")[0])));
  const path = join(here, "dist", `weft_${own.version}_${architecture}.deb`);
  mkdirSync(dirname(path), { recursive: true });
  output("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", stage, `${path}.part`]);
  renameSync(`${path}.part`, path);
  return path;
}

function installFiles(stage, legal) {
  if (process.config.variables.node_shared)
    throw new Error(
      "This Node needs a library of its own. Build the package with a Node in one file (nodejs.org).",
    );
  const weft = join(stage, "usr/lib/weft");
  mkdirSync(weft, { recursive: true, mode: 0o755 });
  chmodSync(stage, 0o755);
  writePayload(root, weft);
  mkdirSync(join(weft, "node/bin"), { recursive: true });
  cpSync(process.execPath, join(weft, "node/bin/node"), { dereference: true });
  // Whatever the modes of the tree that it was built in.
  output("chmod", ["-R", "u+rwX,go+rX,go-w", weft]);
  put("usr/bin/weft", command('"$@"'), 0o755);
  put("usr/bin/weft-ag++", command('ag++ "$@"'), 0o755);
  put("usr/share/applications/weft.desktop", readFileSync(join(here, "weft.desktop")));
  put("usr/share/mime/packages/weft.xml", readFileSync(join(here, "weft-mime.xml")));
  put("usr/share/icons/hicolor/scalable/apps/weft.svg", readFileSync(join(root, "ide/app/weft.svg")));
  for (const [name, text] of Object.entries(legal)) put(`usr/lib/weft/${name}`, text);
  put("usr/share/doc/weft/copyright", copyright(Object.keys(legal)));
  put("usr/share/doc/weft/changelog.gz", gzipSync(readFileSync(join(root, "CHANGELOG.md")), { level: 9 }));
}

/** What else there is to know lies beside the programs, in a container's image too. */
function copyright(names) {
  const others = names.map((name) => `/usr/lib/weft/${name}`).join(" and ");
  return `${readFileSync(join(root, "LICENSE"), "utf8")}\nThe package holds work of others: see ${others}.\n`;
}

/** Weft's own Node comes first for it and all that it starts. */
function command(words) {
  return `#!/bin/sh\nPATH=/usr/lib/weft/node/bin:$PATH exec /usr/lib/weft/weaver-bridge/cli/bin/weft ${words}\n`;
}

function control(architecture, kilobytes) {
  const libc = output("getconf", ["GNU_LIBC_VERSION"]).replace("glibc ", "");
  const depends = [`libc6 (>= ${libc})`, ...DEPENDS];
  return `Package: weft
Version: ${own.version}
Architecture: ${architecture}
Maintainer: Weft <weft@localhost>
Installed-Size: ${kilobytes}
Depends: ${depends.join(", ")}
Recommends: ${RECOMMENDS.join(", ")}
Section: devel
Priority: optional
Description: aspect-aware IDE for operating-system kernels
 Shows for every line of a kernel which aspects and stubs affect it and why,
 builds the woven kernel, boots it on QEMU, and steps merged aspect and kernel
 code under GDB as one program.
`;
}

function put(path, text, mode = 0o644) {
  const full = join(stage, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text, { mode });
}

function output(program, args) {
  const result = spawnSync(program, args, { encoding: "utf8", timeout: packTime });
  if (result.status !== 0)
    throw new Error(`${program} ${args[0]} failed: ${result.stderr || result.error?.message}`);
  return result.stdout.trim();
}
