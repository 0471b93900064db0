const HASH = /^[0-9a-f]{40}$/;
const NAME = /^(?:[a-z]+[-_]?)?token$/i;
// Old tokens of GitHub and others are 40 hex digits too: a name that says whose it is or what it opens is believed.
const TELLING_NAME =
  /git|gh|hub|lab|auth|access|api|bearer|refresh|secret|personal|private|deploy|session|npm|ci|user|bot|admin|login/i;
const WORD = /(?<![\w-])(?:commits?|committed|sha|sha-?1|revs?|revision|changeset)(?![\w-])/gi;
const OTHER_HASH = /^[\s:=#(`'"]{1,4}[0-9a-f]{7,40}(?![0-9a-z])/;
const REACH = 100;

/** `token: 9fceb02...` in a line that speaks of a commit, when it is not the commit of another hash. */
export function isCommitHash(
  text: string,
  name: string,
  nameStart: number,
  start: number,
  end: number,
): boolean {
  if (!HASH.test(text.slice(start, end)) || !NAME.test(name) || TELLING_NAME.test(name)) return false;
  const before =
    text
      .slice(Math.max(0, nameStart - REACH), nameStart)
      .split(/[\r\n]|\\[nr]/)
      .at(-1) ?? '';
  const after = text.slice(end, end + REACH).split(/[\r\n]|\\[nr]/, 1)[0] ?? '';
  return [before, after].some((part) =>
    [...part.matchAll(WORD)].some((word) => !OTHER_HASH.test(part.slice(word.index + word[0].length))),
  );
}
