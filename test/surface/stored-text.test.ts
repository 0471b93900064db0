import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/main/command-list.ts';
import { PROMPTS, RESOURCES, TOOLS } from '../../src/main/mcp-definitions.ts';
import { resourceUri } from '../../src/mcp/resources/define-resource.ts';
import { describeTool, toolNames } from '../../src/mcp/tool-list.ts';
import { fillGame } from '../campaign/support/hostile-game.ts';
import { checkDeclared } from '../support/declared-result.ts';
import { commandLines, type Filled, readings } from '../support/hostile-calls.ts';
import { hostileTexts, stringsIn, violationsIn } from '../support/hostile-text.ts';
import { fillWithHostileTexts } from '../support/hostile-work.ts';
import { connectInProcess, runInProcess } from '../support/run-in-process.ts';
import { hostileArguments, missingFields, stringFields } from '../support/schema-strings.ts';
import type { Place } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SEED = 20261116;

/** Everything that was answered as text, with where it comes from; and every string of the facts beside it. */
class Answers {
  readonly violations: string[] = [];
  readonly texts: string[] = [];
  readonly facts = new Set<string>();

  text(from: string, text: string): void {
    this.texts.push(text);
    for (const line of violationsIn(text))
      this.violations.push(`${from}: ${JSON.stringify(line.slice(0, 300))}`);
  }

  value(value: unknown): void {
    for (const text of stringsIn(value)) this.facts.add(text);
  }
}

const hostilePlace = (folderName: string): Place => {
  const folder = tempFolder();
  const here = { home: join(folder, 'home'), project: join(folder, folderName) };
  for (const path of [here.home, here.project]) mkdirSync(path);
  return here;
};

type Called = { readonly name: string; readonly args: Record<string, unknown> };

/** Calls that must succeed, each of them kept, and what they answer looked at like any other text. */
const recorder =
  (client: Client, answers: Answers, called: Called[]) =>
  async (name: string, args: Record<string, unknown>) => {
    called.push({ name, args });
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { text: string }[];
    answers.text(name, content?.text ?? '');
    answers.value(result.structuredContent);
    if (result.isError) throw new Error(`${name}: ${content?.text}`);
    checkDeclared(name, result.structuredContent);
    return result.structuredContent;
  };

const NAMES = toolNames(TOOLS, { toolsets: TOOLS.map(({ toolset }) => toolset), isReadOnly: false });
const SCHEMAS = NAMES.map((listed) => ({ name: listed.name, schema: describeTool(listed).inputSchema }));

async function callEveryTool(
  client: Client,
  filled: Filled,
  answers: Answers,
  text: (field: string) => string,
) {
  const calls = readings(filled);
  for (const { name, schema } of SCHEMAS) {
    const wrong = hostileArguments(schema, (field) => text(`${name} ${field}`));
    const right = calls[name] ?? [];
    for (const args of [...right, wrong, { ...wrong, [text(`${name} unknown argument`)]: 1 }]) {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { text: string }[];
      if (right.includes(args)) expect(result.isError, `${name}: ${content?.text}`).toBeFalsy();
      answers.text(name, content?.text ?? '');
      if (result.isError) continue;
      checkDeclared(name, result.structuredContent);
      answers.value(result.structuredContent);
    }
  }
}

const orError = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch(({ message, data }: { message: string; data?: unknown }) => ({ message, data }));

async function getEveryPrompt(
  client: Client,
  { work, game }: Filled,
  answers: Answers,
  text: (field: string) => string,
) {
  const values: Record<string, string> = { campaign: game.campaign, session_id: work.ended };
  for (const { name, arguments: known } of PROMPTS) {
    const given = Object.keys(known).flatMap((argument) => [
      { [argument]: text(`${name} ${argument}`) },
      ...(values[argument] === undefined ? [] : [{ [argument]: values[argument] ?? '' }]),
    ]);
    for (const args of [{}, ...given, { [text(`${name} unknown`)]: 'x' }]) {
      const answer = (await orError(client.getPrompt({ name, arguments: args }))) as {
        messages?: { content: { text: string } }[];
        message?: string;
      };
      answers.text(`prompt ${name}`, answer.messages?.[0]?.content.text ?? answer.message ?? '');
    }
  }
}

async function readEveryResource(
  client: Client,
  { work, game }: Filled,
  answers: Answers,
  text: (field: string) => string,
) {
  const { resources } = await client.listResources();
  for (const { name, title } of resources) answers.text('resources/list', `${name}\n${title}`);
  const keys: Readonly<Record<string, string>> = {
    boot: game.campaign,
    session: work.ended,
    handoff: work.handoffId,
    capture: work.captureId,
    campaign: game.campaign,
  };
  expect(Object.keys(keys)).toEqual(RESOURCES.map(({ kind }) => kind));
  const uris = Object.entries(keys).flatMap(([kind, key]) => [
    resourceUri(kind, key),
    resourceUri(kind, text(`unknown ${kind}`)),
  ]);
  for (const uri of [...uris, ...resources.map((one) => one.uri), `nothing:${text('uri')}`]) {
    const answer = (await orError(client.readResource({ uri }))) as {
      contents?: { text: string; mimeType?: string }[];
      message?: string;
    };
    const [content] = answer.contents ?? [];
    answers.text(`resource ${uri.slice(0, 30)}`, content?.text ?? answer.message ?? '');
    if (content?.mimeType === 'application/json') answers.value(JSON.parse(content.text));
  }
}

async function runEveryCommand(
  here: Place,
  filled: Filled,
  answers: Answers,
  text: (field: string) => string,
) {
  const lines = commandLines(filled, text);
  expect([...COMMANDS.map(({ name }) => name), 'doctor'].filter((name) => lines[name] === undefined)).toEqual(
    [],
  );
  const writesNothing = (name: string) => COMMANDS.find((one) => one.name === name)?.effect !== 'write';
  for (const [name, all] of Object.entries(lines)) {
    for (const argv of all) {
      const { text: answer, isError } = await runInProcess(here, argv);
      answers.text(argv.slice(0, 2).join(' '), answer);
      if (!writesNothing(name)) continue;
      answers.text(`${name} at 40 columns`, (await runInProcess(here, argv, { width: 40 })).text);
      const json = await runInProcess(here, [...argv, '--json']);
      answers.text(`${name} --json`, json.text);
      if (!isError) answers.value(JSON.parse(json.text));
    }
  }
}

/** Stored, and returned by nothing. */
const NEVER_RETURNED = ['tool input', 'handoff key', 'turn key', 'event key', 'seed'];
/** Read from files and from git when a report is composed: they are quoted in its text, and are no facts beside it. */
const ONLY_IN_REPORTS = [
  'identity',
  'hook event',
  'hook code',
  'hook message',
  'untracked file',
  'git subject',
];

/** Fields that name what exists already, or that are no free text; what is given for them is not stored. */
const NAMES_SOMETHING =
  / (?:project|campaign|branch|id|session_id|predecessor_id|note_id|supersedes\[\]|resolved_loops\[\]|expires_at|occurred_at|transcript_path|campaign_path|decisions\[\]\.supersedes(?:\[\])?|rolls\[\]\.notation|notation)$/;

/** Free text that writing tools take and that the store was not filled with. */
function fieldsLeftOut(called: readonly Called[]): readonly string[] {
  const isWriting = (effect: string) => effect === 'write' || effect === 'destroy';
  const writing = NAMES.filter(({ tool, name }) => isWriting(tool.effect) && tool.name === name);
  const fields = writing.flatMap((listed) =>
    stringFields(describeTool(listed).inputSchema).map((field) => `${listed.name} ${field}`),
  );
  return missingFields(fields, called).filter((field) => !NAMES_SOMETHING.test(field));
}

it.each([
  { lines: 'several lines', isOneLine: false },
  { lines: 'one line', isOneLine: true },
])(
  'no line of any answer starts with stored text, whatever any field holds on $lines',
  {
    timeout: 180_000,
  },
  async ({ isOneLine }) => {
    const hostile = hostileTexts(SEED, isOneLine);
    const { text } = hostile;
    const here = hostilePlace(text('folder', 60));
    const client = await connectInProcess(here, text('client'));
    const answers = new Answers();
    const called: Called[] = [];
    const call = recorder(client, answers, called);
    const work = await fillWithHostileTexts(here, call, hostile);
    const game = await fillGame(here, call, hostile);
    const stored = new Map(hostile.made);
    const filled = { work, game };

    await callEveryTool(client, filled, answers, text);
    await getEveryPrompt(client, filled, answers, text);
    await readEveryResource(client, filled, answers, text);
    await runEveryCommand(here, filled, answers, text);
    answers.text('readable copy', readFileSync(game.copyPath, 'utf8'));

    expect([...new Set(answers.violations)]).toEqual([]);

    expect(fieldsLeftOut(called)).toEqual([]);
    const rendered = answers.texts.join('\n');
    const markerOf = (each: string) => /zq\d+q/.exec(each)?.[0] ?? '';
    const unseen = [...stored].filter(([, each]) => !rendered.includes(markerOf(each)));
    expect(unseen.map(([field]) => field)).toEqual(NEVER_RETURNED);
    const changed = [...stored].filter(([, each]) => ![...answers.facts].some((one) => one.includes(each)));
    const changedFields = changed.map(([field]) => field).filter((field) => !ONLY_IN_REPORTS.includes(field));
    expect(changedFields).toEqual(NEVER_RETURNED);
  },
);
