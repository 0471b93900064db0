import { denied } from '../domain/error.ts';

/** `destroy` is for what cannot be undone. */
export const SCOPES = ['read', 'write', 'destroy'] as const;
export type Scope = (typeof SCOPES)[number];

/** On whose behalf a call is made and what it may do, as its surface has established it. */
export interface Principal {
  readonly who: string;
  /** The only workspace that the call can read or change. */
  readonly workspace: string;
  readonly scopes: readonly Scope[];
}

/** Whoever can run the program on this machine, with the rights that its settings leave. */
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
