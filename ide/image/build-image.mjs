#!/usr/bin/env node
// Builds the container image (`npm run image`) without any image from outside: Debian's packages by mmdebstrap, Weft's own
// by `npm run deb`, OCI by umoci. Needs root, mmdebstrap and umoci. The result is ide/image/dist/weft.oci.tar, an OCI
// archive as `podman load` and `skopeo copy oci-archive:` take it, and beside it debian-packages.json, what is in it of Debian.
// `-- --debian trixie` takes another release of Debian than this machine's, into weft-trixie.oci.tar.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { whatTheImageIs } from "./configuration.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const stepTime = 1_800_000;

/** Beside what Weft's package depends on: an init that waits for orphans, certificates for Git, a shell to work in. */
const EXTRA = ["tini", "ca-certificates", "g++-multilib", "less", "nano", "openssh-client", "procps"];

const work = mkdtempSync(join(tmpdir(), "weft-image-"));
try {
  if (process.getuid() !== 0) throw new Error("Building the image needs root: sudo npm run image");
  const { values } = parseArgs({ options: { debian: { type: "string" } } });
  console.log(await buildImage(values.debian));
} catch (error) {
  console.error(`weft: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The path of the archive. Weft's package is built on this machine, and runs on its release of Debian and on newer ones. */
async function buildImage(debian) {
  const own = debianOfThisMachine();
  const release = debian ?? own;
  const suffix = release === own ? "" : `-${release}`;
  await run("npm", ["run", "--silent", "deb"], root);
  const architecture = (await run("dpkg", ["--print-architecture"])).trim();
  const files = join(work, "bundle/rootfs");
  const layout = join(work, "layout");
  const image = `${layout}:${version}`;
  await run("umoci", ["init", "--layout", layout]);
  await run("umoci", ["new", "--image", image]);
  await run("umoci", ["unpack", "--image", image, join(work, "bundle")]);
  console.log("weft: Debian's packages …");
  await installDebian(release, files, join(root, `ide/deb/dist/weft_${version}_${architecture}.deb`));
  const packages = await debianPackages(files);
  console.log("weft: the archive …");
  await run("umoci", ["repack", "--image", image, join(work, "bundle")]);
  await run("umoci", ["config", "--image", image, ...whatTheImageIs(version)]);
  nameImage(join(layout, "index.json"), `localhost/weft:${version}${suffix}`);
  const path = join(here, `dist/weft${suffix}.oci.tar`);
  mkdirSync(dirname(path), { recursive: true });
  await run("tar", ["--create", "--file", `${path}.part`, "--directory", layout, "."]);
  renameSync(`${path}.part`, path);
  writeFileSync(
    join(here, `dist/debian-packages${suffix}.json`),
    `${JSON.stringify(packages, undefined, 1)}\n`,
  );
  return path;
}

/** `{ kind: "deb", name, version, architecture }` of all that is installed, but Weft itself. */
async function debianPackages(files) {
  const format = ["Package", "Version", "Architecture"].map((field) => `\${${field}}`).join("\t");
  const listed = await run("dpkg-query", [
    `--admindir=${join(files, "var/lib/dpkg")}`,
    "--show",
    `--showformat=${format}\\n`,
  ]);
  return listed
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([name]) => name !== "weft")
    .map(([name, version, architecture]) => ({ kind: "deb", name, version, architecture }));
}

/** As engines name it once it is loaded; umoci knows tags alone. */
function nameImage(path, name) {
  const index = JSON.parse(readFileSync(path, "utf8"));
  for (const one of index.manifests) one.annotations["org.opencontainers.image.ref.name"] = name;
  writeFileSync(path, JSON.stringify(index));
}

function debianOfThisMachine() {
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  if (release === undefined) throw new Error("/etc/os-release names no release of Debian.");
  return release;
}

async function installDebian(release, files, deb) {
  const inside = (command) => `--customize-hook=chroot "$1" ${command}`;
  await run("mmdebstrap", [
    "--quiet",
    "--variant=apt",
    `--include=${EXTRA.join(",")}`,
    "--dpkgopt=path-exclude=/usr/share/man/*",
    "--dpkgopt=path-exclude=/usr/share/locale/*",
    "--dpkgopt=path-exclude=/usr/share/doc/*",
    "--dpkgopt=path-include=/usr/share/doc/*/copyright",
    '--aptopt=Apt::Install-Recommends "false"',
    `--customize-hook=upload "${deb}" /weft.deb`,
    inside("apt-get install -y -q --no-install-recommends /weft.deb"),
    inside("rm /weft.deb"),
    inside("useradd --uid 1000 --create-home --shell /bin/bash weft"),
    inside("install --directory --owner weft --group weft /workspace"),
    release,
    files,
  ]);
}

/** What the program printed. Ctrl-C reaches it as well. */
function run(program, args, cwd = work) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: stepTime });
    let output = "";
    let all = "";
    child.stdout.on("data", (data) => {
      output += data;
      all = (all + data).slice(-4000);
    });
    child.stderr.on("data", (data) => {
      all = (all + data).slice(-4000);
    });
    child.on("error", (error) =>
      failed(new Error(`${program} can't be started (${error.message}). Install it: apt install ${program}`)),
    );
    child.on("close", (code) =>
      code === 0 ? done(output) : failed(new Error(`${program} ${args[0]} failed:\n${all}`)),
    );
  });
}
