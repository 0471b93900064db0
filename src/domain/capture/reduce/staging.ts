import { clipLine } from '../clip.ts';
import { segmentsOf } from '../command.ts';
import { isElsewhere, pathsStaged } from '../git-output.ts';
import type { Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND } from './bounds.ts';

/** One of two paths ends with the other: a command may name files from another folder. */
const isNamedBy = (path: string, named: string): boolean =>
  path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`);
/** Of a folder it is not known which files are in it: commands may have named them from elsewhere. */
const isFile = (path: string): boolean => /[^/]\.\w+$/.test(path);

/** What a commit takes is known if `git add` named files, and the commit names none and does not take all. */
const namesFiles = (segment: string): boolean => {
  const words = segment
    .replace(/^git commit/, '')
    .replace(
      /\s(?:-[a-zA-Z]*[mFC]|--(?:message|file|author|date|fixup|squash))(?:=|\s+)?(?:"(?:[^"\\]|\\.)*"|'[^']*'|\S+)/g,
      ' ',
    )
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.some((word) => !word.startsWith('-') || /^(?:--|--only|--include|-o|-i)$/.test(word));
};
/** All changes of files that git knows. */
const TRACKED = '*';

const UNSTAGES =
  /^git (?:reset|restore|stash|(?:checkout|switch)(?!\s+-[bcBC]\b)|rm|mv|merge|rebase|pull|cherry-pick|am|apply)\b/;

/** Follows what is staged, and which files of the session a commit left behind. */
export function addStaging(
  digest: TranscriptDigest,
  command: string,
  { line }: Mark,
  hasCommitted: boolean,
): TranscriptDigest {
  const segments = segmentsOf(command).filter((segment) => segment.startsWith('git '));
  if (segments.length === 0 || isElsewhere(command, digest.root)) return digest;
  const given = pathsStaged(command).map((path) => clipLine(path.replace(/^\.\/|\/+$/g, ''), BOUND.path));
  // `commit -a` takes what git knows, and no new files.
  const takesTracked = hasCommitted && given.includes(TRACKED);
  const named = takesTracked ? given.filter((path) => path !== TRACKED) : given;
  const before = digest.staging ?? { paths: [], isAll: false };
  const staging = {
    paths: [...new Set([...before.paths, ...named])].slice(-BOUND.statusPaths),
    isAll:
      before.isAll ||
      named.some((path) => !isFile(path) || /[*?[{$`]/.test(path)) ||
      segments.some((segment) => UNSTAGES.test(segment)),
  };
  if (!hasCommitted)
    return named.length + before.paths.length === 0 && !staging.isAll ? digest : { ...digest, staging };
  const isKnown =
    !staging.isAll &&
    staging.paths.length > 0 &&
    !segments.some((segment) => /^git commit\b/.test(segment) && namesFiles(segment));
  const previous = digest.commits.findLast((commit) => commit.line < line)?.line ?? -1;
  const open = digest.filesWritten.filter(
    (file) => file.line > previous || (digest.leftBehind ?? []).includes(file.path),
  );
  const left = open.filter(({ path }) => !staging.paths.some((one) => isNamedBy(path, one)));
  const untracked = left.filter(
    (file) =>
      file.isNew === true && (file.firstLine > previous || (digest.leftBehind ?? []).includes(file.path)),
  );
  const { staging: _, ...rest } = digest;
  const isWithoutNew = takesTracked && !staging.isAll;
  const behind = isWithoutNew ? untracked : isKnown ? left : [];
  return { ...rest, leftBehind: behind.map(({ path }) => path).slice(-BOUND.statusPaths) };
}
