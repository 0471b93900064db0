import { describe, expect, it } from 'vitest';
import { transcriptFormat } from '../../src/clients/copilot/transcript.ts';
import { memoryFile } from '../support/memory-file.ts';

const line = (type: string, at: string, data: object) =>
  `${JSON.stringify({ type, data, id: 'e', timestamp: `2026-11-17T23:16:${at}Z`, parentId: null })}\n`;
const started = (at: string) =>
  line('session.start', at, { sessionId: 's', startTime: '2026-11-17T23:16:01.000Z' });
const person = (at: string, content: string) => line('user.message', at, { content });
const agent = (at: string, content: string) => line('assistant.message', at, { content });

async function textsIn(content: string, maxBytes?: number) {
  const file = memoryFile('/events.jsonl', content);
  const request = { file, from: null, limitMs: 60_000 };
  const piece = await transcriptFormat.read(maxBytes === undefined ? request : { ...request, maxBytes });
  return piece?.entries.map((entry) => ('text' in entry ? entry.text : entry.kind));
}

describe('the log of a conversation of GitHub Copilot CLI', () => {
  const first = person('20.071', 'Write the sun table') + agent('20.569', 'The sun is there.');

  it('is read from its start', async () => {
    const log = started('15.289') + first;
    expect(await textsIn(log)).toEqual(['Write the sun table', 'The sun is there.']);
  });

  it('has events of another conversation in front if it is a fork, and those are left out', async () => {
    const fork = { infoType: 'fork', message: 'Forked from "Write the sun table" (a) as "x" (b).' };
    const log =
      started('21.941') + first + line('session.info', '21.943', fork) + person('25.633', 'And the rounding');
    expect(await textsIn(log)).toEqual(['And the rounding']);
    expect(await textsIn(log, 40)).toEqual([]);
  });

  it('is read whole where its first line is unknown', async () => {
    expect(await textsIn(first)).toEqual(['Write the sun table', 'The sun is there.']);
  });
});
