import { DEFAULT_MIN_SCORE } from '../../app/search/default-min-score.ts';
import type { SearchHit } from '../../app/search/show-hits.ts';
import { checkText } from '../../domain/check-text.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import {
  allProjectsFlag,
  choiceFlag,
  cursorFlag,
  endTimeFlag,
  limitFlag,
  numberFlag,
  refuseProject,
  switchFlag,
  timeFlag,
  typeFlag,
} from '../flags.ts';
import { renderNextPage, renderNoticeLines, renderNotices } from '../format.ts';
import { renderRecordHead } from '../render-record.ts';
import { oneLine, quotedParagraph, truncateToWidth } from '../terminal-text.ts';

/** Matched words between their marks. */
const MARKED = /\*\*([\p{L}\p{N}\p{M}]+)\*\*/gu;

/** Highlights the words that were found. */
function highlight(text: string, matched: readonly string[], mark: (word: string) => string): string {
  const wanted = new Set(matched);
  return text.replaceAll(MARKED, (all, word: string) => (wanted.has(word) ? mark(word) : all));
}

const STATUSES = ['active', 'all'] as const;
const MAX_WIDTH = 110;
const MAX_QUERY = 2_000;

/** Wraps before it highlights, because escape sequences have no width. */
function hitLines(hit: SearchHit, context: CommandContext): readonly string[] {
  const { record, matched, score, why, rest, missing } = hit;
  const width = Math.max(20, Math.min(context.width, MAX_WIDTH) - 2);
  const passage =
    rest === undefined && record.content !== undefined && hit.passage.length < record.content.length
      ? record.content
      : hit.passage;
  const marked = quotedParagraph(passage, width).map((line) => highlight(line, matched, context.style.mark));
  const reason = truncateToWidth(
    oneLine(
      missing !== undefined
        ? `missing: ${missing.join(', ')}`
        : score === 0
          ? why
          : `${hit.confidence}, ${score.toFixed(2)}: ${why}`,
    ),
    context.width - 2,
  );
  const lines = [
    ...marked,
    context.style.dim(reason),
    ...(rest === undefined
      ? []
      : [context.style.dim(truncateToWidth(`the rest: ${oneLine(rest)}`, context.width - 2))]),
  ];
  return [renderRecordHead(record, context), ...lines.map((line) => `  ${line}`)];
}

export const search = defineCommand({
  name: 'search',
  summary: 'Find what was kept, best first; without words, the newest.',
  effect: 'read',
  examples: [
    'throughline search staging database',
    'throughline search --type decision',
    'throughline search "exact words" --all-projects',
    'throughline search deploy --status all --limit 50 --json',
  ],
  positionals: [
    {
      name: 'WORDS',
      description:
        'Words or a question; \'"words in quotes"\' must stand together, -word leaves out, wor* completes, OR is either.',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  flags: {
    'all-projects': allProjectsFlag,
    status: choiceFlag(
      'STATUS',
      STATUSES,
      'active (default): what holds; all: also what was resolved, replaced or has expired.',
    ),
    type: typeFlag('Only of this type.'),
    since: timeFlag('Happened from then on, such as 2026-03-01.'),
    until: endTimeFlag('Happened until then.'),
    'as-of': endTimeFlag('What held at that time, worded as it was then.'),
    'min-score': numberFlag(
      'N',
      { min: 0, max: 1, isFraction: true },
      `Minimum confidence of a hit, 0 to 1; default ${DEFAULT_MIN_SCORE}. 0 returns everything that shares a word.`,
    ),
    full: switchFlag('Whole texts instead of passages.'),
    limit: limitFlag(10),
    cursor: cursorFlag,
  },
  parse({ 'all-projects': isOfAll, 'as-of': as_of, 'min-score': min_score, full, ...values }, words, given) {
    refuseProject('--all-projects', isOfAll, given);
    const query = checkText('WORDS', words.join(' '), { min: 0, max: MAX_QUERY });
    return { isOfAll, query, as_of, min_score, content: full ? ('full' as const) : undefined, ...values };
  },
  async act(context, { isOfAll, ...input }) {
    const { services, caller } = context;
    const project = isOfAll ? ALL_PROJECTS : context.project;
    const found = await services.searchMemory(caller, { ...input, project });
    const facts = { ...found, notices: renderNotices(found.notices) };
    if (facts.results.length === 0) {
      const wider = isOfAll ? '--status all' : '--all-projects, --status all';
      const lines = [
        ...(facts.nearest.length === 0
          ? [`Nothing found. Try other words, ${wider} or --min-score 0.`]
          : [
              'Nothing answers this. Nearest by words:',
              ...facts.nearest.flatMap((hit) => ['', ...hitLines(hit, context)]),
              '',
              `Try other words, ${wider} or --min-score 0.`,
            ]),
        ...renderNoticeLines(found.notices),
      ];
      return { lines, facts };
    }
    const blocks = facts.results.map((hit) => hitLines(hit, context));
    return {
      lines: [
        ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
        ...renderNextPage(facts.remaining, facts.next_cursor),
        ...renderNoticeLines(found.notices),
      ],
      facts,
    };
  },
});
