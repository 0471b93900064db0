import { describe, expect, it } from 'vitest';
import * as c from '../contract/clauses/changes.ts';
import { openSearchApp } from './search-app.ts';

const DAYS = [1, 2, 3, 4];
const REPLIES = [
  'Good, ferry repairs begin with a clean surface; keep dust out of your lungs.',
  'Compare two suppliers before you pay, since pumps eat half of what ferry repairs cost.',
  'Two thin coats hold longer than one. Ferry repairs like this want dry weather.',
  'Bring all receipts of the ferry repairs, because the harbor office asks for them.',
];
const STEPS = ['sanded the hull', 'ordered new pumps', 'painted the railing', 'booked the inspection'];

/** A chat of one session a day. Each begins with a step of the ferry repairs and goes on about something else. */
async function openChat() {
  const at = openSearchApp();
  const [first] = await at.store.records.findAll([await at.keep('Lunch is at noon')]);
  if (first === undefined) throw new Error('nothing was stored');
  const { projectId } = first;
  const turns = DAYS.flatMap((day) =>
    [
      `user: For the ferry repairs I ${STEPS[day - 1]}.`,
      `assistant: ${REPLIES[day - 1]}`,
      `user: Also, recipe ${day}: how long do beans need?`,
      `assistant: Soak beans overnight and cook recipe ${day} for an hour.`,
    ].map((content, index) => ({ content, day, index })),
  );
  await at.store.ledger.commit(
    turns.map(({ content, day, index }) =>
      c.record({
        id: `r${day}${index}`,
        type: 'memory',
        projectId,
        sessionId: `ses_${day}`,
        content,
        occurredAt: `2026-03-0${day}T10:00:00.000Z`,
      }),
    ),
  );
  const ids = async (query: string, more: object = {}) =>
    (await at.hits(query, more)).map(({ record }) => record.id);
  return { ...at, ids };
}

const asksOf = (days: readonly number[]) => days.map((day) => `r${day}0`);

describe('a question for an overview of a chat', () => {
  it.each([
    'Can you give me a comprehensive summary of how my ferry repairs have developed across our conversations?',
    'Summarize the ferry repairs',
    'Gib mir einen Überblick über die ferry repairs',
  ])('returns the steps of all sessions with their replies, oldest first: %s', async (query) => {
    const { hits } = await openChat();
    const found = await hits(query);
    expect(found.map(({ record }) => record.id)).toEqual(DAYS.flatMap((day) => [`r${day}0`, `r${day}1`]));
    for (const { confidence } of found) expect(confidence).not.toBe('low');
  });

  it('returns one step of each session before a second one', async () => {
    const { ids } = await openChat();
    const sessions = (await ids('Summarize the ferry repairs', { limit: 4 })).map((id) => id.slice(0, 2));
    expect(sessions).toEqual(['r1', 'r2', 'r3', 'r4']);
  });

  it('returns what the person brought up if its order is asked for', async () => {
    const { ids } = await openChat();
    const query =
      'Can you list the order in which I brought up different aspects of my ferry repairs throughout our conversations, in order? Mention ONLY and ONLY four items.';
    expect(await ids(query, { limit: 4 })).toEqual(asksOf(DAYS));
  });

  it('returns nothing if the subject never came up', async () => {
    const { search } = await openChat();
    for (const query of [
      'Can you summarize how my marathon training developed across our conversations?',
      'Can you walk me through the order in which I brought up different aspects of my marathon repairs?',
    ])
      expect((await search(query)).results).toEqual([]);
  });

  it('continues on the next page, each page oldest first', async () => {
    const { search } = await openChat();
    const query = 'Summarize the ferry repairs';
    const first = await search(query, { limit: 4 });
    const second = await search(query, { limit: 4, cursor: first.next_cursor ?? '' });
    const pages = [first, second].map(({ results }) => results.map(({ record }) => record.id));
    for (const page of pages) expect(page).toEqual(page.toSorted());
    expect(new Set(pages.flat()).size).toBe(8);
  });
});

describe('a question for an overview of notes', () => {
  it('returns the best note first, or the oldest if the order is asked for', async () => {
    const { keep, texts } = openSearchApp();
    const [older, better] = ['Ferry repairs: hull', 'Ferry repairs ferry repairs plan: pumps'];
    await keep(better, { subject: 'ferry repairs plan', occurred_at: '2026-03-02T00:00:00.000Z' });
    await keep(older, { occurred_at: '2026-03-01T00:00:00.000Z' });
    const options = { min_score: 0 };
    expect(await texts('Summarize the ferry repairs plan', options)).toEqual([better, older]);
    expect(await texts('timeline of the ferry repairs plan', options)).toEqual([older, better]);
  });
});
