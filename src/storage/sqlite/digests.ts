import { type Digest, digestOf } from '../../domain/id.ts';
import type { Row, SqlValue } from './driver.ts';

/** What checksums cover. Migrations 12 and 13 have frozen copies: a change here needs a migration that recomputes them. */
const textOfAll = (values: readonly (SqlValue | undefined)[]): string =>
  JSON.stringify(values.map((value) => value ?? null));

const digestOfAll = (...values: readonly (SqlValue | undefined)[]): Digest => digestOf(textOfAll(values));

/** Most records have no such facts, and a call writes and verifies dozens of records. */
const NO_FACTS_TEXT = textOfAll([null, '[]', '[]', null]);
const NO_FACTS_DIGEST = digestOf(NO_FACTS_TEXT);

export const noteRowDigest = (row: Row): Digest =>
  digestOfAll(row.title, row.summary, row.session_number, row.occurred_at, row.visibility, row.body);

export const turnRowDigest = (row: Row): Digest => digestOfAll(row.at, row.who, row.what);

/** What lists show of a capture; its content has a checksum of its own, since lists do not read it. */
export const captureFactsDigest = (row: Row): Digest => digestOfAll(row.body, row.client_summary);

/** Why a capture was made; `facts_digest` was there first and does not cover it. */
export const captureReasonDigest = (row: Row): Digest => digestOfAll(row.reason);

/** What a record is filed under and how it was resolved. Its content has a checksum of its own, by which equal texts are found. */
export function recordFactsDigest({ subject, tags, aliases, resolution }: Row): Digest {
  const text = textOfAll([subject, tags, aliases, resolution]);
  return text === NO_FACTS_TEXT ? NO_FACTS_DIGEST : digestOf(text);
}

export const contentDigest = (row: Row): Digest => digestOf(String(row.content));

/** A row without a checksum was never verified, and counts as sound. */
export const matches = (stored: SqlValue | undefined, digest: () => Digest): boolean =>
  stored === null || stored === undefined || stored === digest();

export const isTurnSound = (row: Row): boolean => matches(row.digest, () => turnRowDigest(row));

/** Of a record, of what a capture holds, and of a text that search reads. */
export const isContentSound = (row: Row): boolean => matches(row.digest, () => contentDigest(row));

export const areRecordFactsSound = (row: Row) => matches(row.facts_digest, () => recordFactsDigest(row));
