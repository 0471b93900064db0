import type { Readable } from 'node:stream';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** A search creates a few megabytes of objects. In less room V8 copies them several times; in more, an idle server is larger. */
const MAX_YOUNG_SPACE = 8 * 2 ** 20;

/**
 * Each client keeps an idle server all day. Called after loading, because V8 rejects a code cache made under other flags. The space
 * of young objects only grows while calls are answered, so that it is checked when one arrives at `input`.
 */
export function limitHeapGrowth(input: Readable): void {
  setFlagsFromString('--heap-growing-percent=50');
  const stopGrowing = () => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if ((young?.space_size ?? 0) < MAX_YOUNG_SPACE) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    input.off('data', stopGrowing);
  };
  input.on('data', stopGrowing);
}
