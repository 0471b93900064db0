import { countOf } from '../orientation/wording.ts';
import type { DerivedItem } from './derive/derived-item.ts';
import { deriveFromGist } from './derive-from-gist.ts';
import type { Gist } from './gist.ts';
import { entry, type Section } from './render/entry.ts';
import { structuredSections } from './render/structured-sections.ts';

/** Without the headings. */
const MAX_CHARS = 24_000;

const HEADINGS: readonly (readonly [DerivedItem['type'], string])[] = [
  ['checkpoint', 'Where it was left'],
  ['next_session_focus', 'Focus'],
  ['open_loop', 'Open loops'],
  ['constraint', 'Constraints'],
  ['warning', 'Warnings'],
  ['decision', 'Decisions'],
  ['lesson', 'Lessons'],
  ['preference', 'Preferences'],
];

const sourceOf = ({ lines }: DerivedItem) =>
  lines.length === 0 ? 'from all of it' : `from line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;

function summarySections(gist: Gist): Section[] {
  const derived = deriveFromGist(gist);
  return HEADINGS.map(([type, heading]) => ({
    heading,
    items: derived.filter((item) => item.type === type).map((item) => entry(sourceOf(item), item.text)),
  }));
}

const lengthOf = ({ items }: Section) => items.reduce((sum, item) => sum + item.length + 1, 0);

/** The longest sections give way first, and in them the oldest items. */
function withinRoom(sections: readonly Section[]): (Section & { readonly leftOut: number })[] {
  const shown = sections.map((section) => ({ ...section, leftOut: 0 }));
  for (;;) {
    const lengths = shown.map(lengthOf);
    const at = lengths.indexOf(Math.max(...lengths));
    const longest = shown[at];
    if (longest === undefined || lengths.reduce((sum, length) => sum + length, 0) <= MAX_CHARS) return shown;
    const cut = Math.ceil(longest.items.length / 4);
    shown[at] = { ...longest, items: longest.items.slice(cut), leftOut: longest.leftOut + cut };
  }
}

/** Markdown for people and models. What comes from the transcript is quoted: none of it reads as a line of ours. */
export function renderGist(gist: Gist, form: 'summary' | 'structured'): string {
  const { requests, replies, calls, compactions, interruptions } = gist.counts;
  const sections = form === 'summary' ? summarySections(gist) : structuredSections(gist);
  const body = withinRoom(sections)
    .filter(({ items, leftOut }) => items.length + leftOut > 0)
    .map(({ heading, items, leftOut }) =>
      [
        `## ${heading}`,
        ...(leftOut > 0
          ? [`- ${leftOut} earlier ${leftOut === 1 ? 'one is' : 'ones are'} left out here`]
          : []),
        ...items,
      ].join('\n'),
    );
  const counted = [
    countOf(requests, 'request'),
    countOf(replies, 'reply', 'replies'),
    countOf(calls, 'tool call'),
    countOf(compactions, 'compaction'),
    countOf(interruptions, 'interruption'),
  ].join(', ');
  const opening = `${counted}. Text after ">" or between backticks is from the transcript.`;
  return ['# What the transcript shows', opening, ...body].join('\n\n');
}
