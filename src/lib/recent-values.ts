/** Keys are found by how they begin, because hashing a long text takes longer than comparing it with one other. */
const HASHED_CHARS = 48;

interface Known<Value> {
  readonly key: string;
  readonly value: Value;
}

/**
 * A cache in two generations: once the newer one has `maxChars` of keys, what was not used since is dropped. Of keys that begin alike
 * the last one is kept.
 */
export class RecentValues<Value> {
  readonly #make: (key: string) => Value;
  readonly #maxChars: number;
  #newer = new Map<string, Known<Value>>();
  #older = new Map<string, Known<Value>>();
  #chars = 0;

  constructor(maxChars: number, make: (key: string) => Value) {
    this.#maxChars = maxChars;
    this.#make = make;
  }

  get(key: string): Value {
    const start = key.slice(0, HASHED_CHARS);
    const newer = this.#newer.get(start);
    if (newer?.key === key) return newer.value;
    const older = this.#older.get(start);
    const value = older?.key === key ? older.value : this.#make(key);
    this.#chars += key.length;
    if (this.#chars > this.#maxChars) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#chars = key.length;
    }
    this.#newer.set(start, { key, value });
    return value;
  }
}
