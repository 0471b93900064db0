import { testCounts } from '../derive/words.ts';
import type { Decided, Failure, FileWritten, Gist, GivenUp } from '../gist.ts';
import { entry, lineEntry, placeOf, type Section, saidEntries, timesOf } from './entry.ts';

const decided = (one: Decided): string => {
  const replaced = one.replacedAt === null ? '' : `, replaced at line ${one.replacedAt}`;
  return entry(`the ${one.by}, ${placeOf(one)}${replaced}`, one.text);
};

const written = (file: FileWritten): string =>
  lineEntry(file.path, [
    placeOf(file),
    timesOf(file.times),
    file.isBySubagent ? 'by a subagent' : '',
    file.isTakenBack ? 'taken back' : '',
  ]);

const failed = (one: Failure): string => {
  const notOvercome = one.isPassedOver ? 'something like it went well later' : 'not overcome';
  const ending = one.overcome === null ? notOvercome : `overcome at line ${one.overcome.line}`;
  const notes = [ending, placeOf(one), timesOf(one.times)].filter((note) => note !== '');
  return entry(notes.join(', '), `${one.what}\n${one.text}`.trimEnd());
};

const givenUp = (attempt: GivenUp): string => {
  const what = attempt.files.length > 0 ? 'files taken back' : 'said';
  const words = attempt.words === null ? [] : [attempt.words.text];
  return entry(`${what}, ${placeOf(attempt)}`, [...attempt.files, ...words].join('\n'));
};

const lastWords = ({ lastWords: { person, agent } }: Gist): string[] => [
  ...(person === null ? [] : [entry(`the person, ${placeOf(person)}`, person.text)]),
  ...(agent === null ? [] : [entry(`the agent, ${placeOf(agent)}`, agent.text)]),
];

const sayings = (gist: Gist): Section[] => [
  { heading: 'Requests', items: gist.requests.map((one) => entry(placeOf(one), one.text)) },
  { heading: 'Decisions', items: gist.decisions.map(decided) },
  { heading: 'Constraints', items: saidEntries(gist.constraints) },
  { heading: 'Preferences', items: saidEntries(gist.preferences) },
  { heading: 'Warnings', items: saidEntries(gist.warnings) },
  { heading: 'Put off', items: saidEntries(gist.putOff) },
  { heading: 'Meant for next time', items: saidEntries(gist.focuses) },
];

const doings = (gist: Gist): Section[] => [
  {
    heading: 'Todos',
    items: gist.todos.map((todo) => lineEntry(todo.text, [todo.state, placeOf(todo)])),
  },
  { heading: 'Files written', items: gist.filesWritten.map(written) },
  { heading: 'Files read', items: gist.filesRead.map((file) => lineEntry(file.path, [placeOf(file)])) },
  {
    heading: 'Commits',
    items: gist.commits.map((one) => entry(`${one.hash}, ${placeOf(one)}`, `${one.branch}: ${one.subject}`)),
  },
  {
    heading: 'Tests',
    items: gist.tests.map((run) =>
      entry(`${testCounts(run)}, ${placeOf(run)}`, [run.command, ...run.failing].join('\n')),
    ),
  },
  {
    heading: 'Commands',
    items: gist.commands.map((run) =>
      lineEntry(run.command, [
        run.ended,
        run.exitCode === null ? '' : `exit code ${run.exitCode}`,
        placeOf(run),
      ]),
    ),
  },
];

const troubles = (gist: Gist): Section[] => [
  { heading: 'Errors', items: gist.errors.map(failed) },
  { heading: 'Explanations', items: saidEntries(gist.explanations) },
  { heading: 'Attempts given up', items: gist.attemptsGivenUp.map(givenUp) },
  {
    heading: 'Not allowed by the person',
    items: gist.refusals.map((one) => entry(placeOf(one), `${one.what}\n${one.said ?? ''}`.trimEnd())),
  },
  {
    heading: 'Not finished when it ended',
    items: gist.pending.map((call) =>
      entry(placeOf(call), call.input.what === 'command' ? call.input.command : call.tool),
    ),
  },
];

/** Everything the gist holds, each thing with its place in the transcript. */
export const structuredSections = (gist: Gist): readonly Section[] => [
  ...sayings(gist),
  ...doings(gist),
  ...troubles(gist),
  { heading: 'Last words', items: lastWords(gist) },
  {
    heading: 'Summaries of the client',
    items: gist.summaries.map((one) => entry(placeOf(one), one.text)),
  },
];
