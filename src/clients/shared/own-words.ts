const PROGRAM = String.raw`(?:(?:^|[\s"'/\\])throughline(?:@[^\s"']+)?(?:\.cmd|\.exe)?|[/\\]dist[/\\]bin\.js)["']?`;
const SERVER = new RegExp(String.raw`${PROGRAM}\s+mcp(?:\s|$)`);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an entry starts: the program and its arguments. */
export function wordsOf(entry: unknown): readonly string[] {
  if (!isObject(entry)) return [];
  const args = Array.isArray(entry.args) ? entry.args : [];
  return [entry.command, ...args].filter((word) => typeof word === 'string');
}

/** Ours however it was written: with a path, by name or by npx, with arguments apart or in one line for a shell. */
export const isOwnHook = (client: string): ((entry: unknown) => boolean) => {
  const hook = new RegExp(String.raw`${PROGRAM}\s+hook\s+${client}\s+[a-z-]+`);
  return (entry) => hook.test(wordsOf(entry).join(' '));
};
export const isOwnServer = (entry: unknown): boolean => SERVER.test(wordsOf(entry).join(' '));
