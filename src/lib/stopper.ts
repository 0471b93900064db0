/** The part of an `AbortSignal` that is used here. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A small `AbortController`. Every hook needs several, and the first use of Node's compiles fifty functions. */
export class Stopper {
  readonly #listeners = new Set<() => void>();
  #isStopped = false;

  readonly signal: StopSignal = ((own: Stopper): StopSignal => ({
    get aborted() {
      return own.#isStopped;
    },
    addEventListener: (_, listener) => void own.#listeners.add(listener),
    removeEventListener: (_, listener) => void own.#listeners.delete(listener),
  }))(this);

  /** Each listener is called once. */
  abort(): void {
    this.#isStopped = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}
