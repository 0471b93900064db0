import type { RecordType } from '../../record/record.ts';
import { clipLine } from '../clip.ts';
import { ownProse } from '../sentences.ts';
import type { TestsRun, Utterance } from '../transcript-digest.ts';

export interface DerivedItem {
  readonly type: RecordType;
  readonly text: string;
  /** Lines of the transcript it comes from. */
  readonly lines: readonly number[];
}

/** Quoted text on one line; quotation marks inside it are replaced, so that it cannot end the quotation. */
export const quoted = (text: string, max: number): string => `"${clipLine(text, max).replaceAll('"', "'")}"`;

/** Adds the printed text in parentheses, if there is any. */
export const withWords = (summary: string, text: string, max: number): string =>
  text === '' ? summary : `${summary} (${quoted(text, max)})`;

/** The same without quotations and code inside the text. */
export const quotedProse = (text: string, max: number): string => quoted(ownProse(text), max);

export const asCommand = (command: string, max = 160): string =>
  `\`${clipLine(command, max).replaceAll('`', "'")}\``;

const SPEAKERS = { person: 'The person', agent: 'The agent' } as const;

export const attributed = ({ by, text }: Pick<Utterance, 'by' | 'text'>, max = 320): string =>
  `${SPEAKERS[by]}: ${quoted(text, max)}`;

/** The first names, and the number of the others. */
export function listed(names: readonly string[], max: number, total = names.length): string {
  const shown = names.slice(0, max);
  const more = total - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

export function testCounts({ passed, failed, ended }: TestsRun): string {
  const counts = [
    ...(failed !== null && (failed > 0 || ended === 'failed') ? [`${failed} failed`] : []),
    ...(passed !== null ? [`${passed} passed`] : []),
  ];
  if (counts.length > 0) return counts.join(', ');
  return ended === 'unknown' ? 'how it ended is not shown' : ended;
}

export const sentence = (text: string): string => (/[.!?…"”。！？`]$/.test(text) ? text : `${text}.`);
