import type { ListSnippets } from '../../app/ports/client-settings.ts';
import type { ServerSettingsFile } from './snippet.ts';

/** Loads the code that renders snippets only when it is called. */
export const serverSnippets = (file: ServerSettingsFile) => async (): Promise<ListSnippets> =>
  (await import('./snippet.ts')).listServerSnippets(file);

/** Aligns the JSON behind paths of different length. */
const PATH_WIDTH = 25;

/** One line that says what to put into which file. */
export const connectionLine = (path: string, value: unknown): string =>
  `${`in ${path}:`.padEnd(PATH_WIDTH)}${JSON.stringify(value)}`;
