/** What a person's identity file starts from. Until something is written into it, it counts as missing. */
export const IDENTITY_TEMPLATE = `# Who I am

<!-- A few lines about you, for the agents that work with you. This file is yours: nothing else writes to it. -->

# How I like to work

<!-- For instance: short answers; ask before deleting; tests before refactoring. -->

# What to know about this machine or project

<!-- Things that are always true and never in the code. -->
`;

const HEADING = /^#{1,6}\s/;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Whether the file contains more than headings, comments and the template. */
export function isFilledIn(text: string): boolean {
  const own = new Set(IDENTITY_TEMPLATE.split('\n').map((line) => line.trim()));
  return text
    .replace(COMMENT, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .some((line) => line !== '' && !HEADING.test(line) && !own.has(line));
}
