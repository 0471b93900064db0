import { denied, notFound } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { ClientAdapter } from '../ports/client-adapter.ts';
import type { Diff, DiffLine, Scope, Snippet } from '../ports/client-settings.ts';
import type { Redactor } from '../ports/system.ts';
import { decideUninstall, type SettingsChange } from './decide-changes.ts';
import {
  type ClientDeps,
  getParts,
  installFor,
  listParts,
  listPresent,
  type Planned,
  plan,
  planEach,
  refuseScope,
  type SettingsPlan,
  warnOfDuplicateHooks,
} from './plan-changes.ts';

export type { SettingsPlan } from './plan-changes.ts';

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

function getClient({ clients }: ClientDeps, name: string): ClientAdapter {
  const client = clients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`${name} is not a client`);
  return client;
}

const refuseTemporaryInstall = (client?: string) =>
  denied(
    'program_not_installed',
    'This copy of throughline is in the npx cache, which npm may delete at any time.',
    'Install it permanently first: run npm install -g . in a clone of Throughline.',
    { next: [nextStep('client.install', client === undefined ? {} : { client })] },
  );

const noClientFound = ({ clients }: ClientDeps) =>
  notFound(
    'client_not_found',
    'No agent client was found on this machine.',
    `Pass the name of a client. Known clients: ${clients.map(({ name }) => name).join(', ')}.`,
    { next: [nextStep('client.print-settings')] },
  );

/** The last part first: a folder that came with the first file goes with it, once it is empty. */
const reversed = ({ client, parts }: Planned): Planned => ({ client, parts: parts.toReversed() });

export const createClientServices = (deps: ClientDeps) => ({
  async planInstall(name: string, scope: Scope): Promise<SettingsPlan> {
    if (deps.isTemporaryInstall && scope === 'user') throw refuseTemporaryInstall(name);
    const client = getClient(deps, name);
    const parts = await getParts(deps, client, scope);
    const made = await plan(deps, [{ client, parts }], scope, installFor(deps));
    return { ...made, notices: [...made.notices, ...(await warnOfDuplicateHooks(deps, client, scope))] };
  },
  /** For every client that is found on this machine. Throws `client_not_found` if there is none. */
  async planInstallAll(scope: Scope): Promise<SettingsPlan> {
    if (deps.isTemporaryInstall && scope === 'user') throw refuseTemporaryInstall();
    const found = await listPresent(deps, scope);
    if (found.length === 0) throw noClientFound(deps);
    const { usable, skipped, notices } = await planEach(deps, found, scope, installFor(deps));
    const made = await plan(deps, usable, scope, installFor(deps));
    const doubled = await Promise.all(usable.map(({ client }) => warnOfDuplicateHooks(deps, client, scope)));
    return { ...made, skipped, notices: [...notices, ...made.notices, ...doubled.flat()] };
  },
  async planUninstall(name: string, scope: Scope): Promise<SettingsPlan> {
    const client = getClient(deps, name);
    const parts = await getParts(deps, client, scope);
    return plan(deps, [reversed({ client, parts })], scope, () => decideUninstall(deps.files));
  },
  /** From the settings of every client that have entries of ours. */
  async planUninstallAll(scope: Scope): Promise<SettingsPlan> {
    const decide = () => decideUninstall(deps.files);
    const all = await Promise.all(
      deps.clients.map(async (client) => reversed({ client, parts: await listParts(deps, client, scope) })),
    );
    const { usable, skipped, notices } = await planEach(deps, all, scope, decide);
    const made = await plan(deps, usable, scope, decide);
    const changing = new Set(made.changes.flatMap(({ part, action }) => (action === 'none' ? [] : [part])));
    const clients = usable.filter(({ parts }) => parts.some((part) => changing.has(part)));
    return {
      ...made,
      clients: clients.map(({ client }) => client),
      skipped,
      notices: [...notices, ...made.notices],
    };
  },
  showChange: (change: SettingsChange) => showChange(deps.diff, deps.redactor, change),
  findClient: (name: string) => getClient(deps, name),
  /** Throws `scope_unknown` where the client has none such. */
  async listSnippets(name: string, scope: Scope): Promise<readonly Snippet[]> {
    const client = getClient(deps, name);
    const snippets = (await client.settings()).listSnippets(deps.place, scope);
    if (snippets.length > 0) return snippets;
    throw refuseScope(client, scope);
  },
});

export type ClientServices = ReturnType<typeof createClientServices>;
