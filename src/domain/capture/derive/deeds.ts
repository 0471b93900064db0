import { type Block, isIntroduction } from '../blocks.ts';
import { statementsOf } from '../question.ts';
import { pointsInLine } from './points-in-line.ts';
import { isPassed, isPassedSection, PASSES, plainWords } from './report-text.ts';
import { isLighter } from './wording.ts';

/** What was done, rather than what was found before. */
const DOES =
  /(?<!\p{L})(?:added|adds|fix(?:ed|es)?|modified|inserted|creates|updates|removes|extended|extracted|merged|converted|rewrote|rewritten|wired|replaced|removed|moved|created|changed|updated|renamed|implemented|introduced|split|switched|dropped|wrote|built|set|now|no longer|agregué|cambié|arreglé|quité|creé|moví|ahora|hinzugefügt|ersetzt|behoben|geändert|jetzt|ajouté|corrigé|remplacé|maintenant)(?!\p{L})|追加|修正|変更|削除|改成|改为|新增|加了|修复|删|추가|수정|변경|바꿨/iu;

/** A deed is named at the beginning, where the language has verbs there. */
const MAX_BEFORE_DEED = 12;
export function beginsWithDeed(item: string): boolean {
  const deed = DOES.exec(plainWords(item));
  return deed !== null && (deed.index <= MAX_BEFORE_DEED || !/^\w/.test(deed[0]));
}

/** A longer sentence is no summary. */
const MAX_GIST = 300;
export const NAMES_SOMETHING = /`[^`\n]+`|#\d+|https?:|\d/;

/** What a line introduces may be left out, and the line names it. */
const withoutColon = (line: string): string => line.replace(/[:：]([*_]*)\s*$/, '$1');
const MIN_INTRODUCTION = 25;
/** A sentence about a commit that says more than that it was made. */
const MIN_ABOUT_COMMIT = 60;

const MAX_CODE = 200;
export const CODE_AT_END = /\s`[^`]*`$/;

/** Sentences, and short code behind the last one, which introduces it. */
function withCode(sentences: readonly string[], code: readonly string[]): readonly string[] {
  const last = sentences.at(-1)?.trimEnd() ?? '';
  const lines = code.flatMap((item) => item.split('\n')).filter((line) => !/^\s*(?:```|~~~)/.test(line));
  const words = lines.join(' ').replaceAll('`', "'").replace(/\s+/g, ' ').trim();
  const isShown = words !== '' && words.length <= MAX_CODE && isIntroduction(last);
  return isShown ? [...sentences.slice(0, -1), `${last} \`${words}\``] : sentences;
}

/** A command in backticks, and nothing about it. */
const isOnlyCommand = (item: string): boolean => /^\W*`[^`\n]* [^`\n]*`\W*$/.test(item);

/** The sentences and items that say what was done, and not only that it passes or is committed. */
export const deedsIn = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .filter((block) => !isPassedSection(block))
    .flatMap(({ kind, lead, items }) => [
      ...(kind === 'table' ? [] : withCode(lead.flatMap(statementsOf), kind === 'code' ? items : [])),
      ...(kind === 'text' || kind === 'list' ? items : []),
    ])
    .filter((item) => !(isIntroduction(item) && isLighter(item, MIN_INTRODUCTION)))
    .map(withoutColon)
    .filter(
      (item) =>
        !isPassed(item) &&
        !isOnlyCommand(item) &&
        !PASSES.test(item) &&
        !(/commit|push/i.test(item) && isLighter(item, MIN_ABOUT_COMMIT)),
    );

/** The first sentence that says what was done, by name if one does. */
export function gistOf(deeds: readonly string[]): string {
  const short = deeds.filter((item) => item.length <= MAX_GIST);
  const named = short.filter((item) => NAMES_SOMETHING.test(item));
  const gist =
    named.find((item) => DOES.test(item)) ?? named[0] ?? short.find((item) => !isLighter(item, MIN_DEED));
  return gist?.trim() ?? '';
}

/** A shorter sentence without a name says nothing. */
const MIN_DEED = 40;

/** What was done in one line, from the first sentence that names something; each point in short if not all of them fit. */
export function inLine(deeds: readonly string[], max: number): string {
  const from = Math.max(
    0,
    deeds.findIndex((item) => NAMES_SOMETHING.test(item)),
  );
  return pointsInLine(deeds.slice(from), max);
}
