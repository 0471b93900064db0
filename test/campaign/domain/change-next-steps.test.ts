import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import { nextStep } from '../../../src/domain/next-step.ts';
import { BRAM, MIRA, nextFor } from './build-turn-draft.ts';

const save = (kind: string, name?: string) =>
  nextStep('entity.save', name === undefined ? { kind } : { kind, name });

describe('a refused change', () => {
  it.each<[string, Change, ReturnType<typeof save>[]]>([
    ['an unknown quest', { kind: 'quest', quest: 'The Bell' }, [save('quest', 'The Bell')]],
    ['an unknown npc', { kind: 'npc', npc: 'Oda' }, [save('npc', 'Oda')]],
    [
      'an unknown body',
      { kind: 'hit_points', character: 'Oda', delta: 1 },
      [save('npc', 'Oda'), save('character', 'Oda')],
    ],
    [
      'an npc who carries nothing',
      { kind: 'item', character: 'Bram', item: 'Key', quantity: 1 },
      [save('item')],
    ],
    [
      'a slot that is missing',
      { kind: 'slot', character: 'mira', level: '9', delta: 1 },
      [save('character', 'Mira')],
    ],
    [
      'more than the maximum',
      { kind: 'hit_points', character: 'Mira', set: 99 },
      [save('character', 'Mira')],
    ],
    ['unknown hit points', { kind: 'hit_points', character: 'Bram', temporary: 3 }, [save('npc', 'Bram')]],
  ])('for %s recommends to save the entity', (_, change, next) => {
    expect(nextFor([change])).toEqual(next);
  });

  it('that would show a secret recommends to hide the entity, and nothing where the game itself shows it', () => {
    const hidden = { visibility: 'dm_only' } as const;
    expect(nextFor([{ kind: 'hit_points', character: 'Mira', delta: -1, ...hidden }])).toEqual([
      nextStep('entity.save', { kind: 'character', name: 'Mira', ...hidden }),
    ]);
    expect(nextFor([{ kind: 'time', in_game_date: 'later', ...hidden }])).toEqual([]);
  });

  it('leaves a name out of the step that is too long to repeat whole', () => {
    const [fits, long] = ['x'.repeat(120), 'x'.repeat(121)];
    expect(nextFor([{ kind: 'npc', npc: fits }])).toEqual([save('npc', fits)]);
    expect(nextFor([{ kind: 'npc', npc: long }])).toEqual([save('npc')]);
    const points: Change = { kind: 'hit_points', character: long, temporary: 1 };
    expect(nextFor([points], [MIRA, { ...BRAM, name: long }])).toEqual([save('npc')]);
  });

  it('that only the caller can correct recommends no other call', () => {
    expect(nextFor([{ kind: 'funds', coin: 'gp', amount: -1 }])).toEqual([]);
    expect(nextFor([{ kind: 'hit_points', character: 'Mira', set: 1, delta: 1 }])).toEqual([]);
  });
});
