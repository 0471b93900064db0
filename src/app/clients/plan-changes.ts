import { delimiter, join } from 'node:path';
import { invalid, ThroughlineError } from '../../domain/error.ts';
import { type Notice, nextStep, notice } from '../../domain/next-step.ts';
import type { ClientAdapter, ClientPresence } from '../ports/client-adapter.ts';
import {
  type ClientPlace,
  type Diff,
  hasHooks,
  type Scope,
  type SettingsFiles,
  type SettingsPart,
} from '../ports/client-settings.ts';
import type { Clock, Redactor } from '../ports/system.ts';
import { applyChanges } from './apply-changes.ts';
import { type Decide, decideInstall, type SettingsChange } from './decide-changes.ts';
import { openInstallRecord } from './install-record.ts';

const EXTENSIONS: Readonly<Partial<Record<ClientPlace['platform'], readonly string[]>>> = {
  windows: ['.exe', '.cmd', '.bat'],
};

function isOnPath(
  program: string,
  { platform, env }: ClientPlace,
  exists: (path: string) => boolean,
): boolean {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = (EXTENSIONS[platform] ?? ['']).map((extension) => program + extension);
  return folders.some((folder) => names.some((name) => exists(join(folder, name))));
}

/** Whether the client was used or installed on this machine. */
export const isPresent = (
  { paths, programs = [] }: ClientPresence,
  place: ClientPlace,
  exists: (path: string) => boolean,
): boolean => paths(place).some(exists) || programs.some((program) => isOnPath(program, place, exists));

export interface ClientDeps {
  readonly clients: readonly ClientAdapter[];
  readonly place: ClientPlace;
  readonly files: SettingsFiles;
  readonly clock: Clock;
  readonly diff: Diff;
  readonly redactor: Redactor;
  /** Whether there is a file or folder at this path. */
  readonly exists: (path: string) => boolean;
  /** Where it is kept what was installed. */
  readonly home: string;
  /** The program runs from a place that is emptied now and then, such as npx has. */
  readonly isTemporaryInstall: boolean;
}

/** None where the client has no settings for the scope. */
export const listParts = async ({ place }: ClientDeps, client: ClientAdapter, scope: Scope) =>
  (await client.settings()).listParts(place, scope);

export const refuseScope = ({ title }: ClientAdapter, scope: Scope) =>
  invalid('scope_unknown', `${title} has no settings of a ${scope}.`, 'Leave out `scope`.');

export async function getParts(deps: ClientDeps, client: ClientAdapter, scope: Scope) {
  const parts = await listParts(deps, client, scope);
  if (parts.length === 0) throw refuseScope(client, scope);
  return parts;
}

/** A client, and the files to change for it. */
export interface Planned {
  readonly client: ClientAdapter;
  readonly parts: readonly SettingsPart[];
}

/** What would be changed, what a person should know before, and the way to change it. All clients change, or none. */
export async function plan(
  deps: ClientDeps,
  planned: readonly Planned[],
  scope: Scope,
  decideFor: DecideFor,
) {
  const { files, home, clock } = deps;
  const parts = planned.flatMap((one) => one.parts);
  const decide: Decide = (part, installed) => {
    const owner = planned.find((one) => one.parts.includes(part));
    return decideFor(owner?.client.name ?? '')(part, installed);
  };
  const { files: installed } = await openInstallRecord(files, home);
  const changes: SettingsChange[] = [];
  for (const part of parts) changes.push(await decide(part, installed));
  const touched = changes.filter(({ action }) => action !== 'none').map(({ part }) => part.path);
  if (touched.length > 0) touched.push(join(home, 'installed.json'));
  for (const path of touched) await files.checkWritable(path);
  return {
    clients: planned.map(({ client }) => client),
    /** Clients whose settings cannot be edited. The notices say why. */
    skipped: [] as readonly ClientAdapter[],
    scope,
    changes,
    notices: changes.flatMap((change) => (change.notice === null ? [] : [notice(change.notice)])),
    apply: () => applyChanges({ files, home, now: clock.now(), decide }, parts),
  };
}

export type DecideFor = (client: string) => Decide;

export const installFor =
  ({ files }: ClientDeps): DecideFor =>
  (client) =>
    decideInstall(files, client);

export type SettingsPlan = Awaited<ReturnType<typeof plan>>;

/** Hooks of two scopes both run, and a session would get everything twice. */
export async function warnOfDuplicateHooks(
  deps: ClientDeps,
  client: ClientAdapter,
  scope: Scope,
): Promise<readonly Notice[]> {
  const other = scope === 'user' ? 'project' : 'user';
  const own = (await listParts(deps, client, scope)).map(({ path }) => path);
  const others = await listParts(deps, client, other);
  const hooks = others.find(({ what, path }) => hasHooks(what) && !own.includes(path));
  const text = hooks && (await deps.files.read(hooks.path).catch(() => undefined))?.text;
  try {
    if (!hooks || !text || hooks.remove(text, null) === text) return [];
  } catch {
    return [];
  }
  const remove = nextStep('client.uninstall', { client: client.name, scope: other });
  return [notice(`${hooks.path} also has these hooks, and both would run. Remove the hooks there.`, remove)];
}

/** The clients that are on this machine. */
export async function listPresent(deps: ClientDeps, scope: Scope): Promise<readonly Planned[]> {
  const { clients, place, exists } = deps;
  const found = clients.filter(({ presence }) => presence && isPresent(presence, place, exists));
  const planned = await Promise.all(
    found.map(async (client) => ({ client, parts: await listParts(deps, client, scope) })),
  );
  return planned.filter(({ parts }) => parts.length > 0);
}

/** Leaves out clients whose settings cannot be edited, and says why. */
export async function planEach(
  deps: ClientDeps,
  candidates: readonly Planned[],
  scope: Scope,
  decideFor: DecideFor,
) {
  const usable: Planned[] = [];
  const skipped: ClientAdapter[] = [];
  const notices: Notice[] = [];
  for (const one of candidates) {
    try {
      await plan(deps, [one], scope, decideFor);
      usable.push(one);
    } catch (error) {
      if (!(error instanceof ThroughlineError)) throw error;
      skipped.push(one.client);
      notices.push(notice(`${one.client.title} was skipped. ${error.message} ${error.hint}`));
    }
  }
  return { usable, skipped, notices };
}
