import type { Scope } from './agent-client.ts';

/** What a client would start. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Ours in the settings of a client, for one scope. */
export interface ConnectedClient {
  readonly client: string;
  readonly scope: Scope;
  readonly hooks: {
    readonly path: string;
    readonly events: readonly string[];
    /** Those on which it should run as well. */
    readonly missing: readonly string[];
    /** All hooks of the client are switched off. */
    readonly isOff: boolean;
    /** null: not in a way in which it can be tried. */
    readonly start: Start | null;
  } | null;
  /** Its start without the flags that say where the data is. */
  readonly server: { readonly path: string; readonly start: Start | null } | null;
  /** The same comes by a plugin. */
  readonly hasPlugin: boolean;
}

export type Tried = { readonly version: string } | { readonly problem: string };

/** Starts what the client would start, and ends it again. Neither opens the store. */
export interface Probes {
  hook(start: Start): Promise<Tried>;
  server(start: Start): Promise<Tried>;
}
