import * as z from 'zod';
import { DAY_MS, instantFromMs } from '../domain/instant.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?![\d-])/;

/** The 30th of February is a mistake, not the 2nd of March. */
function isMoment(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || !Number.isFinite(Date.parse(text))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

const moment = z.string().max(40).refine(isMoment, {
  error: 'must be an ISO 8601 date or time, such as 2026-03-01 or 2026-03-01T09:30:00Z',
});

const spelled = (text: string, extraMs: number) =>
  Number.isFinite(Date.parse(text)) ? instantFromMs(Date.parse(text) + extraMs) : text;

/** ISO 8601 in, our own spelling of the same moment out. */
export const instant = moment.overwrite((text) => spelled(text, 0));

/** The same, but a bare date means the whole of that day. */
export const lastInstant = moment.overwrite((text) => spelled(text, text.length === 10 ? DAY_MS - 1 : 0));
