import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { composeRecap } from '../../../src/domain/campaign/recap/compose-recap.ts';
import { renderFacts } from '../../../src/mcp/render/render-facts.ts';
import { recapSession } from '../../../src/mcp/tools/recap-session.ts';
import { longEvening } from './a-long-evening.ts';
import { evening } from './an-evening.ts';

it('measures', async () => {
  const out: string[] = [];
  for (const [name, facts] of [
    ['evening', evening()],
    ['long', longEvening()],
  ] as const)
    for (const audience of [{ kind: 'dm' }, { kind: 'party' }] as const)
      for (const length of ['brief', 'standard', 'detailed'] as const) {
        const recap = {
          ...composeRecap(facts, { length, audience }),
          campaign: 'Salt and Ashes',
          sessionId: 'ses_1',
        };
        const {
          facts: f,
          prose,
          text: own,
        } = await recapSession.handle(
          { services: { recapSession: async () => recap }, caller: {} } as never,
          { length },
        );
        const text = own ?? renderFacts(f, prose);
        const json = JSON.stringify(f);
        out.push(
          `${name} ${audience.kind} ${length}: text ${text.length} json ${json.length} sum ${text.length + json.length} (recap text ${recap.text.length})`,
        );
        if (process.env.SHOW) out.push('-----', text, '-----');
      }
  writeFileSync(process.env.OUT ?? '/tmp/w/scratch/measure.txt', `${out.join('\n')}\n`);
});
