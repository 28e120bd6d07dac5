/** How the preprocessor asks its caller for files. */
interface IncludeRequest {
  /** The file that includes. */
  readonly from: string;
  /** `<name>`, not `"name"`. */
  readonly system: boolean;
  /** `#include_next`. */
  readonly next: boolean;
}

/** Undefined when there is no such file. `file` is the name under which problems and later includes refer to it. */
export type ReadInclude = (
  name: string,
  request: IncludeRequest,
) => { readonly file: string; readonly text: string } | undefined;
