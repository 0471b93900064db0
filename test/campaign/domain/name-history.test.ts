import { describe, expect, it } from 'vitest';
import { type Entity, type EntityKind, NEW_FIELDS } from '../../../src/campaign/domain/entity.ts';
import { createNameResolver, type FormerName } from '../../../src/campaign/domain/name-history.ts';
import { after as at } from '../../domain/session/session-fixtures.ts';
import { anEntity, anEvent } from './build-event.ts';

const ON_MAIN = [{ branchId: 'main', after: -1, upTo: 99 }];

const made = (name: string, id: string, over: Partial<Entity> = {}, kind: EntityKind = 'location'): Entity =>
  anEntity(kind, name, NEW_FIELDS[kind], { id, createdAt: at(0), ...over } as never) as Entity;

/** Until when it had that name; `number` is where among the changes of the turn. */
const had = (id: string, name: string, turn: number, over: Partial<FormerName> = {}): FormerName => ({
  id,
  name,
  branchId: 'main',
  turn,
  number: 1,
  at: at(turn * 10),
  ...over,
});

const eventAt = (turn: number, over = {}) => anEvent({ turn, at: at(turn * 10), ...over });

describe('a name', () => {
  const line = ON_MAIN;

  it('finds the entity that has it, else the one that had it last, in any case and spacing', () => {
    const former = [had('a', 'Mill', 2), had('b', 'Mill', 5), had('a', 'Ruin', 7)];
    const names = createNameResolver({ lineage: line, formerNames: former }, [
      made('Tower', 'a'),
      made('Inn', 'b'),
    ]);
    expect(names.find('tower', ['location'])?.id).toBe('a');
    expect(names.find('  MILL ', ['location'])?.id).toBe('b');
    expect(names.find('ruin', ['location'])?.id).toBe('a');
    expect(names.find('Cave', ['location'])).toBeUndefined();
    const taken = createNameResolver({ lineage: line, formerNames: former }, [
      made('Tower', 'a'),
      made('Inn', 'b'),
      made('mill', 'c'),
    ]);
    expect(taken.find('Mill', ['location'])?.id).toBe('c');
  });

  it('leads to none that was removed, nor of another kind', () => {
    const former = [had('a', 'Mill', 2), had('b', 'Mill', 5)];
    const removed = made('Inn', 'b', { isRemoved: true });
    const names = createNameResolver({ lineage: line, formerNames: former }, [made('Tower', 'a'), removed]);
    expect(names.find('Mill', ['location'])?.id).toBe('a');
    expect(names.find('Inn', ['location'])).toBeUndefined();
    expect(names.find('Mill', ['npc'])).toBeUndefined();
  });

  it('of several kinds finds the most likely current holder before any former one', () => {
    const former = [had('a', 'Orsk', 2)];
    const names = createNameResolver({ lineage: line, formerNames: former }, [
      made('Grey', 'a', {}, 'npc'),
      made('Orsk', 'b', {}, 'character'),
    ]);
    expect(names.find('Orsk', ['npc', 'character'])?.id).toBe('b');
    expect(names.find('Orsk', ['npc'])?.id).toBe('a');
  });

  it('that was used on another branch finds nothing', () => {
    const fork = [
      { branchId: 'fork', after: 2, upTo: 9 },
      { branchId: 'main', after: -1, upTo: 3 },
    ];
    const former = [
      had('a', 'Mill', 3),
      had('a', 'Ruin', 4),
      had('a', 'Old Mill', 3, { branchId: 'fork', number: 1 }),
      had('a', 'Shed', 4, { branchId: 'other' }),
    ];
    const names = createNameResolver({ lineage: fork, formerNames: former }, [made('Barn', 'a')]);
    const isKnown = (name: string) => names.find(name, ['location']) !== undefined;
    expect(['Mill', 'Ruin', 'Old Mill', 'Shed'].map(isKnown)).toEqual([true, false, true, false]);
  });
});

describe('a name in an event', () => {
  const line = ON_MAIN;
  /** The first was the mill until turn 4, the second is since turn 6. */
  const former = [had('a', 'Mill', 4), had('b', 'Shed', 6)];
  const both = [made('Old Mill', 'a'), made('Mill', 'b')];
  const meantIn = (event = eventAt(1), name = 'Mill') =>
    createNameResolver({ lineage: line, formerNames: former }, both).findAt(event, name, ['location'])?.id;

  it('finds the entity that had it then', () => {
    expect([1, 3, 4].map((turn) => meantIn(eventAt(turn)))).toEqual(['a', 'a', 'a']);
    expect([7, 20].map((turn) => meantIn(eventAt(turn)))).toEqual(['b', 'b']);
    expect(meantIn(eventAt(5))).toBe('a');
    expect(meantIn(eventAt(5), 'Shed')).toBe('b');
    expect(meantIn(eventAt(9), 'Old Mill')).toBe('a');
  });

  it('that was added between two turns goes by when it was', () => {
    const added = (ms: number) => meantIn(eventAt(6, { isTurn: false, at: at(ms) }));
    expect([added(59), added(60), added(61)]).toEqual(['a', 'a', 'b']);
    expect(meantIn(eventAt(6, { at: at(61) }))).toBe('a');
  });

  it('finds nothing if its current holder was created later', () => {
    const late = [made('Mill', 'c', { createdAt: at(55) })];
    const names = createNameResolver({ lineage: line, formerNames: [] }, late);
    expect(names.findAt(eventAt(2), 'Mill', ['location'])).toBeUndefined();
    expect(names.findAt(eventAt(6), 'Mill', ['location'])?.id).toBe('c');
    const renamed = [made('Ruin', 'c', { createdAt: at(55) })];
    const again = createNameResolver({ lineage: line, formerNames: [had('c', 'Mill', 8)] }, renamed);
    expect(again.findAt(eventAt(2), 'Mill', ['location'])).toBeUndefined();
    expect(again.findAt(eventAt(6), 'Mill', ['location'])?.id).toBe('c');
  });

  it('follows names that came back to whom they left', () => {
    const back = [had('a', 'Mill', 2), had('a', 'Ruin', 4)];
    const names = createNameResolver({ lineage: line, formerNames: back }, [made('Mill', 'a')]);
    const ids = [1, 3, 5].map((turn) => names.findAt(eventAt(turn), 'Mill', ['location'])?.id);
    expect(ids).toEqual(['a', 'a', 'a']);
  });

  it('on a line of several branches goes by the order of play, not of numbers', () => {
    const fork = [
      { branchId: 'fork', after: 4, upTo: 9 },
      { branchId: 'main', after: -1, upTo: 5 },
    ];
    const renamed = [had('a', 'Mill', 5, { branchId: 'fork', number: 1, at: at(10) })];
    const names = createNameResolver({ lineage: fork, formerNames: renamed }, [
      made('Ruin', 'a'),
      made('Mill', 'b', { createdAt: at(11) }),
    ]);
    const meant = (branchId: string, turn: number, ms: number) =>
      names.findAt(anEvent({ branchId, turn, isTurn: false, at: at(ms) }), 'Mill', ['location'])?.id;
    expect(meant('main', 5, 99)).toBe('a');
    expect(meant('fork', 5, 12)).toBe('b');
  });
});
