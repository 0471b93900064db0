import { clipLine } from '../clip.ts';
import type { Said, TestsRun } from '../gist.ts';
import { speechOf } from '../sentences.ts';

/** Somebody's words on one line, unable to end the quotation they stand in. */
export const quoted = (text: string, max: number): string => `"${clipLine(text, max).replaceAll('"', "'")}"`;

/** What something printed, behind what is told of it; nothing where it printed nothing. */
export const withWords = (told: string, text: string, max: number): string =>
  text === '' ? told : `${told} (${quoted(text, max)})`;

/** The same without what they cite. */
export const spoken = (text: string, max: number): string => quoted(speechOf(text), max);

export const asCommand = (command: string, max = 160): string =>
  `\`${clipLine(command, max).replaceAll('`', "'")}\``;

const SPEAKERS = { person: 'The person', agent: 'The agent' } as const;

export const saidBy = ({ by, text }: Pick<Said, 'by' | 'text'>, max = 320): string =>
  `${SPEAKERS[by]}: ${quoted(text, max)}`;

/** The first few by name, the rest by number. */
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
