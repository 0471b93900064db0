import { type Notice, notice } from '../domain/next-step.ts';
import { GENERAL_PROJECT_NAME, nameKey } from '../domain/project/project.ts';
import { quoteInline } from '../domain/quote-text.ts';
import { nearest } from '../lib/nearest.ts';
import type { Caller } from './caller.ts';
import type { ProjectDeps } from './deps.ts';
import { identifyCaller, type LocatedProject } from './locate-project.ts';

const MAX_SHOWN = 8;
const MAX_COMPARED = 500;

const listed = (names: readonly string[]): string => names.map((name) => quoteInline(name)).join(', ');

/** Words only: `novel draft` and `Novel-Draft` are alike. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-');

/** Some clients start their servers outside of every project. Their agents would not learn that there is work in others. */
async function unnamedNotices(deps: ProjectDeps, caller: Caller): Promise<readonly Notice[]> {
  const isGeneral =
    deps.settings.project === null && caller.folder !== null && identifyCaller(deps, caller) === undefined;
  if (!isGeneral) return [];
  const names = (await deps.store.projects.listNames(MAX_SHOWN + 1)).filter(
    (name) => nameKey(name) !== nameKey(GENERAL_PROJECT_NAME),
  );
  if (names.length === 0) return [];
  const shown = listed(names.slice(0, MAX_SHOWN));
  const more = names.length > MAX_SHOWN ? ' and more' : '';
  return [
    notice(
      `This connection is in no project folder, and \`project\` is missing, so this is ${quoteInline(GENERAL_PROJECT_NAME)}. If the work belongs to another project, pass \`project\`. The newest projects: ${shown}${more}.`,
    ),
  ];
}

/** What to tell an agent that may have meant another project. */
export async function projectNotices(
  deps: ProjectDeps,
  caller: Caller,
  given: string | undefined,
  { isNew }: Pick<LocatedProject, 'isNew'>,
): Promise<readonly Notice[]> {
  if (given === undefined) return unnamedNotices(deps, caller);
  if (!isNew) return [];
  const names = (await deps.store.projects.listNames(MAX_COMPARED)).filter((name) => name !== given.trim());
  const alike = names.filter((name) => wordsOf(name) === wordsOf(given.trim()));
  const near = alike.length > 0 ? alike.slice(0, MAX_SHOWN) : nearest(given, names);
  if (near.length === 0) return [];
  return [
    notice(
      `The project ${quoteInline(given)} is new. Projects with a similar name: ${listed(near)}. If you meant one of them, pass it as \`project\`.`,
    ),
  ];
}
