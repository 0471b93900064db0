import type { SearchHit } from '../../app/search/show-hits.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { RECORD_TYPES } from '../../domain/record/record.ts';
import { checkText } from '../../domain/text.ts';
import { allProjectsFlag, cursorFlag, parseAllProjects, typeFlag } from '../common-flags.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { highlight } from '../highlight.ts';
import { parseChoice } from '../parse-choice.ts';
import { parseInstant, parseLastInstant } from '../parse-instant.ts';
import { parseNumber } from '../parse-number.ts';
import { joinWords } from '../read-words.ts';
import { recordHead } from '../render-record.ts';
import { oneLine, quotedParagraph } from '../safe-text.ts';
import { renderNotices, sayMore, sayNotices } from '../say-results.ts';
import { cutToWidth } from '../text-width.ts';

const STATUSES = ['active', 'all'] as const;
const WIDEST = 110;
const MAX_QUERY = 2_000;

/** Wrapped first: what sets a word apart has no width. */
function hitLines(hit: SearchHit, context: CommandContext): readonly string[] {
  const { record, snippet, matched, score, why } = hit;
  const width = Math.max(20, Math.min(context.width, WIDEST) - 2);
  const marked = quotedParagraph(snippet, width).map((line) => highlight(line, matched, context.style.mark));
  const reason = cutToWidth(oneLine(score === 0 ? why : `${score.toFixed(2)}: ${why}`), context.width - 2);
  const lines = [...marked, context.style.dim(reason)];
  return [recordHead(record, context), ...lines.map((line) => `  ${line}`)];
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
  flags: [
    allProjectsFlag,
    {
      name: 'status',
      value: 'STATUS',
      choices: STATUSES,
      description: 'active (default): what holds; all: also what was resolved, replaced or has expired.',
    },
    typeFlag('Only of this type.'),
    { name: 'since', value: 'TIME', description: 'Happened from then on, such as 2026-03-01.' },
    { name: 'until', value: 'TIME', description: 'Happened until then.' },
    { name: 'as-of', value: 'TIME', description: 'What held at that time, worded as it was then.' },
    {
      name: 'min-score',
      value: 'N',
      description: 'How sure a hit must be, 0 to 1; default 0.64. 0 shows whatever has a word of it.',
    },
    { name: 'limit', value: 'N', description: 'How many at most, 1 to 200; default 10.' },
    cursorFlag,
  ],
  parse: (flags, words) => ({
    query: checkText('WORDS', joinWords(words), { min: 0, max: MAX_QUERY }),
    isOfAll: parseAllProjects(flags),
    status: parseChoice('--status', flags.status?.[0], STATUSES),
    type: parseChoice('--type', flags.type?.[0], RECORD_TYPES),
    since: parseInstant('--since', flags.since?.[0]),
    until: parseLastInstant('--until', flags.until?.[0]),
    as_of: parseLastInstant('--as-of', flags['as-of']?.[0]),
    min_score: parseNumber('--min-score', flags['min-score']?.[0], { min: 0, max: 1, isFraction: true }),
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 200 }),
    cursor: flags.cursor?.[0],
  }),
  async act(context, { isOfAll, ...input }) {
    const { services, caller } = context;
    const project = isOfAll ? ALL_PROJECTS : context.project;
    const found = await services.searchMemory(caller, { ...input, project });
    const facts = { ...found, notices: renderNotices(found.notices) };
    if (facts.results.length === 0) {
      const wider = isOfAll ? '--status all' : '--all-projects, --status all';
      const lines = [
        `Nothing found. Try other words, ${wider} or --min-score 0.`,
        ...sayNotices(found.notices),
      ];
      return { lines, facts };
    }
    const blocks = facts.results.map((hit) => hitLines(hit, context));
    return {
      lines: [
        ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
        ...sayMore(facts.remaining, facts.next_cursor),
        ...sayNotices(found.notices),
      ],
      facts,
    };
  },
});
