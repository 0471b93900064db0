import { describe, expect, it } from 'vitest';
import { CUTOFF } from '../../src/search/weights.ts';
import { found, makeDoc, rankedFor } from './ranking-fixtures.ts';

const note = (text: string, ...subjects: string[]) => makeDoc(text, { subjects, names: subjects.join('\n') });
const confidence = (question: string, doc: ReturnType<typeof note>, ...others: ReturnType<typeof note>[]) =>
  found(rankedFor(question, [doc, ...others]), doc.key).confidence;

describe('a subject or alias', () => {
  const deploys = note('Merging to main rolls out staging', 'Kubernetes', 'k8s');

  it('is enough for a task, whatever else the task says', () => {
    expect(confidence('set up the reviews thing on k8s', deploys)).toBeGreaterThanOrEqual(CUTOFF.minScore);
    const long = `We promised the customers a faster catalog before the holidays and I would like to know ${'what to think of '.repeat(8)} k8s`;
    expect(confidence(long, deploys)).toBeGreaterThanOrEqual(CUTOFF.minScore);
  });

  it('counts more than the same word in the text', () => {
    const task = 'set up the reviews portal on k8s';
    expect(confidence(task, deploys)).toBeGreaterThan(
      confidence(task, note('Merging to main rolls out staging on k8s')),
    );
  });

  it('is not enough for a question about a fact that the record does not contain', () => {
    expect(confidence('who pays for k8s?', deploys)).toBeLessThan(CUTOFF.minScore);
    expect(confidence('color of the k8s cluster', deploys)).toBeLessThan(CUTOFF.minScore);
    expect(confidence('what rolls out staging on k8s?', deploys)).toBeGreaterThanOrEqual(CUTOFF.high);
  });

  it('selects if several records carry it, and then the other words decide', () => {
    const others = [
      note('Gateway logs are rotated daily', 'gateway'),
      note('Gateway software is Go', 'gateway'),
    ];
    const [logs, software] = others as [typeof deploys, typeof deploys];
    expect(confidence('gateway logs', logs, software)).toBeGreaterThanOrEqual(CUTOFF.high);
    expect(confidence('gateway logs', software, logs)).toBeLessThan(
      CUTOFF.shareOfBest * confidence('gateway logs', logs, software),
    );
  });

  it('of everyday words has to be in the query whole, with its words together', () => {
    const start = note('It takes two seconds', 'cold start');
    const together = confidence('improve the cold start of the orchard', start);
    expect(confidence('improve the start of the orchard when it is cold', start)).toBeLessThan(together);
    expect(confidence('improve the start of the orchard', start)).toBeLessThan(together);
  });
});
