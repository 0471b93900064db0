import { describe, expect, it } from 'vitest';
import { Sandbox as ClaudeSandbox } from '../claude-code/support/client-sandbox.ts';
import { lastReport as lastInClaude } from '../claude-code/support/model-input.ts';
import { CodexSandbox, reportsIn as reportsInCodex } from './support/codex.ts';
import { GeminiSandbox, reportsIn as reportsInGemini } from './support/gemini.ts';

describe('work that passes from one client to the next', () => {
  it('is killed in Claude Code, continued in Codex, ended in Gemini CLI and known again in Claude Code', async () => {
    const claude = await ClaudeSandbox.open();
    const codex = await CodexSandbox.open(claude);
    const gemini = await GeminiSandbox.open(claude);
    for (const client of ['claude-code', 'codex', 'gemini'])
      await codex.throughline('install', client, '--yes');

    await claude.askAndDie('Write the tide table. Never round to whole hours.', () => 'hang');

    codex.api.play(['The table is there. The harbor offset is missing.']);
    const second = await codex.exec('Go on with the table');
    const inCodex = reportsInCodex(second.requests[0]).at(-1);
    expect(inCodex).toContain('Write the tide table. Never round to whole hours.');

    gemini.api.play(
      [
        {
          tool: 'mcp_throughline_end_session',
          input: {
            checkpoint: 'The tide table has the harbor offset. Next: the moon.',
            constraints: ['Times stay in quarters of an hour.'],
          },
        },
      ],
      ['Ended.'],
    );
    const third = await gemini.prompt('Add the harbor offset and end the session');
    expect(reportsInGemini(third.requests[0]).at(-1)).toContain('The harbor offset is missing.');

    claude.api.play(() => ['We have the harbor offset.']);
    const fourth = await claude.ask('Where were we?');
    const again = lastInClaude(fourth.requests[0]);
    expect(again).toContain('The tide table has the harbor offset. Next: the moon.');
    expect(again).toContain('Times stay in quarters of an hour.');
  });
});
