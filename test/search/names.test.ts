import { describe, expect, it } from 'vitest';
import { CUTOFF, NAMES } from '../../src/search/weights.ts';
import { found, makeDoc, rankedFor } from './ranking-fixtures.ts';

const note = (text: string, ...subjects: string[]) => makeDoc(text, { subjects, names: subjects.join('\n') });
const confidence = (question: string, doc: ReturnType<typeof note>, ...others: ReturnType<typeof note>[]) =>
  found(rankedFor(question, [doc, ...others]), doc.key).confidence;

describe('a subject or alias', () => {
  const deploys = note('Merging to main rolls out staging', 'Kubernetes', 'k8s');

  it('is enough for a task, whatever else the task says', () => {
    expect(confidence('set up the reviews thing on k8s', deploys)).toBeGreaterThanOrEqual(NAMES.medium);
    const long = `We promised the customers a faster catalog before the holidays and I would like to know ${'what to think of '.repeat(8)} k8s`;
    expect(confidence(long, deploys)).toBeGreaterThanOrEqual(NAMES.medium);
  });

  it('is not enough for a question about a fact that the record does not contain', () => {
    expect(confidence('who pays for k8s?', deploys)).toBeLessThan(CUTOFF.minScore);
    expect(confidence('color of the k8s cluster', deploys)).toBeLessThan(CUTOFF.minScore);
    expect(confidence('what rolls out staging on k8s?', deploys)).toBeGreaterThanOrEqual(NAMES.high);
  });

  it('selects if several records carry it, and then the other words decide', () => {
    const others = [
      note('Gateway logs are rotated daily', 'gateway'),
      note('Gateway software is Go', 'gateway'),
    ];
    const [logs, software] = others as [typeof deploys, typeof deploys];
    expect(confidence('gateway logs', logs, software)).toBeGreaterThanOrEqual(NAMES.high);
    expect(confidence('gateway logs', software, logs)).toBeLessThan(CUTOFF.minScore);
  });

  it('has to be in the query whole, with its words together', () => {
    const tests = note('They run nightly', 'end-to-end tests');
    expect(confidence('fix the end-to-end tests', tests)).toBeGreaterThanOrEqual(NAMES.medium);
    expect(confidence('fix the thing that ends in the logs of all of these tests', tests)).toBeLessThan(
      CUTOFF.minScore,
    );
  });
});
