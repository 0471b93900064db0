import { blocksOf, changeBlocks, renderBlocks } from './blocks.ts';
import { keepBothEnds, plain } from './clip.ts';
import { keepWholeBlocks } from './keep-whole-blocks.ts';

/** What clients draft before the summary itself. */
const DRAFT =
  /^[ \t]*(?:<analysis>[\s\S]*?<\/analysis>|Analysis:[ \t]*\n[\s\S]*?(?=^[ \t]*(?:<summary>|Summary:)))/m;
const FRAME = /^[ \t]*(?:<\/?summary>|Summary:)[ \t]*$/gm;
const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$\n?/gm;

const SECTION =
  /^(?:#+[ \t]*)?(?:\d+\.[ \t]*)?\**(Primary Request and Intent|Key Technical Concepts|Files and Code Sections|Errors and fixes|Problem Solving|All user messages|Pending Tasks|Current Work|Optional Next Step|Next Steps?)\b\**[ \t]*:?\**/gim;

type SectionName =
  | 'primary request and intent'
  | 'errors and fixes'
  | 'problem solving'
  | 'pending tasks'
  | 'current work'
  | 'optional next step'
  | 'next step'
  | 'next steps';

interface SummarySection {
  /** In lower case; '' for a summary without the usual sections. */
  readonly name: string;
  readonly text: string;
}

/** Without the indentation that all lines have. */
function dedented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return lines
    .map((line) => line.slice(Math.min(...indents)))
    .join('\n')
    .trim();
}

function sectionsOf(summary: string): readonly SummarySection[] {
  const heads = [...summary.matchAll(SECTION)];
  if (heads.length === 0) return [{ name: '', text: summary.trim() }];
  return heads.map(({ 0: head, 1: name = '', index }, at) => ({
    name: name.toLowerCase(),
    text: dedented(summary.slice(index + head.length, heads[at + 1]?.index ?? summary.length)),
  }));
}

/** Whether it has the usual sections, so that one can tell what was done from what was pending. */
export const hasSections = (summary: string): boolean => sectionsOf(summary)[0]?.name !== '';

const ERRORS = 'errors and fixes';

/** The items of a section that are wanted. */
const itemsOf = (text: string, isWanted: (item: string) => boolean): string =>
  renderBlocks(changeBlocks(blocksOf(text), ({ lead, items }) => ({ lead, items: items.filter(isWanted) })));

const NOTHING = /^[-*\s]*(?:none|n\/a|no (?:pending|outstanding)|nothing)\b[^\n]*$/i;

/**
 * These sections in this order, each under its name, without empty ones; the whole summary if it has no sections. Of the errors only
 * those that `isError` names.
 */
export function summarySections(
  summary: string,
  names: readonly SectionName[],
  max: number,
  isError: (item: string) => boolean = () => true,
): string {
  const sections = sectionsOf(summary);
  const [whole] = sections;
  if (whole?.name === '') return keepWholeBlocks(whole.text, max, 0.4);
  const wanted = names.flatMap((name) =>
    sections
      .filter((one) => one.name === name && !NOTHING.test(one.text))
      .map((one) => (name === ERRORS ? { ...one, text: itemsOf(one.text, isError) } : one))
      .filter(({ text }) => text !== ''),
  );
  const room = max / Math.max(1, wanted.length);
  return wanted
    .map(
      ({ name, text }) =>
        `${name.charAt(0).toUpperCase()}${name.slice(1)}:\n${keepWholeBlocks(text, room, 0.5)}`,
    )
    .join('\n');
}

/** Longer than any of the sections is shown. */
const MAX_SECTION = 1_500;
/** Of a text that is much longer, both ends are looked at. */
const inspected = (text: string, max: number): string => keepBothEnds(text, max * 4, 0.5, '\n');
/** The digest has these words, or they are in the files. */
const LEFT_OUT = ['all user messages', 'files and code sections', 'key technical concepts'];

/** The summary that a client wrote at a compaction, without its draft, code, and what is known otherwise. */
export function compactSummary(text: string, max: number): string {
  const whole = plain(text)
    .replace(DRAFT, '')
    .replace(FRAME, '')
    .replace(CODE, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
  const sections = sectionsOf(whole);
  if (sections[0]?.name === '') return keepWholeBlocks(inspected(whole, max), max, 0.4);
  return sections
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map(
      ({ name, text: body }) =>
        `${name}:\n${keepWholeBlocks(inspected(body, MAX_SECTION), MAX_SECTION, 0.5)}`,
    )
    .join('\n');
}
