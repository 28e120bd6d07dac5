// Where uploads are kept until they are whole: a folder of this backend's own. Theia's has one name for everybody, so another
// user of the host could own it, or read what is in it. What a killed backend left is taken away by the next one.
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { injectable } from "@theia/core/shared/inversify";
import { NodeFileUploadService } from "@theia/filesystem/lib/node/upload/node-file-upload-service";

@injectable()
export class PrivateUploads extends NodeFileUploadService {
  protected override async getTemporaryUploadDest(): Promise<string> {
    sweepUploads();
    const folder = mkdtempSync(join(tmpdir(), `weft-uploads-${process.pid}-`));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

/** Only what is ours, by owner, and whose process is gone. */
function sweepUploads(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^weft-uploads-(\d+)-\w{6}$/.exec(name)?.[1];
    const path = join(tmpdir(), name);
    if (owner === undefined || isRunning(Number(owner))) continue;
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() === true && status.uid === userInfo().uid)
      rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
