import { dirname, join } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  Attached,
  Leftover,
  MachineFacts,
  PathFacts,
  StoreDoctor,
  StoreExam,
  Unwritable,
} from '../ports/doctor.ts';
import { type Draft, draftsAmong } from './drafts.ts';

export interface Place {
  readonly home: string;
  readonly store: string;
  /** Other folders that we write files to: those of clients' settings. */
  readonly folders?: readonly string[];
}

export interface DoctorParts {
  readonly place: Place;
  readonly store: StoreDoctor;
  readonly machine: MachineFacts;
  readonly clock: Clock;
  /** The client that `install` connects first, for advice. */
  readonly clientToConnect?: string | undefined;
}

/** Everything that can change while a home is being repaired. */
export interface Sight {
  readonly place: Place;
  readonly now: Instant;
  readonly store: StoreExam;
  /** undefined where it cannot be known. */
  readonly attached: readonly Attached[] | undefined;
  readonly leftovers: readonly Leftover[];
  readonly drafts: readonly Draft[];
  /** The home and the files of ours that are there. */
  readonly paths: readonly PathFacts[];
  /** Of the store, its log and its folder; undefined where all can be written. */
  readonly unwritable: Unwritable | undefined;
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
  const now = clock.now();
  const { home, folders = [] } = place;
  const written = [home, join(home, 'identities'), dirname(place.store), ...folders];
  const beside = store.listLeftovers();
  const leftovers = [...beside, ...machine.listTemporaries([...new Set(written)])];
  const files = [...partsOf(place.store), join(place.home, 'config.json'), ...beside.map(({ path }) => path)];
  return {
    place,
    now,
    store: store.examine({ isFull, isInUse: attached && attached.length > 0 }),
    attached,
    leftovers,
    drafts: draftsAmong(leftovers, now, machine.attachedTo),
    paths: [place.home, ...files].map((path) => machine.look(path)).filter((facts) => facts !== undefined),
    unwritable: machine.findUnwritable([...partsOf(place.store), dirname(place.store)]),
    freeBytes: machine.freeBytes(dirname(place.store)),
  };
}
