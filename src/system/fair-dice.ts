import { randomInt } from 'node:crypto';
import type { Random } from '../domain/campaign/dice/random.ts';

export const fairDice: Random = { below: (n) => randomInt(n) };
