import { clipLine, plain, withoutTrailingSpaces } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { BOUND } from './bounds.ts';

const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$\n?/gm;
/** A longer plan is not even looked at to its end. */
const MAX_INSPECTED = 20_000;

const HEADING = /^#{1,6}\s+/;
const NAMES_FILE = /`[^`\n]*[\w-]\.\w{1,8}`/;
const WANTED =
  /(?<!\p{L})(?:files?|decisions?|decided|verification|verify|open questions?|out of scope|dateien|entscheidung(?:en)?|archivos|decisiones|fichiers|décisions)(?!\p{L})|ファイル|決定|検証|文件|决定|验证|파일|결정|검증/iu;
const TABLE_RULE = /^\s*\|[\s|:-]*$/;
const ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s/;

const rowAsItem = (row: string): string =>
  `- ${row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .join(' — ')}`;

/** The files, decisions and checks that a plan names. */
function outlineOf(lines: readonly string[]): readonly string[] {
  let isWanted = false;
  return lines.flatMap((line, at) => {
    if (HEADING.test(line)) {
      isWanted = WANTED.test(line);
      return isWanted ? [line] : NAMES_FILE.test(line) ? [`- ${line.replace(HEADING, '')}`] : [];
    }
    if (!isWanted || TABLE_RULE.test(line) || TABLE_RULE.test(lines[at + 1] ?? '')) return [];
    return line.startsWith('|') ? [rowAsItem(line)] : ITEM.test(line) ? [line] : [];
  });
}

/** Fewer lines are no outline. */
const MIN_OUTLINE = 3;

/** A plan by its title, files, decisions and checks; one without such sections with its beginning. Code is left out. */
export function compactPlan(plan: string): string {
  const text = withoutTrailingSpaces(plain(plan.slice(0, MAX_INSPECTED)).replace(CODE, ''))
    .replace(/\n{2,}/g, '\n')
    .trim();
  const [title = '', ...lines] = text.split('\n');
  const outline = outlineOf(lines);
  const body = (outline.length >= MIN_OUTLINE ? outline : lines).join('\n');
  return `${clipLine(title, BOUND.title * 2)}\n${keepWholeBlocks(body, BOUND.plan, 0.8, isOpenPoint)}`.slice(
    0,
    BOUND.plan + 3 * BOUND.title,
  );
}

/** The first line of a plan, and the rest. */
export function planParts(plan: string): { readonly title: string; readonly text: string } {
  const [first = '', ...rest] = plan.split('\n');
  return { title: clipLine(first.replace(/^#+\s*(?:plan:?\s*)?/i, ''), 240), text: rest.join('\n') };
}
