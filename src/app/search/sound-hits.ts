import type { Deps } from '../deps.ts';
import type { Hit } from './answer.ts';

export interface SoundHits {
  /** As many as were wanted, where there are so many. */
  readonly sound: readonly Hit[];
  /** Those before the last of them whose text is damaged. */
  readonly damaged: readonly Hit[];
}

/** Only what is going to be shown is compared with its checksum. */
export async function takeSound(
  { store }: Pick<Deps, 'store'>,
  hits: readonly Hit[],
  most: number,
): Promise<SoundHits> {
  const sound: Hit[] = [];
  const damaged: Hit[] = [];
  for (let from = 0; from < hits.length && sound.length < most; ) {
    const next = hits.slice(from, from + most - sound.length);
    from += next.length;
    const broken = new Set(await store.search.listDamaged(next.map(({ text }) => text.key)));
    for (const hit of next) (broken.has(hit.text.key) ? damaged : sound).push(hit);
  }
  return { sound, damaged };
}
