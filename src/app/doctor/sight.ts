import { dirname, join } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Attached, Leftover, MachineFacts, PathFacts, StoreDoctor, StoreExam } from '../ports/doctor.ts';

export interface Place {
  readonly home: string;
  readonly store: string;
}

export interface DoctorParts {
  readonly place: Place;
  readonly store: StoreDoctor;
  readonly machine: MachineFacts;
  readonly clock: Clock;
}

/** Everything that can change while a home is being repaired. */
export interface Sight {
  readonly place: Place;
  readonly now: Instant;
  readonly store: StoreExam;
  /** undefined where it cannot be known. */
  readonly attached: readonly Attached[] | undefined;
  readonly leftovers: readonly Leftover[];
  /** The home and the files of ours that are there. */
  readonly paths: readonly PathFacts[];
  readonly freeBytes: number | undefined;
}

const partsOf = (store: string) => [store, `${store}-wal`, `${store}-shm`];

/** The folder that keeps us from looking at the home, or at the store where that lies elsewhere. */
export const findBarrier = ({
  place,
  machine,
}: Pick<DoctorParts, 'place' | 'machine'>): PathFacts | undefined =>
  machine.findBarrier(place.home) ?? machine.findBarrier(dirname(place.store));

/** Looks at a home and changes nothing in it. */
export function lookAt({ place, store, machine, clock }: DoctorParts, isFull: boolean): Sight {
  const attached = machine.attachedTo(partsOf(place.store));
  const leftovers = store.listLeftovers();
  const files = [
    ...partsOf(place.store),
    join(place.home, 'config.json'),
    ...leftovers.map(({ path }) => path),
  ];
  return {
    place,
    now: clock.now(),
    store: store.examine({ isFull, isInUse: attached && attached.length > 0 }),
    attached,
    leftovers,
    paths: [place.home, ...files].map((path) => machine.look(path)).filter((facts) => facts !== undefined),
    freeBytes: machine.freeBytes(dirname(place.store)),
  };
}
