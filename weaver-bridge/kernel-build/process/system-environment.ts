/**
 * What of an environment may decide which programs and libraries run, where nothing of the working directory may. Users have
 * `LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/opt/lib` in their start files: its first entry is then empty, which the dynamic loader,
 * GCC's driver and Python take for the working directory, as shells do of `PATH`.
 */
import { delimiter, isAbsolute } from "node:path";

/** Lists of folders or files, one or several, from which programs are started or code is loaded. */
const SEARCHED = new Set([
  ...["PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT", "GCONV_PATH"],
  ...["COMPILER_PATH", "GCC_EXEC_PREFIX", "GIT_EXEC_PATH", "QEMU_MODULE_DIR", "BASH_ENV"],
  ...["PYTHONPATH", "PYTHONHOME", "GUILE_LOAD_PATH", "GUILE_LOAD_COMPILED_PATH", "NODE_PATH"],
  ...["OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"],
]);
/** Names of libraries, by spaces too; one without a slash is looked for in the folders of the system and the lists. */
const LIBRARIES = new Set(["LD_PRELOAD", "LD_AUDIT"]);

/** Without what is not absolute, and what `isRefused` says of an absolute path. What nothing is left of is not there. */
export function systemEnvironment(
  environment: NodeJS.ProcessEnv,
  isRefused: (path: string) => boolean,
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const kept = SEARCHED.has(name) && value !== undefined ? keptOf(name, value, isRefused) : value;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function keptOf(name: string, value: string, isRefused: (path: string) => boolean): string | undefined {
  const entries = value.split(LIBRARIES.has(name) ? /[: ]+/ : delimiter);
  const kept = entries.filter((entry) =>
    isAbsolute(entry) ? !isRefused(entry) : LIBRARIES.has(name) && entry !== "" && !entry.includes("/"),
  );
  if (kept.length === entries.length) return value;
  return kept.length === 0 ? undefined : kept.join(delimiter);
}
