/** A cache in two generations: once the newer one has `maxChars` of keys, what was not used since is dropped. */
export class RecentValues<Value> {
  readonly #make: (key: string) => Value;
  readonly #maxChars: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  #chars = 0;

  constructor(maxChars: number, make: (key: string) => Value) {
    this.#maxChars = maxChars;
    this.#make = make;
  }

  get(key: string): Value {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const value = this.#older.get(key) ?? this.#make(key);
    this.#chars += key.length;
    if (this.#chars > this.#maxChars) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#chars = key.length;
    }
    this.#newer.set(key, value);
    return value;
  }
}
