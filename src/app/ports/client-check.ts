import type { ClientPlace, Scope, Start } from './client-settings.ts';

/** What a client would start. */
export interface ClientStart extends Start {
  readonly env: Readonly<Record<string, string>>;
}

/** What is ours in the settings of a client, for one scope. */
export interface ConnectedScope {
  readonly scope: Scope;
  readonly hooks: {
    readonly path: string;
    readonly events: readonly string[];
    /** Those on which it should run as well. */
    readonly missing: readonly string[];
    /** Why the client runs no hooks at all, such as "disableAllHooks is set"; null where it does. */
    readonly offBecause: string | null;
    /** null: not in a way in which it can be tried. */
    readonly start: ClientStart | null;
  } | null;
  /** Its start without the flags that say where the data is. */
  readonly server: { readonly path: string; readonly start: ClientStart | null } | null;
  /** The same comes by a plugin. */
  readonly hasPlugin: boolean;
}

export interface ConnectedClient extends ConnectedScope {
  /** The name of its adapter. */
  readonly client: string;
  readonly title: string;
}

/** Reads the settings of one client, and never fails because of them. `read` answers undefined for a missing file. */
export type FindConnected = (
  place: ClientPlace,
  read: (path: string) => string | undefined,
) => readonly ConnectedScope[];

export type Tried = { readonly version: string } | { readonly problem: string };

/** Starts what the client would start, and ends it again. Neither opens the store. */
export interface Probes {
  hook(start: ClientStart): Promise<Tried>;
  server(start: ClientStart): Promise<Tried>;
}
