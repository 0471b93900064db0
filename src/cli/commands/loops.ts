import type { RecordView } from '../../app/views/entity-views.ts';
import type { Instant } from '../../domain/instant.ts';
import { loopKey } from '../../domain/orientation/merge-duplicates.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { groupBy } from '../../lib/lists.ts';
import { defineCommand } from '../define-command.ts';
import { allProjectsFlag, numberFlag, refuseProject, switchFlag } from '../flags.ts';
import { formatAge } from '../format.ts';
import { listLoops } from '../open-loops.ts';
import type { Column } from '../render-table.ts';
import { renderIdTable } from '../short-ids.ts';

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
