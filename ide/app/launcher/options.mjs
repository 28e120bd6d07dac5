// Command-line options of the starter: reads them into one record, or says what is wrong. Knows no files.
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

export const usage = `Usage: weft ide [DIR] [options]
  DIR              folder to open (without it: the Welcome page with the sample projects); of a file, its project
  --port N         port of the backend; 0 takes any free one (default: 3100, or a free one when that is taken)
  --hostname HOST  address to listen on (default: 127.0.0.1, reachable from this machine only)
  --base-path PATH path below which a proxy shows it (default: as the proxy says by X-Forwarded-Prefix)
  --desktop        open a window of its own (needs Chromium or Chrome); closing it ends everything
  --no-open        print the address only, open nothing
  --verbose        show the backend's log on standard error
  --help           this text
A server that others reach by a name is told it: WEFT_HOSTS=name1,name2. It refuses requests that name another host.
WEFT_TOKEN_FILE=FILE takes the token from a file; behind a gateway, see ide/image/README.md.
`;

const definitions = {
  port: { type: "string" },
  hostname: { type: "string", default: "127.0.0.1" },
  token: { type: "string" },
  "base-path": { type: "string" },
  desktop: { type: "boolean", default: false },
  "no-open": { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
};

/** The options, or a record whose `problem` says what is wrong with the arguments. */
export function readOptions(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, options: definitions, allowPositionals: true });
  } catch (error) {
    return { problem: error.message };
  }
  const { values, positionals } = parsed;
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    return { problem: `--port takes a number from 0 to 65535, not "${values.port}".` };
  }
  if (positionals.length > 1) {
    return { problem: `One folder can be opened at a time; got ${positionals.join(", ")}.` };
  }
  const basePath = values["base-path"] ?? process.env.WEFT_BASE_PATH ?? "";
  if (!/^(?:\/|(?:\/[\w.~-]+)+\/?)?$/.test(basePath)) {
    return { problem: `--base-path takes a path like /proxy/u1, not "${basePath}".` };
  }
  return {
    basePath,
    directory: positionals[0],
    port,
    hostname: values.hostname,
    token: values.token,
    desktop: values.desktop,
    open: !values["no-open"],
    verbose: values.verbose,
    help: values.help,
    configDirectory: process.env.THEIA_CONFIG_DIR || join(homedir(), ".weft-ide"),
  };
}
