import { join } from 'node:path';
import { denied, invalid } from '../../domain/error.ts';
import { type Notice, nextStep, notice } from '../../domain/next-step.ts';
import type { ClientAdapter } from '../ports/client-adapter.ts';
import type {
  ClientPlace,
  Diff,
  DiffLine,
  Scope,
  SettingsFiles,
  SettingsPart,
  Snippet,
} from '../ports/client-settings.ts';
import type { Redactor } from '../ports/redactor.ts';
import type { Clock } from '../ports/system.ts';
import { applyChanges } from './apply-changes.ts';
import { type Decide, decideInstall, decideUninstall, type SettingsChange } from './decide-changes.ts';
import { openInstallRecord } from './install-record.ts';

/** What would change, line by line. Settings hold other people's keys and tokens: those are not shown. */
async function showChange(
  diff: Diff,
  redactor: Redactor,
  { part, before, after }: SettingsChange,
): Promise<readonly DiffLine[]> {
  const nowhere = '(no file)';
  const lines = diff(before ?? '', after ?? '');
  const clean = await redactor.redact(lines.map(({ text }) => text));
  return [
    { kind: 'place', text: `--- ${before === null ? nowhere : part.path}` },
    { kind: 'place', text: `+++ ${after === null ? nowhere : part.path}` },
    ...lines.map(({ kind, text }, index) => ({ kind, text: clean[index]?.text ?? text })),
  ];
}

interface ClientDeps {
  readonly clients: readonly ClientAdapter[];
  readonly place: ClientPlace;
  readonly files: SettingsFiles;
  readonly clock: Clock;
  readonly diff: Diff;
  readonly redactor: Redactor;
  /** Where it is kept what was installed. */
  readonly home: string;
  /** The program runs from a place that is emptied now and then, such as npx has. */
  readonly isTemporaryInstall: boolean;
}

function getClient({ clients }: ClientDeps, name: string): ClientAdapter {
  const client = clients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`${name} is no client`);
  return client;
}

/** None where we do not edit the client's settings. */
const listParts = async ({ place }: ClientDeps, client: ClientAdapter, scope: Scope) =>
  (await client.install?.())?.(place, scope) ?? [];

async function getParts(deps: ClientDeps, client: ClientAdapter, scope: Scope) {
  const parts = await listParts(deps, client, scope);
  if (parts.length > 0) return parts;
  const editable = deps.clients.filter(({ install }) => install !== undefined).map(({ title }) => title);
  throw invalid(
    'client_not_installable',
    `Throughline does not edit the settings of ${client.title}. It does so only for ${editable.join(', ')}.`,
    'Paste the settings by hand.',
    { next: [nextStep('client.print-settings', { client: client.name })] },
  );
}

/** What would be changed, what a person should know before, and the way to change it. */
async function plan(
  deps: ClientDeps,
  client: ClientAdapter,
  scope: Scope,
  decide: Decide,
  order: (parts: readonly SettingsPart[]) => readonly SettingsPart[] = (parts) => parts,
) {
  const { files, home, clock } = deps;
  const parts = order(await getParts(deps, client, scope));
  const { files: installed } = await openInstallRecord(files, home);
  const changes: SettingsChange[] = [];
  for (const part of parts) changes.push(await decide(part, installed));
  const touched = changes.filter(({ action }) => action !== 'none').map(({ part }) => part.path);
  if (touched.length > 0) touched.push(join(home, 'installed.json'));
  for (const path of touched) await files.checkWritable(path);
  return {
    client,
    scope,
    changes,
    notices: changes.flatMap((change) => (change.notice === null ? [] : [notice(change.notice)])),
    apply: () => applyChanges({ files, home, now: clock.now(), decide }, parts),
  };
}

export type SettingsPlan = Awaited<ReturnType<typeof plan>>;

/** Hooks of two scopes both run, and a session would get everything twice. */
async function warnOfDuplicateHooks(
  deps: ClientDeps,
  client: ClientAdapter,
  scope: Scope,
): Promise<readonly Notice[]> {
  const other = scope === 'user' ? 'project' : 'user';
  const own = (await listParts(deps, client, scope)).map(({ path }) => path);
  const others = await listParts(deps, client, other);
  const hooks = others.find(({ what, path }) => what === 'hooks' && !own.includes(path));
  const text = hooks && (await deps.files.read(hooks.path).catch(() => undefined))?.text;
  try {
    if (!hooks || !text || hooks.remove(text, null) === text) return [];
  } catch {
    return [];
  }
  const remove = nextStep('client.uninstall', { client: client.name, scope: other });
  return [notice(`${hooks.path} has these hooks too, and both would run. Remove those.`, remove)];
}

const refuseTemporaryInstall = (client: string) =>
  denied(
    'program_not_installed',
    'This copy of throughline is in the cache of npx, which npm empties when it likes; what starts it must stay.',
    'Run npm install -g throughline first.',
    { next: [nextStep('client.install', { client })] },
  );

export const createClientServices = (deps: ClientDeps) => ({
  async planInstall(name: string, scope: Scope): Promise<SettingsPlan> {
    if (deps.isTemporaryInstall && scope === 'user') throw refuseTemporaryInstall(name);
    const client = getClient(deps, name);
    const made = await plan(deps, client, scope, decideInstall(deps.files, name));
    return { ...made, notices: [...made.notices, ...(await warnOfDuplicateHooks(deps, client, scope))] };
  },
  async planUninstall(name: string, scope: Scope): Promise<SettingsPlan> {
    // The last part first: a folder that came with the first file goes with it, once it is empty.
    return plan(deps, getClient(deps, name), scope, decideUninstall(deps.files), (parts) =>
      parts.toReversed(),
    );
  },
  showChange: (change: SettingsChange) => showChange(deps.diff, deps.redactor, change),
  findClient: (name: string) => getClient(deps, name),
  /** Throws `scope_unknown` where the client has none such. */
  async listSnippets(name: string, scope: Scope): Promise<readonly Snippet[]> {
    const client = getClient(deps, name);
    const snippets = (await client.snippets())(deps.place, scope);
    if (snippets.length > 0) return snippets;
    throw invalid('scope_unknown', `${client.title} has no settings of a ${scope}.`, 'Leave out `scope`.');
  },
});

export type ClientServices = ReturnType<typeof createClientServices>;
