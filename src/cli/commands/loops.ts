import type { RecordView } from '../../app/views/entity-views.ts';
import { conflict, notFound } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { loopKey } from '../../domain/orientation/merge-duplicates.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { quoteInline } from '../../domain/quote-text.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { collectPages, groupBy } from '../../lib/lists.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { allProjectsFlag, numberFlag, refuseProject, switchFlag, textFlag } from '../flags.ts';
import { formatAge, renderRedacted } from '../format.ts';
import type { Column } from '../render-table.ts';
import { renderIdTable } from '../short-ids.ts';
import { oneLine, quotedName } from '../terminal-text.ts';

const MAX_PAGES = 50;

/** Every open loop of the project and every global one, oldest first. */
export async function listLoops({
  services,
  caller,
  project,
}: Pick<CommandContext, 'services' | 'caller' | 'project'>): Promise<readonly RecordView[]> {
  const loops = await collectPages(MAX_PAGES, async (cursor) => {
    const input = { type: 'open_loop' as const, project, limit: 200, cursor };
    const { memories, next_cursor } = await services.listMemories(caller, input);
    return { items: memories, next: next_cursor };
  });
  return loops.toReversed();
}

const normalized = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const MAX_SHOWN = 5;

function filterMatching(loops: readonly RecordView[], given: string): readonly RecordView[] {
  const wanted = normalized(given);
  const same = loops.filter(({ content }) => normalized(content) === wanted);
  return same.length > 0
    ? same
    : loops.filter(({ content }) => wanted !== '' && normalized(content).includes(wanted));
}

function findOnlyMatch(loops: readonly RecordView[], given: string): RecordView {
  const found = filterMatching(loops, given);
  const [first] = found;
  const isSame = found.every(({ content }) => content === first?.content);
  if (first !== undefined && (found.length === 1 || isSame)) return first;
  if (first === undefined) {
    throw notFound(
      'open_loop_not_found',
      `No open loop of this project contains ${JSON.stringify(given)}.`,
      'Run throughline loops to list them with their ids; nothing was written.',
    );
  }
  throw conflict(
    'open_loop_ambiguous',
    `${found.length} open loops contain ${JSON.stringify(given)}.`,
    'Pass the id of one of them, or more of its words; nothing was written.',
    {
      allowed: found
        .slice(0, MAX_SHOWN)
        .map(({ id, content }) => `${id} ${quoteInline(oneLine(content).slice(0, 60).toWellFormed())}`),
    },
  );
}

/** Finds loops by text: all words together if that matches, else each quoted argument by itself. */
export function matchLoops(loops: readonly RecordView[], words: readonly string[]): readonly RecordView[] {
  const whole = words.join(' ');
  if (words.length === 1 || filterMatching(loops, whole).length > 0) return [findOnlyMatch(loops, whole)];
  const isUnquoted = words.every((word) => !/\s/.test(word));
  return isUnquoted ? [findOnlyMatch(loops, whole)] : words.map((word) => findOnlyMatch(loops, word));
}

/** Loops with the same text are one, as in the report; resolving one resolves all of them. */
const mergeSameLoops = (all: readonly RecordView[]) =>
  [...groupBy(all, ({ project, content }) => `${project}\n${loopKey(content)}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined ? [] : [{ ...first, also_said_as: others.map(({ id }) => id) }],
  );

type MergedLoop = ReturnType<typeof mergeSameLoops>[number];

const columnsAt =
  (now: Instant) =>
  (shorten: ShortenId): readonly Column<MergedLoop>[] => [
    { title: 'id', isWhole: true, cell: ({ id }) => shorten(id) },
    { title: 'age', isWhole: true, rank: 1, cell: ({ created_at }) => formatAge(created_at, now) },
    {
      title: 'open loop',
      minWidth: 24,
      cell: ({ content, also_said_as: also }) =>
        also.length === 0 ? content : `${content} (said ${also.length + 1} times)`,
    },
  ];

export const loops = defineCommand({
  name: 'loops',
  summary: 'List the open loops of this project, oldest first.',
  effect: 'read',
  examples: ['throughline loops', 'throughline loops --limit 5', 'throughline loops --all-projects'],
  flags: {
    'all-projects': allProjectsFlag,
    all: switchFlag('Alias of --all-projects.'),
    limit: numberFlag('N', { min: 1, max: 10_000 }, 'The maximum number. Default: all.'),
  },
  parse({ 'all-projects': isOfAllProjects, all, limit }, _, given) {
    const isOfAll = isOfAllProjects || all;
    refuseProject(all ? '--all' : '--all-projects', isOfAll, given);
    return { isOfAll, limit };
  },
  async act(context, { isOfAll, limit }) {
    const { services, caller, now, style, isTerminal } = context;
    const all = mergeSameLoops(
      await listLoops({ services, caller, project: isOfAll ? ALL_PROJECTS : context.project }),
    );
    const shown = all.slice(0, limit);
    const facts = { loops: shown, count: all.length };
    if (all.length === 0)
      return {
        lines: [isOfAll ? 'There are no open loops.' : 'There are no open loops in this project.'],
        facts,
      };
    const more =
      all.length > shown.length ? ['', `${all.length - shown.length} more. Omit --limit to see all.`] : [];
    return {
      lines: [
        ...(await renderIdTable(context, columnsAt(now), shown, ({ id }) => [id])),
        ...more,
        ...(isTerminal ? ['', style.dim('To resolve one: throughline resolve ID --because "…"')] : []),
      ],
      hasShortIds: true,
      facts,
    };
  },
});

const isId = (word: string) => /^rec_\w+$/.test(word);

/** Ids may name records of any type; text names open loops. All are found before any is written. */
async function findRecords(context: CommandContext, words: readonly string[]) {
  const { services, caller } = context;
  const ids = words.filter(isId);
  const texts = words.filter((word) => !isId(word));
  const byId = ids.length === 0 ? [] : (await services.listMemories(caller, { ids })).memories;
  const byText = texts.length === 0 ? [] : matchLoops(await listLoops(context), texts);
  return [...new Map([...byId, ...byText].map((record) => [record.id, record])).values()];
}

export const resolve = defineCommand({
  name: 'resolve',
  summary: 'Mark open loops as resolved, by id or by some of their words.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline resolve rec_… --because "Ana owns the release"',
    'throughline resolve rec_… rec_…',
    'throughline resolve who owns the release',
  ],
  positionals: [
    {
      name: 'ID|TEXT',
      description: 'Ids, or some words of one open loop. Run throughline loops to list them.',
      isRepeatable: true,
    },
  ],
  flags: { because: textFlag('TEXT', 'How it was resolved.') },
  async act(context, { because: resolution, words }) {
    const { services, caller, style } = context;
    const resolved = [];
    for (const { id } of await findRecords(context, words)) {
      resolved.push(await services.updateMemory(caller, { id, status: 'resolved', resolution }));
    }
    return {
      lines: resolved.flatMap(({ record, isChanged, redacted }) => [
        `${style.bold(record.id)} ${isChanged ? style.good('resolved') : 'was already resolved'}: ${quotedName(record.content)}`,
        ...renderRedacted(redacted),
      ]),
      facts: {
        resolved: resolved.map(({ record, isChanged }) => ({ record, is_changed: isChanged })),
      },
    };
  },
});
