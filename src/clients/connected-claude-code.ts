import { getNodeValue } from 'jsonc-parser';
import { SCOPES, type Scope } from '../app/ports/agent-client.ts';
import type { ConnectedClient, Start } from '../app/ports/client-check.ts';
import { claudeCode } from './claude-code.ts';
import { CLAUDE_CODE_EVENTS } from './claude-code-hooks.ts';
import { hasPlugin } from './claude-code-plugin.ts';
import { listHooks } from './hook-settings.ts';
import { parseSettings, type SettingsText } from './jsonc/settings-text.ts';
import { findMember, valueIn } from './jsonc/tree.ts';
import { isOwnServer, wordsOf } from './own-words.ts';
import type { ClientPlace } from './place.ts';
import { readServer, withoutPlace } from './server-settings.ts';

type Read = (path: string) => string | undefined;

const EVENTS = Object.keys(CLAUDE_CODE_EVENTS);

/** In one line for a shell, and so plain that none is needed. */
const PLAIN_LINE = /^throughline hook claude-code [a-z-]+$/;

const envOf = (entry: unknown): Readonly<Record<string, string>> => {
  const env = typeof entry === 'object' && entry !== null && 'env' in entry ? entry.env : {};
  const pairs = typeof env === 'object' && env !== null ? Object.entries(env) : [];
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === 'string'));
};

/** A repository brings its settings along: of those nothing is started but the program that is on the PATH. */
function startOf(entry: unknown, scope: Scope): Start | null {
  const words = wordsOf(entry);
  const [line = ''] = words;
  const [command = '', ...args] = PLAIN_LINE.test(line) ? line.split(' ') : words;
  const isLine = words.length === 1 && !PLAIN_LINE.test(line);
  if (isLine || (scope === 'project' && command !== 'throughline')) return null;
  return { command, args, env: scope === 'project' ? {} : envOf(entry) };
}

/** The same, only asked whether it runs. */
function check(start: Start | null): Start | null {
  const at = start?.args.indexOf('hook') ?? -1;
  return start === null || at < 0 ? null : { ...start, args: start.args.with(at + 2, 'check') };
}

const placeless = (start: Start | null): Start | null =>
  start && { ...start, args: withoutPlace(start.args) };

const settingsAt = (path: string, read: Read): SettingsText => {
  try {
    return parseSettings(path, read(path) ?? '');
  } catch {
    // What cannot be read or is no JSON is told of elsewhere; nothing of ours runs from it.
    return parseSettings(path, '');
  }
};

function hooksIn(settings: SettingsText, scope: Scope): ConnectedClient['hooks'] {
  const own = listHooks(settings);
  const [first] = own;
  if (first === undefined) return null;
  const events = EVENTS.filter((event) => own.some((hook) => hook.event === event));
  const off = valueIn(findMember(settings.root, 'disableAllHooks'));
  return {
    path: settings.path,
    events,
    missing: EVENTS.filter((event) => !events.includes(event)),
    isOff: off !== undefined && getNodeValue(off) === true,
    start: check(startOf(first.entry, scope)),
  };
}

/** What Claude Code has of ours, in each scope. */
export const connectedClaudeCode = (place: ClientPlace, read: Read): readonly ConnectedClient[] =>
  SCOPES.map((scope) => {
    const paths = new Map(
      claudeCode(place)
        .partsIn(scope)
        .map(({ what, path }) => [what, path]),
    );
    const settings = settingsAt(paths.get('hooks') ?? '', read);
    const path = paths.get('MCP server') ?? '';
    const entry = readServer(settingsAt(path, read));
    return {
      client: 'Claude Code',
      scope,
      hooks: hooksIn(settings, scope),
      server: isOwnServer(entry) ? { path, start: placeless(startOf(entry, scope)) } : null,
      hasPlugin: hasPlugin(settings),
    };
  });
