import { randomBytes, randomInt } from 'node:crypto';
import type { Clock, Ids } from '../app/ports/system.ts';
import { encodeId } from '../domain/id.ts';
import { instantFromMs } from '../domain/instant.ts';
import type { Random } from '../domain/random.ts';

export const systemClock: Clock = { now: () => instantFromMs(Date.now()) };

const ID_BYTES = 17;

const newId = (kind: string) => `${kind}_${encodeId(randomBytes(ID_BYTES))}`;

export const randomIds: Ids = {
  newSessionId: () => newId('ses'),
  newReceiptId: () => newId('rcp'),
};

export const fairDice: Random = { below: (n) => randomInt(n) };
