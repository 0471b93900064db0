import type { ClientPlace, Platform, Scope, Start } from '../../app/ports/client-settings.ts';
import { isJsonObject } from '../../lib/json-depth.ts';
import { programStart } from './snippet.ts';

const PROGRAM = String.raw`(?:(?:^|[\s"'/\\])throughline(?:@[^\s"']+)?(?:\.cmd|\.exe)?|[/\\]dist[/\\]bin\.js)["']?`;
const SERVER = new RegExp(String.raw`${PROGRAM}\s+mcp(?:\s|$)`);

/** The program and arguments that an entry of a client's settings runs. Some clients have one list for both. */
export function commandAndArguments(entry: unknown): readonly string[] {
  if (!isJsonObject(entry)) return [];
  return [entry.command, entry.args].flat().filter((word) => typeof word === 'string');
}

/** Ours however it was written: with a path, by name or by npx, with arguments apart or in one line for a shell. */
export const isOwnHook = (client: string): ((entry: unknown) => boolean) => {
  const hook = new RegExp(String.raw`${PROGRAM}\s+hook\s+${client}\s+[a-z-]+`);
  return (entry) => hook.test(commandAndArguments(entry).join(' '));
};
export const isOwnServer = (entry: unknown): boolean => SERVER.test(commandAndArguments(entry).join(' '));

/** An entry with our name that somebody wrote in their own way stays as it is. */
export const foreignServer = (name: string, path: string): string =>
  `${name} in ${path} is not an entry that Throughline made. It was not changed.`;

/** Characters that no shell treats in a special way. */
const PLAIN = /^[\w/.:@=+,-]+$/;
const PLAIN_ON_WINDOWS = /^[\w/\\.:@=+,-]+$/;

const quoteForSh = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
const quoteForCmd = (word: string): string => (PLAIN_ON_WINDOWS.test(word) ? word : `"${word}"`);

/** One line that a shell takes apart into exactly these words. */
export const shellLine = (platform: Platform, words: readonly string[]): string =>
  words.map(platform === 'windows' ? quoteForCmd : quoteForSh).join(' ');

/** Without it the parent of the hook may be a shell that is gone at once, instead of the client. */
const REPLACE_SHELL = 'exec ';

/** What a project shares runs on every platform. */
const isOnUnix = ({ platform }: ClientPlace, scope: Scope): boolean =>
  scope === 'user' && platform !== 'windows';

/**
 * Where this variable is set, Node reads all certificates of the system each time it starts, which takes about as long as our hook.
 * A hook opens no connection to another machine.
 */
const WITHOUT_CERTIFICATES = 'NODE_EXTRA_CA_CERTS=';
const ENV = '/usr/bin/env';

/** How a client starts our hook that keeps the arguments with the command. */
export function hookStart(place: ClientPlace, scope: Scope, client: string, event: string): Start {
  const { command, args } = programStart(place, scope, ['hook', client, event]);
  // It takes a path with this sign for another variable.
  const isVariable = command.includes('=');
  return isOnUnix(place, scope) && !isVariable
    ? { command: ENV, args: [WITHOUT_CERTIFICATES, command, ...args] }
    : { command, args };
}

/** Our hook as one line for a shell, for clients that ignore a list of arguments. */
export function hookLine(place: ClientPlace, scope: Scope, client: string, event: string): string {
  const { command, args } = hookStart(place, scope, client, event);
  return (isOnUnix(place, scope) ? REPLACE_SHELL : '') + shellLine(place.platform, [command, ...args]);
}

const WORD = /'((?:[^']|'\\'')*)'|"([^"]*)"|([^\s'"]+)/g;

/** The words of a line that we wrote; undefined for any other line, because only a shell could take it apart. */
export function wordsOfLine(written: string): readonly string[] | undefined {
  const line = written.startsWith(REPLACE_SHELL) ? written.slice(REPLACE_SHELL.length) : written;
  const words = [...line.matchAll(WORD)].map(
    ([, single, double, plain]) => single?.replaceAll(String.raw`'\''`, "'") ?? double ?? plain ?? '',
  );
  const isOurs = (['linux', 'windows'] as const).some((platform) => shellLine(platform, words) === line);
  return isOurs ? words : undefined;
}
