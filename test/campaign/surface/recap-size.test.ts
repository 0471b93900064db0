import { expect, it } from 'vitest';
import { composeRecap } from '../../../src/campaign/domain/recap/compose-recap.ts';
import type { RecapLength } from '../../../src/campaign/domain/recap/recap.ts';
import { recapSession } from '../../../src/campaign/mcp/tools/recap-session.ts';
import { evening } from '../domain/sample-session.ts';

async function replyOf(length: RecapLength) {
  const recap = composeRecap(evening(), { length, audience: { kind: 'dm' } });
  const services = {
    recapSession: async () => ({ ...recap, campaign: 'Salt and Ashes', sessionId: 'ses_1' }),
  };
  return recapSession.handle({ services, caller: {} } as never, { length });
}

it.each([
  ['brief', 4_600],
  ['standard', 8_600],
  ['detailed', 14_500],
] as const)('the structured result and the text of a %s recap are small together', async (length, max) => {
  const { facts, text = '' } = await replyOf(length);
  expect(text).not.toBe('');
  expect(JSON.stringify(facts).length + text.length).toBeLessThanOrEqual(max);
});

it('the structured result does not repeat the text', async () => {
  const { facts } = await replyOf('detailed');
  const json = JSON.stringify(facts);
  const words = 'Half a ton of barley comes down on two of them.';
  expect(json.split(words)).toHaveLength(2);
});
