/**
 * The Debian packages that Weft calls as programs or libraries, and how to tell that each is there already.
 * Knows nothing of npm. Installs only what is missing, and only through apt, as root or with a sudo that asks nothing.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/**
 * `there` says whether the need is met; `packages` lists alternatives, best first.
 * `group`: `core` is needed to build and run Weft, `test` only by its tests and the Linux sample.
 */
const NEEDS = [
  {
    what: "C++ compiler, for the libclang addon",
    group: "core",
    packages: ["g++"],
    there: () => onPath("g++"),
  },
  { what: "make", group: "core", packages: ["make"], there: () => onPath("make") },
  { what: "Python 3, for node-gyp", group: "core", packages: ["python3"], there: () => onPath("python3") },
  {
    what: "gcc for i686",
    group: "core",
    packages: ["gcc-multilib"],
    there: () => compiles32("gcc", "c", "#include <stdint.h>"),
  },
  {
    what: "libclang 16 or newer",
    group: "core",
    packages: ["libclang1-19", "libclang1-18", "libclang1-17", "libclang1-16"],
    there: () => hasLibclang(),
  },
  {
    what: "clangd",
    group: "core",
    packages: ["clangd-19", "clangd-18", "clangd-17", "clangd-16", "clangd"],
    there: () => onPath(/^clangd(-(1[6-9]|[2-9]\d))?$/),
  },
  {
    what: "QEMU for i386",
    group: "core",
    packages: ["qemu-system-x86"],
    there: () => onPath("qemu-system-i386"),
  },
  { what: "GDB", group: "core", packages: ["gdb"], there: () => onPath("gdb") },
  {
    what: "a browser, for the tests of the IDE",
    group: "test",
    packages: ["chromium"],
    there: () => onPath("chromium"),
  },
  {
    what: "clang 19 as a second compiler",
    group: "test",
    packages: ["clang-19"],
    there: () => onPath("clang-19"),
  },
  {
    what: "g++ for i686 with its library",
    group: "test",
    packages: ["g++-multilib"],
    there: () => compiles32("g++", "c++", "#include <vector>"),
  },
  {
    what: "ccache, as a launcher of compilers",
    group: "test",
    packages: ["ccache"],
    there: () => onPath("ccache"),
  },
  { what: "distcc, likewise", group: "test", packages: ["distcc"], there: () => onPath("distccd") },
  { what: "CMake, as kernels use it", group: "test", packages: ["cmake"], there: () => onPath("cmake") },
  { what: "Ninja, likewise", group: "test", packages: ["ninja-build"], there: () => onPath("ninja") },
  {
    what: "Neovim, as another editor",
    group: "test",
    packages: ["neovim"],
    there: () => onPath("nvim"),
  },
  {
    what: "AspectC++, to compare with",
    group: "test",
    packages: ["aspectc++"],
    there: () => onPath("ag++"),
  },
  {
    what: "CORBA's IDL files, for the tests of the IDL front end",
    group: "test",
    packages: ["omniorb-idl"],
    there: () => exists("/usr/share/idl/omniORB/COS"),
  },
  {
    what: "omniidl, to ask about them",
    group: "test",
    packages: ["omniidl"],
    there: () => onPath("omniidl"),
  },
  ...["flex", "bison", "bc", "cpio", "rsync", "xz"].map((name) => ({
    what: `${name}, to build Linux`,
    group: "test",
    packages: [name === "xz" ? "xz-utils" : name],
    there: () => onPath(name),
  })),
  {
    what: "kmod, to build Linux",
    group: "test",
    packages: ["kmod"],
    there: () => onPath("depmod", ["/sbin", "/usr/sbin"]),
  },
  {
    what: "libelf headers, to build Linux",
    group: "test",
    packages: ["libelf-dev"],
    there: () => exists("/usr/include/libelf.h"),
  },
];

/**
 * Installs what is missing of `groups`. Returns the needs that are still unmet, each with the package to install;
 * empty means all is there.
 */
export function ensureSystemPackages(groups, log) {
  const missing = NEEDS.filter((need) => groups.includes(need.group) && !need.there());
  if (missing.length === 0) return [];
  log(`missing: ${missing.map((need) => `${need.what} (${need.packages[0]})`).join("; ")}`);
  const apt = aptCommand();
  if (apt === undefined) return missing;
  runApt(apt, ["update", "-qq"], log);
  const chosen = missing.map((need) => need.packages.find(isAvailable) ?? need.packages[0]);
  log(`installing with apt: ${chosen.join(" ")}`);
  runApt(apt, ["install", "-y", "-q", "--no-install-recommends", ...new Set(chosen)], log);
  return missing.filter((need) => !need.there());
}

function aptCommand() {
  if (!onPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return ["apt-get"];
  const sudo = onPath("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  return sudo ? ["sudo", "-n", "apt-get"] : undefined;
}

function runApt(apt, args, log) {
  const result = spawnSync(apt[0], [...apt.slice(1), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: 900_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (result.status !== 0)
    log(`apt-get ${args[0]} failed:\n${(result.stderr || result.stdout || "").slice(-2000)}`);
}

function isAvailable(name) {
  const result = spawnSync("apt-cache", ["policy", name], { encoding: "utf8" });
  return /Candidate: (?!\(none\))/.test(result.stdout ?? "");
}

/** `name` is a program's name or a pattern for it. */
function onPath(name, extra = []) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...extra];
  if (typeof name === "string") return folders.some((folder) => exists(join(folder, name), constants.X_OK));
  return folders.some((folder) => list(folder).some((entry) => name.test(entry)));
}

function compiles32(compiler, language, include) {
  const source = `${include}\nint main(void) { return 0; }\n`;
  // Not to a device: as root a compiler may replace it.
  const folder = mkdtempSync(join(tmpdir(), "weft-setup-"));
  const options = { cwd: folder, input: source, stdio: ["pipe", "ignore", "ignore"] };
  const { status } = spawnSync(compiler, ["-m32", "-x", language, "-", "-o", "probe"], options);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

function hasLibclang() {
  if (process.env.WEFT_LIBCLANG !== undefined) return exists(process.env.WEFT_LIBCLANG);
  const llvm = list("/usr/lib").filter((entry) => /^llvm-(1[6-9]|[2-9]\d)$/.test(entry));
  return llvm.some((entry) =>
    list(`/usr/lib/${entry}/lib`).some((file) => /^libclang[-.].*so/.test(file) && !file.includes("cpp")),
  );
}

function exists(path, mode = constants.F_OK) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Node's own headers, so that node-gyp does not fetch them; undefined where this Node came without. */
export function nodeHeaders() {
  const prefix = join(process.execPath, "..", "..");
  return exists(join(prefix, "include", "node", "node_api.h")) ? prefix : undefined;
}
