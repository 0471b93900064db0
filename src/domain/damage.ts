import { digestOf } from './id.ts';

/** Takes the place of a stored text that no longer matches its checksum. It is ours, and never quoted as anybody's words. */
export const DAMAGED_TEXT = '[damaged: the stored text does not match its checksum]';

export const isDamagedText = (text: string): boolean => text === DAMAGED_TEXT;

/** A record whose text happens to equal the marker is not damaged. */
export const isDamagedRecord = ({ content, digest }: { readonly content: string; readonly digest: string }) =>
  isDamagedText(content) && digestOf(content) !== digest;

export const hasDamagedSubject = ({ subject }: { readonly subject: string | null }): boolean =>
  subject !== null && isDamagedText(subject);
