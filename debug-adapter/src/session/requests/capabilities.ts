/** What the session can do beside what the library says of itself. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { EXCEPTION_FILTERS } from "../breakpoints/exception-filters.js";

export const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsRestartRequest: true,
  supportTerminateDebuggee: true,
  supportsValueFormattingOptions: false,
  supportsGotoTargetsRequest: true,
  supportsRestartFrame: true,
  supportsExceptionInfoRequest: true,
  supportsSetExpression: true,
  supportsCompletionsRequest: true,
  supportsBreakpointLocationsRequest: true,
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: [...EXCEPTION_FILTERS],
};
