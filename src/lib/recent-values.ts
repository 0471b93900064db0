/** Keys are found by how they begin, because hashing a long text takes longer than comparing it with one other. */
const HASHED_CHARS = 48;

interface Known<Value> {
  readonly key: string;
  readonly value: Value;
  readonly chars: number;
}

/**
 * A cache in two generations: once the newer one has `maxChars`, what was not used since is dropped. Of keys that begin alike
 * the last one is kept.
 */
export class RecentValues<Value> {
  readonly #maxChars: number;
  #newer = new Map<string, Known<Value>>();
  #older = new Map<string, Known<Value>>();
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  find(key: string): Value | undefined {
    const start = key.slice(0, HASHED_CHARS);
    const newer = this.#newer.get(start);
    if (newer?.key === key) return newer.value;
    const older = this.#older.get(start);
    if (older?.key !== key) return undefined;
    this.#keep(start, older);
    return older.value;
  }

  /** `chars`: about how much the key and its value hold. */
  set(key: string, value: Value, chars: number): void {
    this.#keep(key.slice(0, HASHED_CHARS), { key, value, chars });
  }

  #keep(start: string, known: Known<Value>): void {
    this.#chars += known.chars;
    if (this.#chars > this.#maxChars) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#chars = known.chars;
    }
    this.#newer.set(start, known);
  }
}
