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
  timeFlag,
  typeFlag,
} from '../flags.ts';
import { renderNextPage, renderNoticeLines, renderNotices } from '../format.ts';
import { renderRecordHead } from '../render-record.ts';
import { oneLine, quotedParagraph, truncateToWidth } from '../terminal-text.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Highlights the words that were found. */
function highlight(text: string, matched: readonly string[], mark: (word: string) => string): string {
  const wanted = new Set(matched);
  if (wanted.size === 0) return text;
  return text.replaceAll(WORD, (word) => (wanted.has(word) ? mark(word) : word));
}

const STATUSES = ['active', 'all'] as const;
const MAX_WIDTH = 110;
const MAX_QUERY = 2_000;

/** Wraps before it highlights, because escape sequences have no width. */
function hitLines(hit: SearchHit, context: CommandContext): readonly string[] {
  const { record, snippet, matched, score, why } = hit;
  const width = Math.max(20, Math.min(context.width, MAX_WIDTH) - 2);
  const marked = quotedParagraph(snippet, width).map((line) => highlight(line, matched, context.style.mark));
  const reason = truncateToWidth(
    oneLine(score === 0 ? why : `${score.toFixed(2)}: ${why}`),
    context.width - 2,
  );
  const lines = [...marked, context.style.dim(reason)];
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
      'How sure a hit must be, 0 to 1; default 0.64. 0 shows whatever has a word of it.',
    ),
    limit: limitFlag(10),
    cursor: cursorFlag,
  },
  parse({ 'all-projects': isOfAll, 'as-of': as_of, 'min-score': min_score, ...values }, words, given) {
    refuseProject('--all-projects', isOfAll, given);
    const query = checkText('WORDS', words.join(' '), { min: 0, max: MAX_QUERY });
    return { isOfAll, query, as_of, min_score, ...values };
  },
  async act(context, { isOfAll, ...input }) {
    const { services, caller } = context;
    const project = isOfAll ? ALL_PROJECTS : context.project;
    const found = await services.searchMemory(caller, { ...input, project });
    const facts = { ...found, notices: renderNotices(found.notices) };
    if (facts.results.length === 0) {
      const wider = isOfAll ? '--status all' : '--all-projects, --status all';
      const lines = [
        `Nothing found. Try other words, ${wider} or --min-score 0.`,
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
