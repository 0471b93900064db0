import { NEWEST_FIRST } from '../../app/search/hit-reasons.ts';
import { DEFAULT_MIN_SCORE, MAX_QUERY } from '../../app/search/limits.ts';
import type { SearchHit } from '../../app/search/show-hits.ts';
import { idsOfHit } from '../../app/search/show-hits.ts';
import { checkText } from '../../domain/check-text.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { idsIn, type ShortenId, shortenIdsIn } from '../../domain/short-id.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
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
import { shortIds } from '../short-ids.ts';
import { labelledParagraph, oneLine, quotedParagraph, truncateToWidth } from '../terminal-text.ts';
import { renderRecordHead } from './recall.ts';

const MARKED = /\*\*([\p{L}\p{N}\p{M}]+)\*\*/gu;

function highlight(text: string, matched: readonly string[], mark: (word: string) => string): string {
  const wanted = new Set(matched);
  return text.replaceAll(MARKED, (all, word: string) => (wanted.has(word) ? mark(word) : all));
}

const STATUSES = ['active', 'all'] as const;
const MAX_WIDTH = 110;

/** Without words all hits are there for one reason, which is said once. */
const commonReasonOf = (hits: readonly SearchHit[]): string =>
  hits.length > 1 && hits.every(({ why }) => why.split('; ').includes(NEWEST_FIRST)) ? NEWEST_FIRST : '';

const withoutReason = (why: string, reason: string): string =>
  why
    .split('; ')
    .filter((part) => part !== reason)
    .join('; ');

/** Wraps before it highlights, because escape sequences have no width. */
function hitLines(
  hit: SearchHit,
  context: CommandContext,
  shorten: ShortenId,
  commonReason = '',
): readonly string[] {
  const { record, matched, score, why, rest, missing } = hit;
  const width = Math.max(20, Math.min(context.width, MAX_WIDTH) - 2);
  const passage =
    record.content !== undefined && hit.passage.length < record.content.length ? record.content : hit.passage;
  // A whole text has no marks of ours: asterisks in it are its own.
  const marks = passage === record.content ? [] : matched;
  const marked = quotedParagraph(passage, width).map((line) => highlight(line, marks, context.style.mark));
  const reason = truncateToWidth(
    oneLine(
      missing !== undefined
        ? missing.length === 0
          ? 'matches the words, but not closely enough'
          : `missing: ${missing.join(', ')}`
        : score === 0
          ? shortenIdsIn(withoutReason(why, commonReason), shorten)
          : `${hit.confidence}, ${score.toFixed(2)}: ${shortenIdsIn(why, shorten)}`,
    ),
    context.width - 2,
  );
  const lines = [
    ...marked,
    ...(record.resolution === undefined ? [] : labelledParagraph('Resolved', record.resolution, width)),
    ...(reason === '' ? [] : [context.style.dim(reason)]),
    ...(rest === undefined
      ? []
      : [
          context.style.dim(
            truncateToWidth(`the rest: ${oneLine(shortenIdsIn(rest, shorten))}`, context.width - 2),
          ),
        ]),
  ];
  return [renderRecordHead(record, { ...context, shorten }), ...lines.map((line) => `  ${line}`)];
}

export const search = defineCommand({
  name: 'search',
  summary: 'Search what is stored, best match first. Without words, list the newest.',
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
        'Words or a question. \'"words in quotes"\' match as a phrase, -word excludes a word, wor* matches a prefix, and OR matches either side.',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  flags: {
    'all-projects': allProjectsFlag,
    status: choiceFlag(
      'STATUS',
      STATUSES,
      'active (default), or all: also resolved, replaced and expired records.',
    ),
    type: typeFlag('Only records of this type.'),
    since: timeFlag('Only what happened at or after this time, such as 2026-03-01.'),
    until: endTimeFlag('Only what happened at or before this time.'),
    'as-of': endTimeFlag('What was active at this time, with the text it had then.'),
    'min-score': numberFlag(
      'N',
      { min: 0, max: 1, isFraction: true },
      `Minimum confidence of a hit, 0 to 1. Default: ${DEFAULT_MIN_SCORE}, and lower for conversations; hits far below the best one are left out. 0 returns every match.`,
    ),
    full: switchFlag('Show full texts instead of passages.'),
    limit: limitFlag(10),
    cursor: cursorFlag,
  },
  parse({ 'all-projects': isOfAll, 'as-of': as_of, 'min-score': min_score, full, ...values }, words, given) {
    refuseProject('--all-projects', isOfAll, given);
    const query = checkText('WORDS', words.join(' '), { min: 0, max: MAX_QUERY });
    return { isOfAll, query, as_of, min_score, content: full ? ('full' as const) : undefined, ...values };
  },
  async act(context, { isOfAll, ...input }): Promise<CommandOutput> {
    const { services, caller } = context;
    const project = isOfAll ? ALL_PROJECTS : context.project;
    const found = await services.searchMemory(caller, { ...input, project });
    const facts = { ...found, notices: renderNotices(found.notices) };
    const notices = renderNoticeLines(found.notices);
    const shorten = await shortIds(context, [
      ...[...facts.results, ...facts.nearest].flatMap(idsOfHit),
      ...notices.flatMap(idsIn),
    ]);
    const noticeLines = notices.map((one) => shortenIdsIn(one, shorten));
    if (facts.results.length === 0) {
      const wider = isOfAll ? '--status all' : '--all-projects, --status all';
      const lines = [
        ...(facts.nearest.length === 0
          ? [`There are no matches. Try other words, ${wider} or --min-score 0.`]
          : [
              'Nothing answers this. Nearest by words:',
              ...facts.nearest.flatMap((hit) => ['', ...hitLines(hit, context, shorten)]),
              '',
              `Try other words, ${wider} or --min-score 0.`,
            ]),
        ...noticeLines,
      ];
      return { lines, hasShortIds: true, facts };
    }
    const common = commonReasonOf(facts.results);
    const blocks = facts.results.map((hit) => hitLines(hit, context, shorten, common));
    return {
      lines: [
        ...(common === '' ? [] : [context.style.dim(`${common[0]?.toUpperCase()}${common.slice(1)}.`), '']),
        ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
        ...renderNextPage(facts.remaining, facts.next_cursor),
        ...noticeLines,
      ],
      hasShortIds: true,
      facts,
    };
  },
});
