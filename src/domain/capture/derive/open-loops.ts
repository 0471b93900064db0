import { saysUnfinished } from '../open-points.ts';
import { wordsOf as namesIn } from '../standing-rules.ts';
import type { TodoItem, TranscriptDigest } from '../transcript-digest.ts';
import { hasOwnWork, TEST_FILE } from './turns.ts';
import { type CheckpointPart, type DerivedItem, quoted } from './wording.ts';
import { openFiles } from './worktree-lines.ts';

const MAX_TODO = 200;

/** The same todo has the same text in every session, so that it is recognized. */
const todoText = ({ text }: Pick<TodoItem, 'text'>): string => `Todo: ${quoted(text, MAX_TODO)}`;

const LABEL = /^todo:\s*/i;
const wordsOf = (loop: string): string =>
  loop
    .replace(LABEL, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether two open loops name the same todo, whoever wrote them. */
export const isSameTodo = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

const lastAsked = ({ requests }: TranscriptDigest): number =>
  requests.findLast(({ kind }) => kind === 'said')?.line ?? 0;

/** Whether the title of a later commit has at least half of the words of what was in progress. */
function isCommittedByName({ commits }: TranscriptDigest, { text, line }: TodoItem): boolean {
  const words = [...namesIn(text)];
  return (
    words.length > 0 &&
    commits.some((commit) => {
      const subject = namesIn(commit.subject);
      return commit.line > line && words.filter((word) => subject.has(word)).length * 2 >= words.length;
    })
  );
}

const DONE =
  /✅|✔|☑|\[x\]|(?<!\p{L}|not )(?:done|completed?|fertig|erledigt|hech[oa]|list[oa])(?!\p{L})|完成|完了|완료/iu;

/** Whether a line of a later report has at least half of the words of a todo and says that it is done. */
const isReportedDone = ({ closings }: TranscriptDigest, { text, line }: TodoItem): boolean => {
  const words = [...namesIn(text)];
  return closings
    .filter((closing) => closing.line > line)
    .flatMap((closing) => closing.text.split('\n'))
    .filter((row) => DONE.test(row) && !saysUnfinished(row))
    .some((row) => {
      const said = namesIn(row);
      return words.length > 0 && words.filter((word) => said.has(word)).length * 2 >= words.length;
    });
};

/** Whether files that a todo names were written later. */
const isWritten = ({ filesWritten }: TranscriptDigest, { text, line }: TodoItem): boolean => {
  const names = text.match(/[\w./-]*[\w-]\.\w{1,8}(?!\w)|\w*\p{Ll}\p{Lu}\w*/gu) ?? [];
  return (
    names.length > 0 &&
    names.every((name) => filesWritten.some((file) => file.line > line && file.path.includes(name)))
  );
};

/** A todo that says no more than "tests". */
const ONLY_TESTS =
  /^\W*(?:(?:add|write|unit|the|new) )*(?:tests?|specs?|pruebas|testes|tester|テスト(?:を書く)?|测试|写测试|테스트)\W*$/iu;
const isTested = ({ filesWritten }: TranscriptDigest, { text, line }: TodoItem): boolean =>
  ONLY_TESTS.test(text) && filesWritten.some((file) => file.line > line && TEST_FILE.test(file.path));

/** A list for one turn says nothing once the person has asked for something else. */
const openTodos = (digest: TranscriptDigest): readonly TodoItem[] =>
  digest.todos.filter(
    (todo) =>
      todo.state !== 'done' && !(todo.isForTurn && todo.line < lastAsked(digest)) && !isTested(digest, todo),
  );

/** Whether every word that names a todo is in a text. */
const isNamed = (todo: TodoItem, text: string): boolean => {
  const words = [...namesIn(todo.text)];
  const said = namesIn(text);
  return words.length > 0 && words.every((word) => said.has(word));
};

/** Whether the person asked for a later todo of the list by its name. */
function isLeftBehind({ todos, requests }: TranscriptDigest, todo: TodoItem): boolean {
  const next = todos.slice(todos.indexOf(todo) + 1).filter(({ state }) => state === 'open');
  const said = requests.filter(({ line, kind }) => kind === 'said' && line > todo.line);
  const at = said.findLastIndex(({ text }) => next.some((one) => isNamed(one, text)));
  return at >= 0 && !said.slice(at).some(({ text }) => isNamed(todo, text));
}

/** Whether a later todo of the list was ticked off, and something committed since. */
const isSkipped = ({ todos, commits }: TranscriptDigest, todo: TodoItem): boolean =>
  todos
    .slice(todos.indexOf(todo) + 1)
    .some(
      (next) => next.state === 'done' && commits.some(({ line }) => line > Math.max(next.line, todo.line)),
    );

/** What was in progress may be over once it was committed or the person went on, and what was skipped; nobody touched the list. */
const isPassed = (digest: TranscriptDigest, todo: TodoItem): boolean =>
  todo.state === 'doing'
    ? digest.commits.some((commit) => commit.line > todo.line && commit.line < lastAsked(digest)) ||
      isLeftBehind(digest, todo)
    : isSkipped(digest, todo);

const lastChange = ({ todos }: TranscriptDigest): number => Math.max(0, ...todos.map(({ line }) => line));

const commitsSince = (digest: TranscriptDigest): number =>
  digest.commits.filter(({ line }) => line > lastChange(digest)).length;

/** One commit may be for a part of a todo. */
const MIN_COMMITS = 2;

/** The person went on to something else. */
const MIN_MESSAGES = 2;
const messagesSince = ({ requests, commits }: TranscriptDigest): number =>
  requests.filter(
    ({ kind, isSlight, line }) => kind === 'said' && !isSlight && line > (commits.at(-1)?.line ?? 0),
  ).length;

/** Nobody works that long by a list without touching it. */
const MIN_TURNS = 2;
const MIN_TURNS_WITHOUT_COMMITS = 3;

/**
 * Whether as many commits were made as there are open todos, without ticking anything off: then most of them are done. If several
 * turns worked and committed without it, the work may follow another plan.
 */
function isStale(digest: TranscriptDigest, open: readonly TodoItem[]): boolean {
  const commits = commitsSince(digest);
  const changedAt = lastChange(digest);
  const worked = digest.closings.filter((one) => one.line > changedAt && hasOwnWork(digest, one));
  const turns = new Set(worked.map(({ turn }) => turn)).size;
  if (commits > 0 && openFiles(digest).length === 0 && messagesSince(digest) >= MIN_MESSAGES) return true;
  if (commits < MIN_COMMITS) return turns >= MIN_TURNS_WITHOUT_COMMITS;
  return commits >= open.length || turns >= MIN_TURNS;
}

/** Every open todo, by name, unless the list is stale. */
export function deriveOpenLoops(digest: TranscriptDigest): DerivedItem[] {
  const open = openTodos(digest);
  if (isStale(digest, open)) return [];
  const current = open.filter((todo) => !isPassed(digest, todo));
  return current.map((todo) => ({ type: 'open_loop', text: todoText(todo), lines: [todo.line] }));
}

/** The open todos of a stale list, in one line that says so. They become no open loops, which nobody would close. */
export const staleTodos: CheckpointPart = (digest) => {
  const all = openTodos(digest);
  const left = isStale(digest, all) ? all : all.filter((todo) => isPassed(digest, todo));
  const open = left.filter(
    (todo) =>
      !(isPassed(digest, todo) || left === all) ||
      !(isCommittedByName(digest, todo) || isReportedDone(digest, todo) || isWritten(digest, todo)),
  );
  const [first] = open;
  if (first === undefined) return [];
  const count = commitsSince(digest);
  const names = open.map(({ text }) => quoted(text, MAX_TODO)).join(', ');
  const since = count === 0 ? 'the person went on' : `it made ${count} ${count === 1 ? 'commit' : 'commits'}`;
  const text = `Open on a todo list that the agent has not updated since, while ${since}: ${names}.`;
  return [{ line: first.line, text }];
};

/** How a later transcript resolved an open loop that was derived from an earlier one; null if it does not show. */
export function resolutionOf({ todos }: TranscriptDigest, loop: string): string | null {
  const todo = todos.find((one) => isSameTodo(todoText(one), loop));
  if (todo?.state === 'done') return 'It was ticked off later.';
  if (todo === undefined && todos.length > 0 && loop.startsWith('Todo: '))
    return 'A later todo list replaced it.';
  return null;
}
