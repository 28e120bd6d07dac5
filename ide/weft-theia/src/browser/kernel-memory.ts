// Memory of the kernel that is debugged, in Theia's memory inspector: it knows by itself only sessions of another debugger's
// kind, and shows a variable where it can say its address.

import { injectable, type interfaces } from "@theia/core/shared/inversify";
import type { DebugVariable } from "@theia/debug/lib/browser/console/debug-console-items";
import type { DebugSession } from "@theia/debug/lib/browser/debug-session";
import { CDTGDBMemoryProvider } from "@theia/memory-inspector/lib/browser/memory-provider/cdt-gdb-memory-provider";
import { MemoryProvider } from "@theia/memory-inspector/lib/browser/memory-provider/memory-provider";

@injectable()
class KernelMemory extends CDTGDBMemoryProvider {
  override canHandle(session: DebugSession): boolean {
    return session.configuration.type === "weft";
  }

  override supportsVariableReferenceSyntax(session: DebugSession, variable?: DebugVariable): boolean {
    return this.canHandle(session) && variable?.evaluateName !== undefined;
  }

  override formatVariableReference(session: DebugSession, variable?: DebugVariable): string {
    const expression = this.canHandle(session) ? variable?.evaluateName : undefined;
    return expression === undefined ? "" : `&(${expression})`;
  }
}

export function bindKernelMemory(bind: interfaces.Bind): void {
  bind(MemoryProvider).to(KernelMemory).inSingletonScope();
}
