// Files that the IDE reads or writes for the page. Opening a pipe waits for whoever is at its other end, in one of the few
// threads that Node has for all files: four pipes, in the place of a folder's settings and tasks, would hold up everything.
import { stat } from "node:fs/promises";
import type { URI } from "@theia/core/lib/common/uri";
import { injectable } from "@theia/core/shared/inversify";
import {
  createFileSystemProviderError,
  type FileOpenOptions,
  FileSystemProviderErrorCode,
} from "@theia/filesystem/lib/common/files";
import { DiskFileSystemProvider } from "@theia/filesystem/lib/node/disk-file-system-provider";

@injectable()
export class RegularFiles extends DiskFileSystemProvider {
  override async readFile(resource: URI): Promise<Uint8Array> {
    await this.refuseWaiting(resource);
    return super.readFile(resource);
  }

  override async open(resource: URI, options: FileOpenOptions): Promise<number> {
    await this.refuseWaiting(resource);
    return super.open(resource, options);
  }

  /** What is not there, or can't be asked about, whoever opens it tells better. */
  private async refuseWaiting(resource: URI): Promise<void> {
    const path = this.toFilePath(resource);
    const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined) return undefined;
      throw error;
    });
    if (status === undefined || status.isFile() || status.isDirectory()) return;
    const words = `${path} is a pipe, a socket or a device, and no file`;
    throw createFileSystemProviderError(words, FileSystemProviderErrorCode.Unavailable);
  }
}
