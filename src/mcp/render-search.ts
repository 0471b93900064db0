import type { SearchHit } from '../app/search/show-hits.ts';
import { escapeInline, quoteBlock, quoteInline } from '../domain/quote-text.ts';

interface Found {
  readonly results: readonly SearchHit[];
  readonly nearest: readonly SearchHit[];
  readonly remaining: number;
  readonly next_cursor: string | null;
}

const INDENT = '  ';
const TRY_NEXT =
  'If none of these helps: search for fewer or other words, or pass min_score 0 to list every text that shares a word.';
/** The whole of it is in the structured result. */
const MAX_RESOLUTION = 300;

function headOf({ record, score, confidence, why, missing }: SearchHit): string {
  const facts = [
    record.type,
    ...(record.status === 'active' ? [] : [record.status]),
    (record.occurred_at ?? record.created_at).slice(0, 10),
    ...(record.subject === undefined ? [] : [`about ${quoteInline(record.subject)}`]),
  ];
  const judged =
    missing === undefined
      ? `${confidence} ${score}: ${escapeInline(why)}`
      : `missing: ${missing.map(quoteInline).join(', ') || 'nothing by words'}`;
  return `- ${escapeInline(record.id)} (${facts.join(', ')}) ${judged}`;
}

function renderHit(hit: SearchHit): string {
  const { passage, record, rest } = hit;
  // A text that is shown whole has its exact words in `content`; of a longer one that was asked for, the passage adds nothing.
  const text = passage.length < (record.content?.length ?? 0) ? record.content : passage;
  return [
    headOf(hit),
    quoteBlock(text ?? passage, INDENT),
    ...(record.resolution === undefined
      ? []
      : [`${INDENT}Resolved: ${quoteInline(record.resolution.slice(0, MAX_RESOLUTION).toWellFormed())}`]),
    ...(rest === undefined ? [] : [`${INDENT}The rest: ${rest}`]),
  ].join('\n');
}

/** Hits as a short list, without the fields that a reader rarely needs. */
export function renderSearch({ results, nearest, remaining, next_cursor }: Found): string {
  const isEmpty = results.length === 0;
  const head = !isEmpty
    ? []
    : nearest.length === 0
      ? ['There are no matches.']
      : ['Nothing answers this. Nearest by words:'];
  const more =
    next_cursor === null ? [] : [`${remaining} more: pass the same arguments and cursor ${next_cursor}`];
  const next = isEmpty && nearest.length > 0 ? [TRY_NEXT] : [];
  return [...head, ...(isEmpty ? nearest : results).map(renderHit), ...next, ...more].join('\n');
}
