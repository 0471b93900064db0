import { isJsonObject } from '../../lib/json-depth.ts';

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
