import { type Digest, digestOf } from '../../domain/id.ts';
import type { Row, SqlValue } from './driver.ts';

/**
 * What the checksum of a row covers. Migration 12 has a frozen copy: a change here needs a migration that computes the
 * stored checksums again.
 */
const digestOfAll = (...values: readonly (SqlValue | undefined)[]): Digest =>
  digestOf(JSON.stringify(values.map((value) => value ?? null)));

export const noteRowDigest = (row: Row): Digest =>
  digestOfAll(row.title, row.summary, row.session_number, row.occurred_at, row.visibility, row.body);

export const turnRowDigest = (row: Row): Digest => digestOfAll(row.at, row.who, row.what);

/** What lists show of a capture; its content has a checksum of its own, since lists do not read it. */
export const captureFactsDigest = (row: Row): Digest => digestOfAll(row.body, row.client_summary);

export const contentDigest = (row: Row): Digest => digestOf(String(row.content));

/** A row without a checksum was never verified, and counts as sound. */
export const matches = (stored: SqlValue | undefined, digest: () => Digest): boolean =>
  stored === null || stored === undefined || stored === digest();

export const isTurnSound = (row: Row): boolean => matches(row.digest, () => turnRowDigest(row));

/** Of a record, of what a capture holds, and of a text that search reads. */
export const isContentSound = (row: Row): boolean => matches(row.digest, () => contentDigest(row));
