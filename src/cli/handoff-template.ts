import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import { HANDOFF_PARTS, type HandoffPart, type HandoffTexts } from './end-or-pause.ts';
import { oneLine } from './terminal-text.ts';

export interface KnownLoop {
  readonly id: string;
  readonly content: string;
}

const comment = (text: string) => `<!-- ${oneLine(text).replaceAll('-->', '→')} -->`;
const isComment = (line: string) => /^\s*<!--.*-->\s*$/.test(line);
const LOOP_CHARS = 100;

export function handoffTemplate(loops: readonly KnownLoop[]): string {
  const parts = HANDOFF_PARTS.flatMap(({ heading, description, isList, flag }) => [
    `# ${heading}`,
    comment(isList ? `${description} Write one item per line, each after "- ".` : description),
    ...(flag === 'resolve'
      ? loops.map(({ id, content }) => comment(`${id} ${content.slice(0, LOOP_CHARS)}`))
      : []),
    '',
    '',
  ]);
  return [
    comment(
      'The handoff for the next session. Save and close the file to store it. Leave it empty to cancel.',
    ),
    comment('Lines like this one are not stored.'),
    '',
    ...parts,
  ].join('\n');
}

const headingOf = (line: string): string | undefined => /^# +(.+?) *$/.exec(line)?.[1];

function partNamed(heading: string): HandoffPart | undefined {
  const known = HANDOFF_PARTS.find((part) => part.heading.toLowerCase() === heading.toLowerCase());
  if (known !== undefined) return known;
  const headings = HANDOFF_PARTS.map((part) => part.heading);
  const [near] = nearest(heading, headings, 1);
  // A heading that resembles none of ours is part of the person's text.
  if (near === undefined) return undefined;
  throw invalid(
    'unknown_heading',
    `There is no heading "# ${heading}".`,
    `Did you mean "# ${near}"? Nothing was written.`,
    {
      allowed: headings,
    },
  );
}

const BULLET = /^\s*[-*] +/;

/** A bullet or the line after an empty line begins an item; other lines continue it. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.trim() === '') isOpen = false;
    else if (BULLET.test(line) || !isOpen) {
      items.push(line.replace(BULLET, '').trim());
      isOpen = true;
    } else items.push(`${items.pop()}\n${line.trim()}`);
  }
  return items.filter((item) => item !== '');
}

/** Parses the edited text. Text before the first heading is the checkpoint. */
export function parseHandoff(text: string): HandoffTexts {
  const lines = new Map<string, string[]>();
  let part: HandoffPart | undefined = HANDOFF_PARTS[0];
  for (const line of text.split(/\r?\n/)) {
    if (isComment(line)) continue;
    const heading = headingOf(line);
    const next = heading === undefined ? undefined : partNamed(heading);
    if (next !== undefined) part = next;
    else if (part !== undefined) lines.set(part.flag, [...(lines.get(part.flag) ?? []), line]);
  }
  return Object.fromEntries(
    HANDOFF_PARTS.map(({ flag, isList }) => {
      const own = lines.get(flag) ?? [];
      const whole = own.join('\n').trim();
      return [flag, isList ? itemsOf(own) : whole === '' ? [] : [whole]];
    }),
  );
}
