import { denied } from '../domain/error.ts';
import type { SurfaceWording } from '../domain/next-step.ts';
import type { BudgetUnit } from '../domain/orientation/fit-budget.ts';

/** Each allows nothing without those before it: whatever writes also answers with what is stored. `destroy` is for what cannot be undone. */
const SCOPES = ['read', 'write', 'destroy'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Principal {
  readonly who: string;
  /** The only workspace that the call can read or change. */
  readonly workspace: string;
  readonly scopes: readonly Scope[];
}

export const localPrincipal = ({
  workspace,
  readOnly,
}: {
  readonly workspace: string;
  readonly readOnly: boolean;
}): Principal => ({ who: 'local', workspace, scopes: readOnly ? ['read'] : SCOPES });

export function requireScope({ who, scopes }: Principal, scope: Scope): void {
  const required = SCOPES.slice(0, SCOPES.indexOf(scope) + 1);
  const missing = required.filter((one) => !scopes.includes(one));
  if (missing.length === 0) return;
  throw denied(
    'scope_missing',
    `This call needs the scope ${missing.join(' and ')}, which ${who} does not have.`,
    `Use credentials or settings that allow ${required.join(', ')}.`,
    { allowed: scopes },
  );
}

export interface Binding {
  readonly sessionId: string | null;
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

export const HOOK_SURFACE = 'hook';

export const CLI_SURFACE = 'cli';

export interface Caller {
  readonly principal: Principal;
  /** Where the call came in: mcp, http, cli or hook. */
  readonly surface: string;
  readonly wording: SurfaceWording;
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
