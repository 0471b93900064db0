import type { RecordType } from '../../record/record.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';

export { quoted } from '../clip.ts';

export interface DerivedItem {
  readonly type: RecordType;
  readonly text: string;
  /** Lines of the transcript it comes from. */
  readonly lines: readonly number[];
}

/** What was said, in the order of the transcript. */
export interface QuotedLine {
  readonly line: number;
  readonly text: string;
  /** Of a report, the line of the request that it answers, and what the report says. */
  readonly answers?: { readonly line: number; readonly text: string };
}

/** One kind of lines of a checkpoint. */
export type CheckpointPart = (digest: TranscriptDigest) => QuotedLine[];

/** Every line of a quotation is indented, so that none of them reads as a line of ours. */
export const indented = (text: string): string => text.replace(/^/gm, '  ');

const FILE_LINK = /\[([^\]\n]{1,200})\]\(\s*(?!https?:)[^)\n]{1,400}?(:\d+)?\s*\)/g;

/** Links to places in files as the text and the line; the path of a folder on this machine is of no use. */
export const withoutFileLinks = (text: string): string =>
  text.replace(FILE_LINK, (_, name: string, line = '') => (/:\d+`?$/.test(name) ? name : `${name}${line}`));

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How much a text says, in letters of an alphabet: the signs of some scripts say more each. */
export const weightOf = (text: string): number => text.length + (text.match(DENSE)?.length ?? 0);

export const isLighter = (text: string, min: number): boolean => text.length < min && weightOf(text) < min;

/** The first names, and the number of the others. */
export function listed(names: readonly string[], max: number, total = names.length): string {
  const shown = names.slice(0, max);
  const more = total - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/](?:Temp|scratchpad)[\\/]/;

export const isTemporary = (path: string): boolean => TEMPORARY.test(path);
