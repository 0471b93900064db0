import type { Entity } from '../entity.ts';
import { entityKey } from '../new-entity.ts';
import { ofKind } from './facts-for.ts';
import { named, pick } from './wording.ts';

/** Words that stand before a name and are none. */
const TITLE =
  /^(?:the|a|an|sir|dame|lady|lord|captain|brother|sister|father|mother|old|young|king|queen|master|mistress|saint|doctor|frau|herr|don|doña|madame|monsieur|el|la|le|les|der|die|das|von|van|de)$/i;

/** What a person is called once the full name was said, by the full name. */
export type Cast = ReadonlyMap<string, string>;

export function castOf(entities: readonly Entity[]): Cast {
  const people = ofKind(entities, 'character').map(({ name }) => named(name));
  const firsts = entities.map(({ name }) => entityKey(name.trim().split(/\s+/)[0] ?? ''));
  const isOnlyOne = (word: string) => firsts.filter((first) => first === entityKey(word)).length === 1;
  return new Map(
    people.flatMap((name): [string, string][] => {
      const [first = '', ...rest] = name.split(/\s+/);
      const isShort = rest.length > 0 && /^\p{L}{2,}$/u.test(first) && !TITLE.test(first) && isOnlyOne(first);
      return isShort ? [[entityKey(name), first]] : [];
    }),
  );
}

/** Where a name stands as a word of its own. */
function placesOf(name: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at !== -1 && name !== ''; at = text.indexOf(name, at + 1))
    if (!/\p{L}/u.test(`${text.charAt(at - 1)}${text.charAt(at + name.length)}`)) places.push(at);
  return places;
}

/** Remembers what the telling has said, so that it need not say it again. */
export class Scribe {
  readonly #said = new Set<string>();
  readonly #last = new Map<string, string>();
  readonly #cast: Cast;
  /** Who spoke last. */
  speaker: string | null = null;
  place: string | null = null;
  date: string | null = null;
  /** The first event of the fight that is being told. */
  fight: string | null = null;

  constructor(cast: Cast) {
    this.#cast = cast;
  }

  /** As `pick`, but not the same words twice in a row. */
  vary(choices: readonly string[], key: string): string {
    const use = choices.join('\n');
    const others = choices.filter((choice) => choice !== this.#last.get(use));
    const chosen = pick(others, key);
    this.#last.set(use, chosen);
    return chosen;
  }

  person(name: string): string {
    const key = entityKey(named(name));
    const short = this.#said.has(key) ? this.#cast.get(key) : undefined;
    this.#said.add(key);
    return short ?? named(name);
  }

  /** Whether words begin with this person's name, whole or short. */
  isNamedFirst(name: string, words: string): boolean {
    return this.#placesOf(name, words).includes(0);
  }

  isNamed(name: string, words: string): boolean {
    return this.#placesOf(name, words).length > 0;
  }

  #placesOf(name: string, words: string): readonly number[] {
    const text = words.toLowerCase();
    const short = this.#cast.get(entityKey(named(name)));
    return [name, ...(short === undefined ? [] : [short])].flatMap((each) => placesOf(entityKey(each), text));
  }

  /** True where the place is news. */
  comesTo(place: string | null): boolean {
    if (place === null || (this.place !== null && entityKey(place) === entityKey(this.place))) return false;
    this.place = place;
    this.speaker = null;
    return true;
  }
}
