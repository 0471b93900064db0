import type { Store } from '../../src/app/ports/store.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

export interface CountedStore {
  readonly store: Store;
  /** How often the work waits for the store. */
  count(work: () => Promise<unknown>): Promise<number>;
  /** The calls of each round trip of the last count, for messages. */
  readonly trips: string[][];
}

/**
 * A store that is one round trip away: calls that are made before anybody waits travel together and are answered together, as over
 * a pipelined connection to a database.
 */
export function countRoundTrips(real: Store): CountedStore {
  const trips: string[][] = [];
  let waiting: { readonly name: string; readonly run: () => void }[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    trips.push(batch.map(({ name }) => name));
    for (const { run } of batch) run();
  };
  const travel =
    (name: string, call: Method): Method =>
    (...args) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ name, run: () => void call(...args).then(resolve, reject) });
      });
  const distant = <Port extends object>(name: string, port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([key, value]) => [
        key,
        typeof value === 'function' ? travel(`${name}.${key}`, value.bind(port) as Method) : value,
      ]),
    ) as Port;
  const ports = Object.entries(real).map(([name, port]) => [
    name,
    typeof port === 'object' && port !== null ? distant(name, port) : port,
  ]);
  return {
    store: Object.fromEntries(ports) as Store,
    trips,
    async count(work) {
      trips.length = 0;
      await work();
      return trips.length;
    },
  };
}
