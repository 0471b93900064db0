import { onTestFinished, vi } from 'vitest';
import { digestOf } from '../../src/domain/id.ts';
import type { ThroughlineRecord } from '../../src/domain/record/record.ts';
import { createHttpEmbedder } from '../../src/embedders/http-embedder.ts';
import * as c from '../contract/clauses/changes.ts';
import { type Endpoint, openEndpoint } from '../support/embedder-endpoint.ts';
import { openTestApp, type TestApp } from './test-app.ts';

export interface TestAppWithEmbedder extends TestApp {
  readonly endpoint: Endpoint;
  /** Records with these texts, in order. */
  keep(...texts: readonly string[]): Promise<void>;
  change(id: string, facts: Partial<ThroughlineRecord>): Promise<void>;
}

const LIMIT_MS = 60_000;

/** Lets the time limit of a request pass when it arrives, and leaves it without an answer. */
export function neverAnswering(): () => true {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return () => {
    vi.advanceTimersByTime(LIMIT_MS);
    return true;
  };
}

export const embedderAt = (endpoint: Endpoint, model = 'hashed-words') =>
  createHttpEmbedder({
    url: `${endpoint.url}/v1`,
    model,
    api: 'openai',
    queryTimeoutMs: LIMIT_MS,
    documentTimeoutMs: LIMIT_MS,
  });

/** A test app whose embedder is a real endpoint. */
export async function openTestAppWithEmbedder(): Promise<TestAppWithEmbedder> {
  const base = openTestApp();
  const endpoint = await openEndpoint();
  const { ledger, records } = base.store;
  await ledger.commit([c.project()]);
  let count = 0;
  return {
    ...base,
    deps: { ...base.deps, embedder: embedderAt(endpoint) },
    endpoint,
    async keep(...texts) {
      await ledger.commit(
        texts.map((content) => {
          count += 1;
          return c.record({ id: `rec_${count}`, content });
        }),
      );
    },
    async change(id, facts) {
      const [record] = await records.findAll([id]);
      if (record === undefined) throw new Error(`no ${id}`);
      const content = facts.content ?? record.content;
      const changed = { ...record, ...facts, digest: digestOf(content), version: record.version + 1 };
      await ledger.commit([c.record(changed)]);
    },
  };
}
