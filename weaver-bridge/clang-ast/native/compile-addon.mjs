/**
 * Compiles the addon and the launcher's `weft_known` with g++ alone. It uses nothing of Node but its stable interface (N-API), whose headers are a package
 * of their own: no headers of the Node that runs, no Python, one binary for every Node. `CXX` names another compiler.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const release = join(here, "build/Release");
const objects = join(here, "build/objects");
const compiler = process.env.CXX ?? "g++";

const OPTIONS = [
  ...["-std=c++17", "-O3", "-fPIC", "-pthread", "-fvisibility=hidden"],
  ...["-Wall", "-Wextra", "-Wno-unused-parameter"],
  ...["-DNAPI_VERSION=8", "-DNAPI_DISABLE_CPP_EXCEPTIONS", "-DNODE_GYP_MODULE_NAME=weft_clang"],
  ...[dirname(require.resolve("node-addon-api")), require("node-api-headers").include_dir].map(
    (folder) => `-I${folder}`,
  ),
];

try {
  for (const folder of [release, objects]) mkdirSync(folder, { recursive: true });
  const units = readdirSync(join(here, "src")).filter((name) => name.endsWith(".cpp"));
  await compileAll([...units]);
  const made = join(release, "weft_clang.node");
  const inputs = units.map(objectOf);
  await run(["-shared", "-pthread", "-o", `${made}.part`, ...inputs, "-ldl"]);
  renameSync(`${made}.part`, made);
  // What answers a compile that is known already, in front of the command.
  const known = join(release, "weft_known");
  await run(["-x", "c", "-O2", "-Wall", "-Wextra", "-o", `${known}.part`, join(here, "launcher/known.c")]);
  renameSync(`${known}.part`, known);
} catch (error) {
  console.error(`weft: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(objects, { recursive: true, force: true });
}

/** As many beside each other as there are processors. */
async function compileAll(waiting) {
  const lane = async () => {
    for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop())
      await run([...OPTIONS, "-c", join(here, "src", unit), "-o", objectOf(unit)]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

function objectOf(unit) {
  return join(objects, `${unit}.o`);
}

function run(args) {
  return new Promise((done, failed) => {
    const child = spawn(compiler, args, { stdio: "inherit" });
    child.on("error", (error) => failed(new Error(`${compiler} could not be started: ${error.message}`)));
    child.on("close", (code) =>
      code === 0 ? done() : failed(new Error(`${compiler} ended with ${code}: ${args.join(" ")}`)),
    );
  });
}
