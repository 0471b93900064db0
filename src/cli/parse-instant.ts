import { invalid } from '../domain/error.ts';
import { DAY_MS, type Instant, instantFromMs, plusMs } from '../domain/instant.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?![\d-])/;

/** The 30th of February is a mistake, not the 2nd of March. */
function isMoment(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || !Number.isFinite(Date.parse(text))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** ISO 8601 in, our own spelling of the same moment out; undefined stays undefined. */
export function parseInstant(flag: string, given: string | undefined): Instant | undefined {
  if (given === undefined) return undefined;
  if (isMoment(given)) return instantFromMs(Date.parse(given));
  const problem = `must be a date or time such as 2026-03-01 or 2026-03-01T09:30:00Z, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, 'Write it year first, as in ISO 8601.', {
    fields: [{ field: flag, problem }],
  });
}

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Up to and with it: a bare date is the whole day. */
export function parseLastInstant(flag: string, given: string | undefined): Instant | undefined {
  const instant = parseInstant(flag, given);
  return instant !== undefined && BARE_DATE.test(given ?? '') ? plusMs(instant, DAY_MS - 1) : instant;
}
