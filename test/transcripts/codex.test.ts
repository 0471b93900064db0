import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createParser, transcriptFormat } from '../../src/clients/codex/transcript.ts';
import { deriveFromDigest } from '../../src/domain/capture/derive/derive-from-digest.ts';
import { reduceEntries } from '../../src/domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST } from '../../src/domain/capture/transcript-digest.ts';
import type { TranscriptEntry } from '../../src/domain/capture/transcript-entry.ts';
import { memoryFile } from '../support/memory-file.ts';
import { codexScript } from './codex-script.ts';

const LIMIT_MS = 60_000;

async function read(lines: readonly string[]): Promise<readonly TranscriptEntry[]> {
  const file = memoryFile('/t', lines.map((line) => `${line}\n`).join(''));
  const piece = await transcriptFormat.read({ file, from: null, limitMs: LIMIT_MS });
  return piece?.entries ?? [];
}

const digestOf = async (script: { lines(): readonly string[] }) =>
  reduceEntries(EMPTY_DIGEST, await read(script.lines()));
const textsOf = (entries: readonly TranscriptEntry[], kind: 'request' | 'reply' | 'title') =>
  entries.flatMap((entry) => (entry.kind === kind ? [entry.text] : []));

describe('a rollout of Codex', () => {
  it.each(['current', 'older'] as const)(
    'gives the words of the person once, and nothing that the client inserted (%s)',
    async (era) => {
      const entries = await read(
        codexScript({ era })
          .opening()
          .person('Release the lock')
          .inserted('<subagent_notification>\n{"status":"completed"}\n</subagent_notification>')
          .inserted('# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>Always use tabs.</INSTRUCTIONS>')
          .agent('Released.')
          .interrupted()
          .lines(),
      );
      expect(textsOf(entries, 'request')).toEqual(['Release the lock']);
      expect(textsOf(entries, 'reply')).toEqual(['Released.']);
      expect(entries.at(-1)).toMatchObject({ kind: 'interruption', by: 'person' });
    },
  );

  const SPAWNED = { subagent: { thread_spawn: { parent_thread_id: 'x', depth: 1 } } };
  const spawned = (meta: object) =>
    codexScript({ source: SPAWNED, meta, startedAt: '2026-11-17T10:00:00.000Z' }).opening().lines();
  const copied = codexScript({ startedAt: '2026-11-17T10:00:00.010Z', stepMs: 1 })
    .person('Release the lock')
    .patch([['Update', 'src/lock.ts']])
    .agent('Released, and the tests are green.')
    .lines();
  const tasks = codexScript({ startedAt: '2026-11-17T10:00:05.000Z' })
    .person('Review commit 353954d. Do not edit files.')
    .agent('No findings.')
    .person('Review the changes of the worktree. Report the worst first.')
    .agent('1. The lock is released twice in src/lock.ts, once by the caller and once by the finalizer.')
    .lines();

  it('takes only what the person said from what a parent agent copied, and its tasks for requests of an agent', async () => {
    const entries = await read([
      ...spawned({ forked_from_id: 'x', agent_role: 'explorer' }).slice(0, 1),
      ...copied,
      ...tasks,
    ]);
    const requests = entries.filter(({ kind }) => kind === 'request');
    expect(requests).toMatchObject([
      { text: 'Review commit 353954d. Do not edit files.', isByAgent: true },
      { text: 'Review the changes of the worktree. Report the worst first.', isByAgent: true },
    ]);
    const [checkpoint] = deriveFromDigest(reduceEntries(EMPTY_DIGEST, entries));
    const text = checkpoint?.text ?? '';
    expect(text).toMatch(
      /The session was a subagent \(explorer\); its requests are those of the parent agent\./,
    );
    expect(text).toContain(
      'Last of 2 requests of the parent agent:\n  Review the changes of the worktree. Report the worst first.\n' +
        'Earlier ones also said: "Do not edit files."',
    );
    expect(text).toContain('last message, to "Review the changes of the worktree.');
    expect(text).toContain('The person had said to the parent agent: "Release the lock"\n');
    expect(text).not.toMatch(/Released, and|lock\.ts\)/);
  });

  it('shows what each finding of an earlier task is, so that all of them have room', async () => {
    const finding = (name: string) => `1. ${name} is released twice. ${'It is a long story. '.repeat(40)}`;
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
    const reviews = codexScript({ startedAt: '2026-11-17T10:00:05.000Z' });
    for (const name of names) reviews.person(`Review the lock ${name}.`).agent(finding(name));
    const entries = await read([...spawned({}).slice(0, 1), ...reviews.lines()]);
    const text = deriveFromDigest(reduceEntries(EMPTY_DIGEST, entries))[0]?.text ?? '';
    for (const name of names) expect(text).toContain(`${name} is released twice`);
  });

  it('keeps the first task of a spawned agent without a copy, however soon it comes', async () => {
    const soon = codexScript({ startedAt: '2026-11-17T10:00:00.020Z' })
      .person('Review commit 353954d.')
      .lines();
    const entries = await read([...spawned({}).slice(0, 1), ...soon]);
    expect(textsOf(entries, 'request')).toEqual(['Review commit 353954d.']);
  });

  it('tells on which commit a session worked that only read', async () => {
    const git = { branch: 'fix/lock', commit_hash: '8940cd3782702de2cfad01a157a414c334d16b27' };
    const script = codexScript({ source: { subagent: 'review' }, meta: { git } })
      .opening()
      .person('Review the changes against main')
      .exec('git diff main', '+a');
    const textOf = async () => deriveFromDigest(await digestOf(script))[0]?.text ?? '';
    script.agent('Fine.');
    expect(await textOf()).toMatch(
      /^The session was a subagent \(review\)\. On branch fix\/lock at 8940cd37\. No file was changed\./,
    );
    script.exec("sed -i 's/a/b/' lock.ts").agent('Fixed.');
    expect(await textOf()).not.toContain('No file was changed');
    script.exec('git switch -c fix/two', "Switched to a new branch 'fix/two'\n").agent('Switched.');
    expect(await textOf()).not.toContain('8940cd37');
  });

  it('shows written files, and not those of a patch that failed', async () => {
    const { filesWritten, root } = await digestOf(
      codexScript()
        .opening()
        .person('Fix it')
        .patch([
          ['Add', '/home/ada/lantern/src/a.ts'],
          ['Update', 'src/b.ts'],
          ['Delete', 'src/c.ts'],
        ])
        .patch([['Update', 'src/d.ts']], false)
        .exec(
          "apply_patch <<'PATCH'\n*** Begin Patch\n*** Update File: src/e.ts\n@@\n-a\n+b\n*** End Patch\nPATCH",
        ),
    );
    expect(root).toBe('/home/ada/lantern');
    expect(filesWritten.map(({ path, isNew }) => [path, isNew])).toEqual([
      ['src/a.ts', true],
      ['src/b.ts', false],
      ['src/e.ts', false],
    ]);
  });

  it('tells the outcome of checks, also of commands that outlive the first wait', async () => {
    const outcomes = async (script: ReturnType<typeof codexScript>) =>
      (await digestOf(script)).checks.map(({ text, outcome }) => [text, outcome]);
    const start = () => codexScript().opening().person('Test it');
    expect(await outcomes(start().exec('npm test', '3 failed\n', 1))).toEqual([['npm test', 'failed']]);
    expect(await outcomes(start().execSlowly('npm test', '12 passed\n'))).toEqual([['npm test', 'passed']]);
    expect(await outcomes(start().shell(['bash', '-lc', 'npm test'], '1 failed', 1))).toEqual([
      ['npm test', 'failed'],
    ]);
  });

  it('follows a command that goes on into a later turn, and a later reading', async () => {
    const script = codexScript().opening().person('Test it').exec('npm test', '12 passed\n');
    const before = script.execBegins('npm run test:race').agent('It runs.').lines().length;
    const lines = script.person('And now?').waits('1 failed\n', 1).agent('It failed.').lines();
    const parts = [lines.slice(0, before), lines.slice(before)];
    const entries = parts.flatMap((part, at) => {
      const parse = createParser({ folder: null, isSpawned: false, copiedUntil: null });
      return part.flatMap((line, index) => [...parse(line, index + 1 + at * before)]);
    });
    const outcomes = reduceEntries(EMPTY_DIGEST, entries).checks.map(({ text, outcome }) => [text, outcome]);
    expect(outcomes).toEqual([['npm run test:race', 'failed']]);
  });

  it('takes the result of a command that goes on from the event that reports its end', async () => {
    const { checks } = await digestOf(
      codexScript().opening().person('Test it').execBegins('npm test').ends('1 failed\n', 1).agent('Hm.'),
    );
    expect(checks).toMatchObject([{ text: 'npm test', outcome: 'failed' }]);
  });

  it('shows commits, and the command that a killed client was in', async () => {
    const digest = await digestOf(
      codexScript()
        .opening()
        .person('Commit it')
        .exec('git commit -m "Release the lock"', '[main 1a2b3c4] Release the lock\n 1 file changed\n')
        .execHangs('npm run deploy'),
    );
    expect(digest.commits).toMatchObject([{ hash: '1a2b3c4', subject: 'Release the lock' }]);
    expect(digest.lastAction).toMatchObject({ text: '`npm run deploy`', outcome: 'open' });
  });

  it('keeps the plan of a turn until the person asks for something else', async () => {
    const script = codexScript()
      .opening()
      .person('Do both')
      .plan(['completed', 'Release the lock'], ['in_progress', 'Test the lock']);
    const loopsOf = async () =>
      deriveFromDigest(await digestOf(script)).filter(({ type }) => type === 'open_loop');
    expect((await loopsOf()).map(({ text }) => text)).toEqual(['Todo: "Test the lock"']);
    script.agent('Both are done.').person('Now write the release notes');
    expect(await loopsOf()).toEqual([]);
  });

  it('takes the summary of a compaction for one', async () => {
    const digest = await digestOf(
      codexScript()
        .opening()
        .person('Read the tides')
        .agent('Read.')
        .compacted(
          'Another language model started to solve this problem and produced a summary.\nThe rounding is left.',
        ),
    );
    expect(digest.counts.compactions).toBe(1);
    expect(digest.summaries.map(({ text }) => text)).toEqual(['The rounding is left.']);
  });

  it.each(['', '\n'])('shows the findings of a review as text', async (gap) => {
    const finding = {
      title: '[P2] Close the file',
      body: 'It leaks.',
      code_location: { absolute_file_path: '/x/a.ts', line_range: { start: 7, end: 9 } },
    };
    const replyTo = async (review: object) => {
      const text = JSON.stringify(review).replace('{', `{${gap}`);
      return textsOf(await read(codexScript().opening().agent(text).lines()), 'reply')[0];
    };
    expect(await replyTo({ findings: [finding], overall_explanation: 'One leak.' })).toBe(
      'One leak.\n- [P2] Close the file (/x/a.ts:7): It leaks.',
    );
    const place = { ...finding.code_location, absolute_file_path: '/home/ada/lantern/src/a.ts' };
    expect(
      await replyTo({
        findings: [{ ...finding, code_location: place }],
        overall_correctness: 'patch is incorrect',
        overall_explanation: 'One leak.',
      }),
    ).toBe(
      'Verdict of the review: patch is incorrect. One leak.\n- [P2] Close the file (src/a.ts:7): It leaks.',
    );
    expect(
      await replyTo({ findings: [], overall_correctness: 'patch is correct', overall_explanation: '' }),
    ).toBe('Verdict of the review: patch is correct. No findings.');
  });
});

/** Real sessions of other people. They are not part of this repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/data/transcripts/codex');
const isThere = existsSync(FOLDER);
const FILES = isThere ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz')) : ['no file'];
const linesOf = (name: string) =>
  gunzipSync(readFileSync(join(FOLDER, name)))
    .toString('utf8')
    .split('\n');

/** What the client inserts looks like, written down independently of the program. */
const LOOKS_INSERTED =
  /<(?:environment_context|user_instructions|INSTRUCTIONS|turn_aborted|subagent_notification|permissions|skills_instructions|collaboration_mode)|^# AGENTS\.md|You are the newly spawned agent|CONTEXT CHECKPOINT/im;

describe(`the given rollouts${isThere ? '' : ' (skipped: ../shared/data is absent)'}`, () => {
  it.skipIf(!isThere).each(FILES)('%s: only the person is quoted as the person', (name) => {
    const parse = createParser({ folder: null, isSpawned: false, copiedUntil: null });
    const entries = linesOf(name).flatMap((line, index) => [...parse(line, index + 1)]);
    const requests = textsOf(entries, 'request');
    expect(requests.length).toBeGreaterThan(0);
    for (const text of requests) expect(text).not.toMatch(LOOKS_INSERTED);
  });

  it.skipIf(!isThere).each(FILES)('%s: leaves a checkpoint that fits a report', async (name) => {
    const [checkpoint] = deriveFromDigest(reduceEntries(EMPTY_DIGEST, await read(linesOf(name))));
    expect(checkpoint?.type).toBe('checkpoint');
    expect(checkpoint?.text.length).toBeGreaterThan(100);
    expect(checkpoint?.text.length).toBeLessThan(6_000);
    expect(checkpoint?.text).not.toMatch(LOOKS_INSERTED);
  });
});
