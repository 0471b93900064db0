import { getNodeValue } from 'jsonc-parser';
import {
  type ClientStart,
  type ConnectedScope,
  type FindConnected,
  SCOPES,
  type Scope,
} from '../../app/ports/client-settings.ts';
import { listHooks } from '../shared/hook-settings.ts';
import { parseSettings, type SettingsText } from '../shared/jsonc/settings-text.ts';
import { findMember, valueIn } from '../shared/jsonc/tree.ts';
import { commandAndArguments, isOwnServer } from '../shared/own-entries.ts';
import { readServer, withoutDataFlags } from '../shared/server-settings.ts';
import { EVENTS } from './events.ts';
import { hasPlugin, isOurs, listParts } from './settings.ts';

type Read = Parameters<FindConnected>[1];

const NATIVE_EVENTS = Object.keys(EVENTS);

/** In one line for a shell, and so plain that none is needed. */
const PLAIN_LINE = /^throughline hook claude-code [a-z-]+$/;

const envOf = (entry: unknown): Readonly<Record<string, string>> => {
  const env = typeof entry === 'object' && entry !== null && 'env' in entry ? entry.env : {};
  const pairs = typeof env === 'object' && env !== null ? Object.entries(env) : [];
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === 'string'));
};

/** A repository brings its settings along: of those nothing is started but the program that is on the PATH. */
function startOf(entry: unknown, scope: Scope): ClientStart | null {
  const words = commandAndArguments(entry);
  const [line = ''] = words;
  const [command = '', ...args] = PLAIN_LINE.test(line) ? line.split(' ') : words;
  const isLine = words.length === 1 && !PLAIN_LINE.test(line);
  if (isLine || (scope === 'project' && command !== 'throughline')) return null;
  return { command, args, env: scope === 'project' ? {} : envOf(entry) };
}

/** The same, only asked whether it runs. */
function check(start: ClientStart | null): ClientStart | null {
  const at = start?.args.indexOf('hook') ?? -1;
  return start === null || at < 0 ? null : { ...start, args: start.args.with(at + 2, 'check') };
}

const withoutLocation = (start: ClientStart | null): ClientStart | null =>
  start && { ...start, args: withoutDataFlags(start.args) };

const settingsAt = (path: string, read: Read): SettingsText => {
  try {
    return parseSettings(path, read(path) ?? '');
  } catch {
    // Another check reports settings that cannot be read or are not JSON. None of our entries can run from them.
    return parseSettings(path, '');
  }
};

function hooksIn(settings: SettingsText, scope: Scope): ConnectedScope['hooks'] {
  const own = listHooks(settings, isOurs);
  const [first] = own;
  if (first === undefined) return null;
  const events = NATIVE_EVENTS.filter((event) => own.some((hook) => hook.event === event));
  const off = valueIn(findMember(settings.root, 'disableAllHooks'));
  return {
    path: settings.path,
    events,
    missing: NATIVE_EVENTS.filter((event) => !events.includes(event)),
    offBecause: off !== undefined && getNodeValue(off) === true ? 'disableAllHooks is set' : null,
    start: check(startOf(first.entry, scope)),
  };
}

/** Our hooks and server in the settings of the client, for each scope. */
export const findConnected: FindConnected = (place, read) =>
  SCOPES.map((scope) => {
    const paths = new Map(listParts(place, scope).map(({ what, path }) => [what, path]));
    const settings = settingsAt(paths.get('hooks') ?? '', read);
    const path = paths.get('MCP server') ?? '';
    const entry = readServer(settingsAt(path, read));
    return {
      scope,
      hooks: hooksIn(settings, scope),
      server: isOwnServer(entry) ? { path, start: withoutLocation(startOf(entry, scope)) } : null,
      hasPlugin: hasPlugin(settings),
    };
  });
