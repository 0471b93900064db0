import { commandKey, headOf } from '../command.ts';
import { IS_ASKED, lowered, matches } from '../patterns/pattern.ts';
import { LEFT_TO_PERSON, ONLY_OFFERED, REMAINING_HEADING } from '../patterns/plans.ts';
import { sentencesOf } from '../sentences.ts';
import type { Failure, TestsRun, TodoItem, TranscriptDigest } from '../transcript-digest.ts';
import { lastSubstantialReply } from './checkpoint.ts';
import { failingRuns, latestRuns } from './test-runs.ts';
import { asCommand, type DerivedItem, listed, quoted, quotedProse, testCounts } from './wording.ts';

const MAX_REMAINING = 6;
const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)]|\[ \]|☐)\s+(?:\[ \]\s*)?(\S.*)$/;
const MARKUP = /^(?:[\s#*_>-]|[\u2190-\u2bff]|[\ud83c-\udfff]|\ufe0f)+|[*_]+(?=\s*:?\s*$)/g;

const isOffered = (text: string) => matches(ONLY_OFFERED, lowered(text));
const isFirm = (text: string) => !isOffered(text) && !IS_ASKED.test(text);

/** The remaining work that a text names, on the line of its heading or in the list below it. */
function remainingIn(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.findLastIndex((line) => REMAINING_HEADING.test(lowered(withoutMarkup(line))));
  const head = lines[found];
  if (head === undefined || isOffered(head)) return [];
  const rest = withoutMarkup(head)
    .replace(/^[^:：]*[:：]?/, '')
    .trim();
  return (rest === '' ? listAfter(lines, found) : [rest.replaceAll('**', '')]).filter(isFirm);
}

/** Without heading marks, emphasis and check marks. */
const withoutMarkup = (line: string): string =>
  line
    .replace(MARKUP, '')
    .replace(/\*\*|__/g, '')
    .trim();

function listAfter(lines: readonly string[], at: number): string[] {
  const items: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = LIST_ITEM.exec(line)?.[1];
    if (item !== undefined) items.push(item.replaceAll('**', ''));
    else if (line.trim() !== '' && !/^\s{2,}/.test(line)) break;
  }
  return items.slice(0, MAX_REMAINING);
}

const MAX_TODOS = 8;
const MAX_ADVICE = 2;
/** A todo list that did not change for this many requests is out of date. */
const STALE_TURNS = 3;
/** Courtesy questions at the end of a turn. */
const COURTESY =
  /anything else|what would you like|how can I help|what do you do|what['’]s next|what next|does that (?:help|make sense)|sonst noch|autre chose|algo más|他に何か|还有什么/iu;
const SIGNIFICANT =
  /^(?:(?:npm|pnpm|yarn|bun) (?:run|install|ci|publish|build|i$)|tsc|eslint|biome|prettier|mypy|ruff|make|cmake|cargo (?:build|check|clippy|run|publish)|go (?:build|vet|run)|docker|docker-compose|podman|kubectl|helm|terraform|dotnet (?:build|publish|run)|mvn|gradle|\.\/gradlew|\.\/mvnw|git (?:push|commit|merge|rebase|pull|cherry-pick)|pip3?|poetry|uv|bundle|composer|psql|mysql|prisma|alembic|rails|rake|mix|deploy|fly|vercel|gh|aws|gcloud|az|ansible)/;

const loop = (text: string, lines: readonly number[]): DerivedItem => ({ type: 'open_loop', text, lines });

const STATES = { doing: 'under way', open: 'not begun', done: 'done' } as const;

function fromTodos({ todos, counts }: TranscriptDigest): DerivedItem[] {
  const isCurrent = ({ turn }: TodoItem) => counts.requests - turn < STALE_TURNS;
  const open = todos.filter((todo) => todo.state !== 'done');
  if (!todos.some(isCurrent)) return [];
  const shown = open
    .slice(0, MAX_TODOS)
    .map((todo) => loop(`Todo, ${STATES[todo.state]}: ${quoted(todo.text, 160)}`, [todo.line]));
  if (open.length <= MAX_TODOS) return shown;
  const more = open.length - MAX_TODOS;
  return [...shown, loop(`And ${more} more ${more === 1 ? 'todo is' : 'todos are'} open.`, [])];
}

const failingTests = (run: TestsRun): DerivedItem =>
  loop(
    `Tests fail: ${asCommand(run.command)}: ${testCounts(run)}${run.failing.length === 0 ? '.' : `: ${listed(run.failing, 5, Math.max(run.failing.length, run.failed ?? 0))}.`}`,
    [run.line],
  );

const fromTests = (digest: TranscriptDigest): DerivedItem[] => failingRuns(digest).map(failingTests);

/** An unresolved failure matters if it blocks work or was the last thing that happened. */
function isUnresolved(failure: Failure, digest: TranscriptDigest): boolean {
  if (failure.overcome !== null || failure.isPassedOver || failure.runner !== null) return false;
  const isLate = failure.turn === digest.counts.requests;
  if (failure.of === 'tool') return isLate && failure.what.startsWith('mcp__');
  return failure.of === 'command' && (isLate || SIGNIFICANT.test(headOf(commandKey(failure.what))));
}

const fromErrors = (digest: TranscriptDigest): DerivedItem[] =>
  digest.errors
    .filter((failure) => isUnresolved(failure, digest))
    .map(({ what, text, times, line }) =>
      loop(
        `${asCommand(what)} fails${times > 1 ? ` (${times} times)` : ''}${text === '' ? '.' : `: ${quoted(text, 200)}`}`,
        [line],
      ),
    );

function fromPending({ pending }: TranscriptDigest): DerivedItem[] {
  return pending.flatMap(({ input, isBySubagent, line }) =>
    input.what === 'command' && !isBySubagent && !input.isInBackground
      ? [loop(`${asCommand(input.command)} was begun; how it ended is not in the transcript.`, [line])]
      : [],
  );
}

/** What the agent said is left to do, unless it wrote files afterwards. */
function fromLastWords(digest: TranscriptDigest): DerivedItem[] {
  const closing = lastSubstantialReply(digest);
  if (closing === undefined || digest.filesWritten.some(({ line }) => line > closing.line)) return [];
  return remainingIn(closing.text).map((text) => loop(`Left undone: ${quoted(text, 240)}`, [closing.line]));
}

/** What the agent leaves to the person after it has worked. */
function fromAdvice(digest: TranscriptDigest): DerivedItem[] {
  const closing = lastSubstantialReply(digest);
  const isOver = digest.filesWritten.some(({ line }) => line > (closing?.line ?? 0));
  if (closing === undefined || isOver || digest.counts.calls === 0) return [];
  return sentencesOf(closing.text)
    .filter((sentence) => !IS_ASKED.test(sentence) && matches(LEFT_TO_PERSON, lowered(sentence)))
    .slice(0, MAX_ADVICE)
    .map((text) => loop(`Left to the person: ${quoted(text, 240)}`, [closing.line]));
}

const fromPostponed = ({ putOff }: TranscriptDigest): DerivedItem[] =>
  putOff.map(({ text, line }) => loop(`Put off by the person: ${quoted(text, 240)}`, [line]));

/** A question at the end that the person did not answer. */
function fromQuestion({ lastWords, last }: TranscriptDigest): DerivedItem[] {
  const { agent } = lastWords;
  if (agent === null || last?.kind !== 'reply') return [];
  const sentences = sentencesOf(agent.text);
  const question = sentences.at(-1);
  if (question === undefined || !IS_ASKED.test(question) || COURTESY.test(question)) return [];
  const before = question.length < 60 ? sentences.at(-2) : undefined;
  const text = before === undefined ? question : `${before} ${question}`;
  return [loop(`The agent asked and got no answer: ${quoted(text, 320)}`, [agent.line])];
}

function fromRequest({ lastWords, last }: TranscriptDigest): DerivedItem[] {
  const { person } = lastWords;
  if (person === null || person.isSlight || last?.line !== person.line || last.kind !== 'request') return [];
  return [loop(`Asked last, and not answered: ${quotedProse(person.text, 280)}`, [person.line])];
}

/** Unfinished work: todos, failing tests and commands, unanswered questions and requests. */
export const deriveOpenLoops = (digest: TranscriptDigest): DerivedItem[] =>
  [
    fromRequest,
    fromQuestion,
    fromPending,
    fromTests,
    fromErrors,
    fromTodos,
    fromLastWords,
    fromAdvice,
    fromPostponed,
  ].flatMap((find) => find(digest));

/** How a later transcript resolved an open loop that was derived from an earlier one; null if it does not show. */
export function resolutionOf(digest: TranscriptDigest, loop: string): string | null {
  const run = latestRuns(digest).find(({ command }) =>
    loop.startsWith(`Tests fail: ${asCommand(command)}: `),
  );
  if (run !== undefined && run.ended !== 'unknown')
    return run.ended === 'passed' ? 'The same tests passed later.' : 'The same tests were run again later.';
  const isRun = digest.commands.some(
    ({ command, ended }) => ended === 'ok' && loop.startsWith(`${asCommand(command)} fails`),
  );
  if (isRun) return 'The same command went well later.';
  const isDone = digest.todos.some(
    ({ text, state }) =>
      state === 'done' && loop.startsWith('Todo, ') && loop.endsWith(`: ${quoted(text, 160)}`),
  );
  return isDone ? 'It was ticked off later.' : null;
}
