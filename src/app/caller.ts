import { denied } from '../domain/error.ts';
import type { SurfaceWording } from '../domain/next-step.ts';
import type { BudgetUnit } from '../domain/orientation/fit-budget.ts';

/** `destroy` is for what cannot be undone. */
const SCOPES = ['read', 'write', 'destroy'] as const;
export type Scope = (typeof SCOPES)[number];

/** On whose behalf a call is made and what it may do, as its surface has established it. */
export interface Principal {
  readonly who: string;
  /** The only workspace that the call can read or change. */
  readonly workspace: string;
  readonly scopes: readonly Scope[];
}

/** The local user, with the rights that the settings allow. */
export const localPrincipal = ({
  workspace,
  readOnly,
}: {
  readonly workspace: string;
  readonly readOnly: boolean;
}): Principal => ({ who: 'local', workspace, scopes: readOnly ? ['read'] : SCOPES });

export function requireScope({ who, scopes }: Principal, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw denied(
    'scope_missing',
    `This call needs the scope ${scope}, which ${who} does not have.`,
    `Use credentials or settings that allow ${scope}.`,
    { allowed: scopes },
  );
}

/** What a connection remembers between calls. */
export interface Binding {
  readonly sessionId: string | null;
  /** The name it gave when it started its session. */
  readonly agent: string | null;
  /** Concurrent sessions that its caller was notified of. */
  readonly knownPeers: ReadonlySet<string>;
  /** The client's session that all this is about. */
  readonly clientSessionId: string | null;
}

/** A result, and what the connection of its caller remembers from then on; connection-binding.ts stores that. */
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
  /** The unit of its report budget; characters by default. */
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
