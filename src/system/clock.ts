import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../app/ports/clock.ts';
import { encodeId } from '../domain/id.ts';
import { instantFromMs } from '../domain/instant.ts';

export const systemClock: Clock = { now: () => instantFromMs(Date.now()) };

const ID_BYTES = 17;

const newId = (kind: string) => `${kind}_${encodeId(randomBytes(ID_BYTES))}`;

export const randomIds: Ids = {
  newSessionId: () => newId('ses'),
  newReceiptId: () => newId('rcp'),
};
