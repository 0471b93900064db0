import { randomBytes, randomInt } from 'node:crypto';
import type { Clock, Ids } from '../app/ports/system.ts';
import type { Random } from '../domain/id.ts';
import { encodeId } from '../domain/id.ts';
import { type Instant, instantFromMs } from '../domain/instant.ts';

export const systemClock: Clock = { now: () => instantFromMs(Date.now()) };

const ID_BYTES = 17;

const newId = (kind: string) => `${kind}_${encodeId(randomBytes(ID_BYTES))}`;

export const randomIds: Ids = {
  newSessionId: () => newId('ses'),
  newReceiptId: () => newId('rcp'),
};

export const fairDice: Random = { below: (n) => randomInt(n) };

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A moment as the clock of this machine shows it: the time of today, the day otherwise. */
export function localTime(at: Instant, now = new Date()): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === now.toDateString();
  if (isToday) return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}
