import type { BudgetUnit } from '../domain/orientation/fit-budget.ts';
import type { SurfaceWording } from '../domain/surface-wording.ts';
import type { Principal } from './principal.ts';

/** What a connection remembers between calls. */
export interface Binding {
  readonly sessionId: string | null;
  /** The name it gave when it started its session. */
  readonly agent: string | null;
  /** Sessions it was told of that run beside its own. */
  readonly knownPeers: ReadonlySet<string>;
  /** The client's session that all this is about. */
  readonly clientSessionId: string | null;
}

/** A result, and what the connection of its caller remembers from then on; join-client.ts stores that. */
export interface Bound<Result> {
  readonly result: Result;
  readonly binding: Partial<Binding>;
}

/** The surface of a client's own hooks. */
export const HOOK_SURFACE = 'hook';

/** The surface of a person. */
export const CLI_SURFACE = 'cli';

/** Who calls, as its surface knows it. */
export interface Caller {
  readonly principal: Principal;
  /** Where the call came in: mcp, http, cli or hook. */
  readonly surface: string;
  /** How this caller's surface names what can be done next. */
  readonly wording: SurfaceWording;
  /** How a budget for its reports is counted: in characters unless said otherwise. */
  readonly budgetUnit?: BudgetUnit;
  /** Where the caller works; null where that is unknown, as over HTTP. */
  readonly folder: string | null;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  /** The client's own process, by which its hooks and its connection know each other. */
  readonly process?: string | null;
  /** Our own process, where it serves this caller alone: when it is gone, so is the connection. */
  readonly serverProcess?: string | null;
  /** What a connection remembers between calls; null where nothing is remembered. */
  readonly connection: Binding | null;
}
