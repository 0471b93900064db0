import { plural } from './format.ts';

export interface PastConversations {
  readonly name: string;
  readonly title: string;
  readonly count: number;
}

/** Only an offer: a person starts the import. */
export const importOffer = ({ name, title, count }: PastConversations, program: string, flags = ''): string =>
  `This machine has ${plural(count, 'past conversation')} of ${title}. To import ${count === 1 ? 'it' : 'them'}: ${program} import ${name}${flags}`;
