// The built-in Git extension listens on a socket in the system's folder for temporary files, which answers whoever may write
// to it, and stays there when its process is killed.
import { readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Sockets that this process and its children make can't be written to by everybody, whatever the user's mask lets. */
export function closeToOthers() {
  process.umask(process.umask() | 0o002);
}

/** Takes away those of this user's on which nobody listens any more. */
export async function sweepSockets(folder = tmpdir()) {
  const names = readdirSync(folder).filter((name) => /^vscode-git-[0-9a-f]{10}\.sock$/.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isSocket() !== true || status.uid !== process.getuid?.()) continue;
    if (await isLeft(path)) rmSync(path, { force: true });
  }
}

function isLeft(path) {
  return new Promise((answer) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      answer(false);
    });
    socket.once("error", ({ code }) => answer(code === "ECONNREFUSED"));
  });
}
