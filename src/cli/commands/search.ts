import type { SearchHit } from '../../app/search-memory.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { RECORD_TYPES } from '../../domain/record/record.ts';
import { allProjectsFlag, cursorFlag, parseAllProjects, typeFlag } from '../common-flags.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { highlight } from '../highlight.ts';
import { parseChoice } from '../parse-choice.ts';
import { parseNumber } from '../parse-number.ts';
import { joinWords } from '../read-words.ts';
import { recordHead } from '../render-record.ts';
import { oneLine } from '../safe-text.ts';
import { sayMore } from '../say-results.ts';
import { wrapText } from '../wrap-text.ts';

const STATUSES = ['active', 'all'] as const;
const WIDEST = 110;

/** Wrapped first: what sets a word apart has no width. */
function hitLines({ record, snippet }: SearchHit, query: string, context: CommandContext): readonly string[] {
  const lines = wrapText(oneLine(snippet), Math.max(20, Math.min(context.width, WIDEST) - 2));
  const marked = lines.map((line) => `  ${highlight(line, query, context.style.mark)}`);
  return [recordHead(record, context), ...marked];
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
      description: 'Plain words or a question; \'"words in quotes"\' must stand together.',
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
    { name: 'limit', value: 'N', description: 'How many at most, 1 to 200; default 10.' },
    cursorFlag,
  ],
  parse: (flags, words) => ({
    query: joinWords(words),
    isOfAll: parseAllProjects(flags),
    status: parseChoice('--status', flags.status?.[0], STATUSES),
    type: parseChoice('--type', flags.type?.[0], RECORD_TYPES),
    limit: parseNumber('--limit', flags.limit?.[0], { min: 1, max: 200 }),
    cursor: flags.cursor?.[0],
  }),
  async act(context, { isOfAll, ...input }) {
    const { services, caller } = context;
    const project = isOfAll ? ALL_PROJECTS : context.project;
    const facts = await services.searchMemory(caller, { ...input, project });
    if (facts.results.length === 0) {
      const wider = isOfAll ? 'Try --status all.' : 'Try --all-projects or --status all.';
      return { lines: [`Nothing found. ${wider}`], facts };
    }
    const blocks = facts.results.map((hit) => hitLines(hit, input.query, context));
    return {
      lines: [
        ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
        ...sayMore(facts.remaining, facts.next_cursor),
      ],
      facts,
    };
  },
});
