/** Collects requests, so that the store is asked once for all of them. */
export class Batch<Request, Result> {
  readonly #ask: (requests: readonly Request[]) => Promise<readonly Result[]>;
  readonly #requests: Request[] = [];
  #results: readonly Result[] = [];

  constructor(ask: (requests: readonly Request[]) => Promise<readonly Result[]>) {
    this.#ask = ask;
  }

  /** What it returns gives the result, after `send`. */
  add(request: Request): () => Result {
    const at = this.#requests.push(request) - 1;
    return () => {
      const result = this.#results[at];
      if (result === undefined) throw new Error('the batch was not sent');
      return result;
    };
  }

  async send(): Promise<void> {
    if (this.#requests.length > 0) this.#results = await this.#ask(this.#requests);
  }
}
