// Memory of the kernel that is debugged, in Theia's memory inspector: it knows by itself only sessions of another debugger's
// kind, and shows a variable where it can say its address. It opens when it is asked for, below the sources, where a row
// has room.
import type { ApplicationShell } from "@theia/core/lib/browser";
import { Event } from "@theia/core/lib/common";
import { inject, injectable, type interfaces } from "@theia/core/shared/inversify";
import type { DebugVariable } from "@theia/debug/lib/browser/console/debug-console-items";
import { type DebugSession, DebugState } from "@theia/debug/lib/browser/debug-session";
import { DebugSessionManager } from "@theia/debug/lib/browser/debug-session-manager";
import { DebugFrontendContribution as MemoryContribution } from "@theia/memory-inspector/lib/browser/memory-inspector-frontend-contribution";
import { CDTGDBMemoryProvider } from "@theia/memory-inspector/lib/browser/memory-provider/cdt-gdb-memory-provider";
import { MemoryProvider } from "@theia/memory-inspector/lib/browser/memory-provider/memory-provider";
import { EMPTY_MEMORY } from "@theia/memory-inspector/lib/browser/memory-widget/memory-options-widget";
import type { Interfaces } from "@theia/memory-inspector/lib/browser/utils/memory-widget-utils";

/** What Theia says of an answer without bytes. */
const NOTHING_READ = "Received no data from debug adapter.";

@injectable()
class KernelMemory extends CDTGDBMemoryProvider {
  override canHandle(session: DebugSession): boolean {
    return session.configuration.type === "weft";
  }

  /** A kernel that runs on meanwhile tells nothing: it is asked again when the session has changed. */
  override async readMemory(
    session: DebugSession,
    what: Parameters<CDTGDBMemoryProvider["readMemory"]>[1],
  ): Promise<Interfaces.MemoryReadResult> {
    for (;;) {
      try {
        return await super.readMemory(session, what);
      } catch (error) {
        if (session.state === DebugState.Inactive) return EMPTY_MEMORY;
        if ((error as Error).message !== NOTHING_READ) throw error;
      }
      await Event.toPromise(session.onDidChange);
    }
  }

  override supportsVariableReferenceSyntax(session: DebugSession, variable?: DebugVariable): boolean {
    return this.canHandle(session) && variable?.evaluateName !== undefined;
  }

  override formatVariableReference(session: DebugSession, variable?: DebugVariable): string {
    const expression = this.canHandle(session) ? variable?.evaluateName : undefined;
    return expression === undefined ? "" : `&(${expression})`;
  }
}

@injectable()
class MemoryBelow extends MemoryContribution {
  @inject(DebugSessionManager) private readonly sessions!: DebugSessionManager;

  /** Views read a moment after a stop (Theia bounces it): what was to be read of a session that has ended is not asked for. */
  override init(): void {
    super.init();
    this.sessions.onDidChangeActiveDebugSession(({ current }) => {
      if (current !== undefined) return;
      for (const { optionsWidget } of this.memoryWidgetManager.availableWidgets)
        optionsWidget["updateMemoryView"].cancel();
    });
  }

  override get defaultViewOptions(): ApplicationShell.WidgetOptions {
    return { area: "bottom" };
  }

  override async initializeLayout(): Promise<void> {}
}

export function bindKernelMemory(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
  bind(MemoryProvider).to(KernelMemory).inSingletonScope();
  rebind(MemoryContribution).to(MemoryBelow).inSingletonScope();
}
