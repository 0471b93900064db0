import type { Redactor } from '../app/ports/system.ts';
import { lazy } from '../lib/lazy.ts';
import { createRedactor } from '../redact/create-redactor.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KIND_AND_TIME = String.raw`[a-z]{1,12}-\d{4}-\d\d-\d\dT\d\d-\d\d(?:-\d\d)?-`;

/**
 * Texts that are too short for a secret, UUIDs, and names of transcripts that end in one or in its first part. A hook that starts a
 * session has no others, and loading the rules would take a tenth of its time.
 */
const PLAIN = new RegExp(
  `^(?:[a-z][a-z0-9/_.-]{0,11}|(?:${KIND_AND_TIME})?${UUID}|${KIND_AND_TIME}[0-9a-f]{8})$`,
);

const unchanged = (text: string) => ({ text, found: {} });

/** A redactor that loads its rules with the first text that may hold a secret. */
export function redactWhenNeeded(patterns: readonly string[]): Redactor {
  // Patterns that cannot be used are reported before anything is stored.
  if (patterns.length > 0) return createRedactor({ patterns });
  const redactor = lazy(() => createRedactor());
  return {
    redact: async (texts) =>
      texts.every((text) => PLAIN.test(text)) ? texts.map(unchanged) : redactor().redact(texts),
  };
}
