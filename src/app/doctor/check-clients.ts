import { isAbsolute } from 'node:path';
import { nextStep } from '../../domain/next-step.ts';
import { worktreeOf } from '../../domain/project/project.ts';
import { attempt } from '../../lib/attempt.ts';
import { isJsonObject } from '../../lib/json-depth.ts';
import { type Finding, note, ok, warning } from './finding.ts';

export interface ClientSettings {
  readonly client: string;
  readonly title: string;
  readonly path: string;
  /** What the file contains; undefined if it does not exist. Throws if it cannot be parsed. */
  parse(): unknown;
}

/** Whether hooks and agents work in the folder that this was started in. */
export const checkProject = (anchor: string | undefined, off: readonly string[]): readonly Finding[] =>
  anchor !== undefined && off.includes(anchor)
    ? [
        note(
          'project',
          `Throughline is off in this project (${worktreeOf(anchor)}). Hooks skip this project, and agents cannot read it.`,
          null,
          [nextStep('project.switch-on')],
        ),
      ]
    : [];

interface Entry {
  readonly program: string | undefined;
  readonly url: string | undefined;
  readonly home: string | undefined;
}

const NAME = 'throughline';

const at = (value: unknown, key: string): unknown => (isJsonObject(value) ? value[key] : undefined);
const textAt = (value: unknown, key: string) => {
  const found = at(value, key);
  return typeof found === 'string' ? found : undefined;
};

const programIn = (words: readonly string[]) =>
  words.find((word) => isAbsolute(word) && /\.[cm]?js$|throughline[^/\\]*$/.test(word)) ?? words[0];

/** Most have the program and a list of arguments, some one list for both. */
function entryOf(server: unknown): Entry {
  const words = [at(server, 'command'), at(server, 'args')].flat();
  return {
    program: programIn(words.filter((word) => typeof word === 'string')),
    url: textAt(server, 'url') ?? textAt(server, 'httpUrl'),
    home: textAt(at(server, 'env') ?? at(server, 'environment'), 'THROUGHLINE_HOME'),
  };
}

const KEYS = ['mcpServers', 'servers', 'mcp', 'mcp_servers'];

/** Some clients keep servers for everywhere, and further ones for each folder. */
function entriesIn(settings: unknown): readonly Entry[] {
  const projects = at(settings, 'projects');
  return [settings, ...(isJsonObject(projects) ? Object.values(projects) : [])]
    .flatMap((place) => KEYS.map((key) => at(at(place, key), NAME)))
    .filter(isJsonObject)
    .map(entryOf);
}

/** Settings that cannot be read start no server. */
export const hasServerEntry = ({ parse }: ClientSettings): boolean =>
  (attempt(() => entriesIn(parse())) ?? []).length > 0;

/** Without what may be secret in it. */
const shown = (url: string) => {
  try {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname}`;
  } catch {
    return 'an invalid address';
  }
};

function checkEntry(
  { client, title, path }: ClientSettings,
  { program, url, home }: Entry,
  ownHome: string,
  exists: (path: string) => boolean,
): Finding {
  const who = `${title} (${path})`;
  if (url !== undefined) {
    return ok('clients', `${who} connects to ${shown(url)}.`);
  }
  if (program !== undefined && isAbsolute(program) && !exists(program)) {
    return warning(
      'clients',
      `${who} starts ${program}, which does not exist.`,
      'Correct the path in its settings.',
      [nextStep('client.print-settings', { client })],
    );
  }
  if (home !== undefined && home !== ownHome) {
    return note('clients', `${who} starts ${program ?? NAME} with another home: ${home}.`);
  }
  return ok('clients', `${who} starts ${program ?? NAME}.`);
}

/** Which clients' own settings have a server called throughline. `isInProject`: the settings of this project have one. */
export function checkClients(
  settings: readonly ClientSettings[],
  ownHome: string,
  exists: (path: string) => boolean,
  isInProject = false,
): readonly Finding[] {
  const findings = settings.flatMap((one): readonly Finding[] => {
    try {
      const judged = entriesIn(one.parse()).map((entry) => checkEntry(one, entry, ownHome, exists));
      return judged.filter(
        ({ found }, index) => judged.findIndex((other) => other.found === found) === index,
      );
    } catch {
      return [note('clients', `${one.title} (${one.path}): its settings cannot be read.`)];
    }
  });
  if (findings.length > 0 || isInProject) return findings;
  return [
    note(
      'clients',
      `The settings of ${settings.map(({ title }) => title).join(', ')} have no server named throughline.`,
      null,
      [nextStep('client.install', { client: settings[0]?.client }), nextStep('client.print-settings')],
    ),
  ];
}
