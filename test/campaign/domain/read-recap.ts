import type { Recap } from '../../../src/campaign/domain/recap/compose-recap.ts';

const CITATION = / \[(evt_\d+(?:, evt_\d+)*)\]$/;

/** The text without event ids and without the count of what is not shown: what the length limits. */
export const withoutIds = (text: string): string =>
  text
    .replace(/\n\n[\d,]+ events? not shown\.$/, '')
    .split('\n')
    .map((line) => line.replace(CITATION, ''))
    .join('\n');

/** The ids at the end of each line that has some. */
export const citedIn = (text: string): readonly (readonly string[])[] =>
  text.split('\n').flatMap((line) => {
    const ids = CITATION.exec(line)?.[1];
    return ids === undefined ? [] : [ids.split(', ')];
  });

/** The lines of the beats that the whole party knows. */
export const beatLinesIn = (text: string): readonly string[] =>
  (text.split('\n\n')[0] ?? '').split('\n').slice(1);

/** Ids of the events that are in a beat, in the order of the beats. */
export const shownIn = ({ beats }: Recap): readonly string[] => [
  ...new Set(beats.flatMap(({ events }) => events)),
];
