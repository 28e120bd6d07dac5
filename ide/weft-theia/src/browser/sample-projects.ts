// The sample kernels that come with Weft, read from their folders: the name, and what their README says first.
import { EnvVariablesServer } from "@theia/core/lib/common/env-variables";
import { FileUri } from "@theia/core/lib/common/file-uri";
import URI from "@theia/core/lib/common/uri";
import { inject, injectable } from "@theia/core/shared/inversify";
import { FileService } from "@theia/filesystem/lib/browser/file-service";

export interface SampleProject {
  readonly name: string;
  /** First paragraph of the README, as plain text; empty without one. */
  readonly summary: string;
  readonly uri: URI;
}

const mayWrite = 2;

@injectable()
export class SampleProjects {
  @inject(EnvVariablesServer)
  protected readonly environment: EnvVariablesServer;

  @inject(FileService)
  protected readonly files: FileService;

  /** The samples in the order of their names; empty where Weft's own folder is not known. */
  async list(): Promise<SampleProject[]> {
    const home = (await this.environment.getValue("WEFT_HOME"))?.value;
    if (home === undefined || home === "") return [];
    const folder = FileUri.create(home).resolve("sample-projects");
    if (!(await this.files.exists(folder))) return [];
    const { children = [] } = await this.files.resolve(folder);
    const samples = await Promise.all(
      children.filter((entry) => entry.isDirectory).map((entry) => this.read(entry.resource)),
    );
    return samples.filter((sample) => sample !== undefined).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** The sample itself where its folder can be written to; else a copy in the user's home, made once. */
  async ownFolder({ uri, name }: SampleProject): Promise<URI> {
    if (await this.files.access(uri, mayWrite)) return uri;
    const copies = new URI(await this.environment.getHomeDirUri()).resolve("weft");
    const copy = copies.resolve(name);
    if (!(await this.files.exists(copy))) await this.files.copy(uri, copy);
    return copy;
  }

  private async read(uri: URI): Promise<SampleProject | undefined> {
    if (!(await this.files.exists(uri.resolve("weft.json")))) return undefined;
    const file = uri.resolve("README.md");
    const readme = (await this.files.exists(file)) ? (await this.files.read(file)).value : "";
    return { name: uri.path.base, summary: firstParagraph(readme), uri };
  }
}

/** The first paragraph of a Markdown text that is no heading, picture or fence, without its inline marks. */
export function firstParagraph(markdown: string): string {
  const paragraphs = markdown.split(/\r?\n\s*\r?\n/).map((paragraph) => paragraph.trim());
  const first = paragraphs
    .map((paragraph) => paragraph.replace(/^#+ .*(\r?\n|$)/, "").trim())
    .find((paragraph) => paragraph.length > 0 && !/^(#|!\[|```|<|\|)/.test(paragraph));
  return (first ?? "")
    .replace(/\s+/g, " ")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[*`]/g, "");
}
