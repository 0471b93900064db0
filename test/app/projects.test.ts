import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIN_TEXT_CHARS } from '../../src/domain/orientation/allocate-space.ts';
import { shorten } from '../../src/domain/orientation/shorten.ts';
import { quote } from '../../src/domain/orientation/wording.ts';
import { decisionsOf, readStory, storyNames } from '../support/project-story.ts';
import { listLive, type ReplayedProject, replayProject } from '../support/replay-project.ts';
import { storyOutcome } from '../support/story-outcome.ts';

const BUDGETS = [500, 1_600, 8_000, 40_000];

const reportOf = async ({ services, next }: ReplayedProject, budget: number) =>
  (await services.bootReport(next, { budget_chars: budget })).report;

/** The quoted items of a report, each with its lines as they were before quoting. */
function itemsOf(report: string): string[] {
  const items: string[] = [];
  for (const line of report.split('\n')) {
    if (line.startsWith('- > ')) items.push(line.slice(4));
    else if (line.startsWith('  > ')) items.push(`${items.pop()}\n${line.slice(4)}`);
  }
  return items;
}

describe.each(storyNames())('after a fortnight of %s', (name) => {
  const story = readStory(name);
  const { constraints, gone, resolvedLoops, supersededDecisions } = storyOutcome(story);
  let project: ReplayedProject;
  beforeAll(async () => {
    project = await replayProject(story);
  });
  afterAll(() => project.close());

  it('has a past worth telling', () => {
    expect(story.days.length).toBeGreaterThanOrEqual(8);
    expect(constraints.length).toBeGreaterThan(0);
    expect(resolvedLoops.length).toBeGreaterThan(0);
    expect(story.days.some(({ ending }) => ending === 'lost')).toBe(true);
  });

  it('keeps within every budget', async () => {
    for (const budget of BUDGETS)
      expect((await reportOf(project, budget)).length).toBeLessThanOrEqual(budget);
  });

  it('shows every live constraint', async () => {
    const report = await reportOf(project, 8_000);
    for (const text of constraints) {
      const least = shorten(text, text.length, MIN_TEXT_CHARS).text;
      expect(report).toContain(quote(least));
    }
  });

  it('is silent on what was resolved, superseded or retracted', async () => {
    for (const budget of BUDGETS) {
      const items = itemsOf(await reportOf(project, budget));
      expect(items.filter((item) => gone.includes(item))).toEqual([]);
    }
  });

  it('gives texts whole, or marks them as shortened', async () => {
    await project.services.startSession(project.next, { agent: 'next' });
    const texts = (await listLive(project, project.next)).map(({ content }) => content);
    const whole = (item: string) => texts.includes(item);
    const marked = (item: string) => {
      const [start = '', end = ''] = item.endsWith('…') ? [item.slice(0, -1)] : item.split('\n[…]\n');
      return start !== item && texts.some((text) => text.startsWith(start) && text.endsWith(end));
    };
    for (const budget of BUDGETS) {
      const items = itemsOf(await reportOf(project, budget));
      expect(items.filter((item) => !whole(item) && !marked(item))).toEqual([]);
    }
  });

  it('names superseded decisions that were live once', () => {
    const decided = story.days.flatMap(decisionsOf).map(({ text }) => text);
    for (const text of supersededDecisions) expect(decided).toContain(text);
  });
});

describe.each(['keihi-seisan', 'harbour-archive'])('in another script: %s', (name) => {
  it('comes back byte for byte', async () => {
    const project = await replayProject(readStory(name));
    try {
      const items = itemsOf(await reportOf(project, 40_000));
      const live = (await listLive(project, project.next)).filter(({ type }) => type !== 'memory');
      const bytes = (text: string) => Buffer.from(text).toString('hex');
      for (const { content } of live) expect(items.map(bytes)).toContain(bytes(content));
      expect(live.length).toBeGreaterThan(15);
    } finally {
      await project.close();
    }
  });
});

/** `UPDATE_REFERENCE=1` writes them again. */
describe.each(['payments-api', 'tide-pipeline', 'keihi-seisan'])('docs/examples/%s.md', (name) => {
  it('equals the output of the program', async () => {
    const story = readStory(name);
    const project = await replayProject(story);
    const { report } = await project.services.startSession(project.next, { agent: 'next' });
    await project.close();
    const page = `<!-- Made by the tests from test/projects/${name}.json; npm run reference makes it again. -->\n\n${story.summary}\n\nThe next session, on the Monday after, is told:\n\n---\n\n${report}\n`;
    const path = join(import.meta.dirname, '../../docs/examples', `${name}.md`);
    if (process.env.UPDATE_REFERENCE) writeFileSync(path, page);
    expect(readFileSync(path, 'utf8')).toBe(page);
  });
});
