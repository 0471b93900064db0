import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_HANDOFF,
  type HandoffContent,
  handoffDigest,
  handoffId,
  handoffItems,
  isEmptyHandoff,
  mapHandoffTexts,
  recordId,
  renderCounts,
  sumCounts,
} from '../../../src/domain/handoff/handoff.ts';
import { anyHandoff } from './any-handoff.ts';

const withReversedKeys = (content: HandoffContent) =>
  Object.fromEntries(Object.entries(content).reverse()) as unknown as HandoffContent;

const idsOf = (sessionId: string, content: HandoffContent) =>
  handoffItems(content).map(({ type, text }) => recordId(sessionId, type, text));

describe('a handoff', () => {
  it('has one digest and one set of ids, in whatever order its fields come', () =>
    fc.assert(
      fc.property(anyHandoff, (content) => {
        const again = withReversedKeys(structuredClone(content));
        expect(handoffDigest(again)).toBe(handoffDigest(content));
        expect(idsOf('ses_1', again)).toEqual(idsOf('ses_1', content));
      }),
    ));

  it('has another digest as soon as anything differs', () =>
    fc.assert(
      fc.property(anyHandoff, anyHandoff, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(handoffDigest(one) === handoffDigest(other)).toBe(isSame);
      }),
    ));

  it.each([
    ['another word', { checkpoint: 'b' }],
    ['a trailing space', { checkpoint: 'a ' }],
    ['a combining mark for a letter', { checkpoint: 'a\u0301' }],
    ['another field', { checkpoint: null, summaryNotes: 'a' }],
    ['another order', { openLoops: ['y', 'x'] }],
    ['one item split in two', { openLoops: ['x', 'y', ''] }],
    ['a subject', { decisions: [{ text: 'd', subject: 's', supersedes: [] }] }],
    ['what it replaces', { decisions: [{ text: 'd', subject: null, supersedes: ['rec_1'] }] }],
  ])('differs by %s', (_, change) => {
    const decisions = [{ text: 'd', subject: null, supersedes: [] }];
    const content = { ...EMPTY_HANDOFF, checkpoint: 'a', openLoops: ['x', 'y'], decisions };
    expect(handoffDigest({ ...content, ...change })).not.toBe(handoffDigest(content));
  });

  it('belongs to its session: the same words elsewhere have other ids', () => {
    expect(handoffId('ses_1', 'd')).not.toBe(handoffId('ses_2', 'd'));
    expect(recordId('ses_1', 'decision', 'x')).not.toBe(recordId('ses_2', 'decision', 'x'));
  });

  it('gives every item an id of its own', () =>
    fc.assert(
      fc.property(anyHandoff, (content) => {
        const ids = idsOf('ses_1', content);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    ));

  it('turns every text into an item, in order, with its position', () => {
    const content: HandoffContent = {
      checkpoint: 'c',
      decisions: [{ text: 'd', subject: 's', supersedes: ['rec_1'] }],
      openLoops: ['o0', 'o1'],
      preferences: ['p'],
      constraints: ['k'],
      warnings: ['w'],
      lessons: ['l'],
      relationalDelta: 'r',
      nextSessionFocus: 'f',
      resolvedLoops: ['gone'],
      summaryNotes: 'n',
    };
    expect(handoffItems(content).map(({ type, position, text }) => `${type} ${position} ${text}`)).toEqual([
      'checkpoint 0 c',
      'decision 0 d',
      'open_loop 0 o0',
      'open_loop 1 o1',
      'preference 0 p',
      'constraint 0 k',
      'warning 0 w',
      'lesson 0 l',
      'relational_delta 0 r',
      'next_session_focus 0 f',
    ]);
    expect(handoffItems(content)[1]).toMatchObject({ subject: 's', supersedes: ['rec_1'] });
  });

  it('uses the summary as checkpoint if there is none', () => {
    const [item] = handoffItems({ ...EMPTY_HANDOFF, summaryNotes: 'n' });
    expect(item).toMatchObject({ type: 'checkpoint', text: 'n' });
  });

  it('is empty only when it neither adds nor resolves anything', () => {
    expect(isEmptyHandoff(EMPTY_HANDOFF)).toBe(true);
    expect(isEmptyHandoff({ ...EMPTY_HANDOFF, resolvedLoops: ['x'] })).toBe(false);
    expect(isEmptyHandoff({ ...EMPTY_HANDOFF, lessons: ['x'] })).toBe(false);
  });

  it('has each of its texts mapped once, and ids of superseded records never', () =>
    fc.assert(
      fc.property(anyHandoff, (content) => {
        const fields: string[] = [];
        const mapped = mapHandoffTexts(content, (text, field) => {
          fields.push(field);
          return text;
        });
        expect(mapped).toEqual(content);
        expect(new Set(fields).size).toBe(fields.length);
        const marked = mapHandoffTexts(content, () => 'X');
        const subjects = marked.decisions.flatMap(({ subject }) => (subject === null ? [] : [subject]));
        const texts = [...handoffItems(marked).map(({ text }) => text), ...marked.resolvedLoops, ...subjects];
        expect(texts.every((text) => text === 'X')).toBe(true);
        expect(marked.decisions.map((item) => item.supersedes)).toEqual(
          content.decisions.map((item) => item.supersedes),
        );
      }),
    ));
});

describe('the counts of a handoff', () => {
  it('are rendered in singular and plural', () => {
    expect(renderCounts({ checkpoint: 1, decision: 3, memory: 2 })).toBe(
      '1 checkpoint, 3 decisions, 2 memories',
    );
    expect(renderCounts({})).toBe('');
    expect(sumCounts({ checkpoint: 1, decision: 3 })).toBe(4);
  });
});
