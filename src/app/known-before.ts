import { type Replacer, wasTold } from '../domain/orientation/facts-after.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Deps } from './deps.ts';

type Dated = Pick<ThroughlineRecord, 'id' | 'sessionId' | 'createdAt'>;

/** A replacer that also knows what was there before it began, although a clock that was ahead dated it later. */
export async function withKnownBefore(
  { store }: Pick<Deps, 'store'>,
  replacer: Replacer,
  items: readonly Dated[],
): Promise<Replacer> {
  const doubtful = items.filter((item) => !wasTold(item, replacer)).map(({ id }) => id);
  if (doubtful.length === 0) return replacer;
  // Without a session it is a person, who knows all that is stored.
  const known =
    replacer.id === ''
      ? new Set(doubtful)
      : await store.records.listWrittenBefore(doubtful, replacer.id, replacer.since);
  return { ...replacer, known };
}
