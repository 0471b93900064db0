import type { Instant } from '../instant.ts';

/** A hook that could not do its work, and let its agent go on. */
export interface HookFailure {
  readonly at: Instant;
  readonly client: string;
  readonly event: string;
  /** Where the agent worked; null where the client did not say. */
  readonly folder: string | null;
  readonly code: string;
  readonly message: string;
  /** Undefined in entries of earlier versions, which belong to the default workspace. */
  readonly workspace?: string;
}
