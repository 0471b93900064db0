import { BASE62, fake } from './fake-secret.ts';

/** Gives words that hold a secret, each another one, so that one that is found says where it came in. */
export class WordsWithSecrets {
  readonly secrets: Record<string, string> = {};
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  readonly say = (where: string): string => {
    const count = Object.keys(this.secrets).length;
    const secret = `ghp_${fake(BASE62, 36, this.#seed + count)}`;
    this.secrets[`${where} (${count})`] = secret;
    return `${where} ${secret}`;
  };
}
