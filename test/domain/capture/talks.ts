import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import type { converse } from './entries.ts';

export type Talk = ReturnType<typeof converse>;

/** The text of the checkpoint that is derived from a conversation; '' if there is none. */
export const checkpointOf = (talk: Talk): string =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

/** Adds turns of work that report something else. */
export const worksOn = (talk: Talk, turns: number): Talk => {
  for (let turn = 0; turn < turns; turn++)
    talk
      .person(`now table ${turn} of the almanac`)
      .writes(`t${turn}.ts`)
      .agent(`Table ${turn} of the almanac has a head, and its foot has the name of the harbor.`);
  return talk;
};
