import { commandKey, headOf } from '../command.ts';
import { IS_ASKED } from '../cues/mood.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { LEFT_TO_PERSON, ONLY_OFFERED, REMAINING } from '../cues/plans.ts';
import type { Failure, Gist, TestsRun, TodoSeen } from '../gist.ts';
import { sentencesOf } from '../sentences.ts';
import { lastTelling } from './checkpoint.ts';
import type { DerivedItem } from './derived-item.ts';
import { failingRuns } from './tests.ts';
import { asCommand, listed, quoted, spoken, testCounts } from './words.ts';

const MAX_REMAINING = 6;
const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)]|\[ \]|☐)\s+(?:\[ \]\s*)?(\S.*)$/;
const MARKUP = /^(?:[\s#*_>-]|[\u2190-\u2bff]|[\ud83c-\udfff]|\ufe0f)+|[*_]+(?=\s*:?\s*$)/g;

const isOffered = (text: string) => matches(ONLY_OFFERED, lowered(text));
const isMeant = (text: string) => !isOffered(text) && !IS_ASKED.test(text);

/** What a text says is left to do: on the line that says so, or in the list under it. */
function remainingIn(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.findLastIndex((line) => REMAINING.test(lowered(bare(line))));
  const head = lines[found];
  if (head === undefined || isOffered(head)) return [];
  const rest = bare(head)
    .replace(/^[^:：]*[:：]?/, '')
    .trim();
  return (rest === '' ? listAfter(lines, found) : [rest.replaceAll('**', '')]).filter(isMeant);
}

/** Without heading marks, emphasis and ticks. */
const bare = (line: string): string =>
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
/** A list nobody looked at for this many requests is out of date. */
const STALE_TURNS = 3;
/** Courtesies at the end of a turn. */
const COURTESY =
  /anything else|what would you like|how can I help|what do you do|what['’]s next|what next|does that (?:help|make sense)|sonst noch|autre chose|algo más|他に何か|还有什么/iu;
const WEIGHTY =
  /^(?:(?:npm|pnpm|yarn|bun) (?:run|install|ci|publish|build|i$)|tsc|eslint|biome|prettier|mypy|ruff|make|cmake|cargo (?:build|check|clippy|run|publish)|go (?:build|vet|run)|docker|docker-compose|podman|kubectl|helm|terraform|dotnet (?:build|publish|run)|mvn|gradle|\.\/gradlew|\.\/mvnw|git (?:push|commit|merge|rebase|pull|cherry-pick)|pip3?|poetry|uv|bundle|composer|psql|mysql|prisma|alembic|rails|rake|mix|deploy|fly|vercel|gh|aws|gcloud|az|ansible)/;

const loop = (text: string, lines: readonly number[]): DerivedItem => ({ type: 'open_loop', text, lines });

const STATES = { doing: 'under way', open: 'not begun', done: 'done' } as const;

function fromTodos({ todos, counts }: Gist): DerivedItem[] {
  const isCurrent = ({ turn }: TodoSeen) => counts.requests - turn < STALE_TURNS;
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

const fromTests = (gist: Gist): DerivedItem[] => failingRuns(gist).map(failingTests);

/** A failure nobody overcame matters if it is one that stops work, or if it was the last thing that happened. */
function isLeft(failure: Failure, gist: Gist): boolean {
  if (failure.overcome !== null || failure.isPassedOver || failure.runner !== null) return false;
  const isLate = failure.turn === gist.counts.requests;
  if (failure.of === 'tool') return isLate && failure.what.startsWith('mcp__');
  return failure.of === 'command' && (isLate || WEIGHTY.test(headOf(commandKey(failure.what))));
}

const fromErrors = (gist: Gist): DerivedItem[] =>
  gist.errors
    .filter((failure) => isLeft(failure, gist))
    .map(({ what, text, times, line }) =>
      loop(
        `${asCommand(what)} fails${times > 1 ? ` (${times} times)` : ''}${text === '' ? '.' : `: ${quoted(text, 200)}`}`,
        [line],
      ),
    );

function fromPending({ pending }: Gist): DerivedItem[] {
  return pending.flatMap(({ input, isBySubagent, line }) =>
    input.what === 'command' && !isBySubagent && !input.isInBackground
      ? [loop(`${asCommand(input.command)} was begun; how it ended is not in the transcript.`, [line])]
      : [],
  );
}

/** What the agent itself said it left undone, unless it went on to write. */
function fromLastWords(gist: Gist): DerivedItem[] {
  const closing = lastTelling(gist);
  if (closing === undefined || gist.filesWritten.some(({ line }) => line > closing.line)) return [];
  return remainingIn(closing.text).map((text) => loop(`Left undone: ${quoted(text, 240)}`, [closing.line]));
}

/** What the agent, having worked, leaves to the person. */
function fromAdvice(gist: Gist): DerivedItem[] {
  const closing = lastTelling(gist);
  const isOver = gist.filesWritten.some(({ line }) => line > (closing?.line ?? 0));
  if (closing === undefined || isOver || gist.counts.calls === 0) return [];
  return sentencesOf(closing.text)
    .filter((sentence) => !IS_ASKED.test(sentence) && matches(LEFT_TO_PERSON, lowered(sentence)))
    .slice(0, MAX_ADVICE)
    .map((text) => loop(`Left to the person: ${quoted(text, 240)}`, [closing.line]));
}

const fromPutOff = ({ putOff }: Gist): DerivedItem[] =>
  putOff.map(({ text, line }) => loop(`Put off by the person: ${quoted(text, 240)}`, [line]));

/** A question at the very end, which the person did not answer. */
function fromQuestion({ lastWords, last }: Gist): DerivedItem[] {
  const { agent } = lastWords;
  if (agent === null || last?.kind !== 'reply') return [];
  const sentences = sentencesOf(agent.text);
  const question = sentences.at(-1);
  if (question === undefined || !IS_ASKED.test(question) || COURTESY.test(question)) return [];
  const before = question.length < 60 ? sentences.at(-2) : undefined;
  const text = before === undefined ? question : `${before} ${question}`;
  return [loop(`The agent asked and got no answer: ${quoted(text, 320)}`, [agent.line])];
}

function fromRequest({ lastWords, last }: Gist): DerivedItem[] {
  const { person } = lastWords;
  if (person === null || person.isSlight || last?.line !== person.line || last.kind !== 'request') return [];
  return [loop(`Asked last, and not answered: ${spoken(person.text, 280)}`, [person.line])];
}

/** What is unfinished by its own account: todos, failing tests and commands, questions, last requests. */
export const deriveLoops = (gist: Gist): DerivedItem[] =>
  [
    fromRequest,
    fromQuestion,
    fromPending,
    fromTests,
    fromErrors,
    fromTodos,
    fromLastWords,
    fromAdvice,
    fromPutOff,
  ].flatMap((find) => find(gist));
