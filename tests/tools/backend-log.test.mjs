import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLog } from "../../ide/app/launcher/backend.mjs";

const home = mkdtempSync(join(tmpdir(), "weft-home-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const modes = (...paths) => paths.map((path) => (statSync(path).mode & 0o777).toString(8));

test.each(["new", "left open by an older version"])(
  "the IDE's settings and log, %s, are this user's alone",
  async (how) => {
    const configDirectory = join(home, how, ".weft-ide");
    const log = join(configDirectory, "logs", `backend-${process.pid}.log`);
    if (how !== "new") {
      mkdirSync(join(configDirectory, "logs"), { recursive: true });
      writeFileSync(log, "");
      for (const [path, mode] of [
        [configDirectory, 0o755],
        [join(configDirectory, "logs"), 0o755],
        [log, 0o644],
      ])
        chmodSync(path, mode);
    }
    const mask = process.umask(0o022);
    try {
      const { path, stream } = openLog({ configDirectory });
      await once(stream, "open");
      stream.end();
      expect(path).toBe(log);
      expect(modes(configDirectory, join(configDirectory, "logs"), log)).toEqual(["700", "700", "600"]);
    } finally {
      process.umask(mask);
    }
  },
);
