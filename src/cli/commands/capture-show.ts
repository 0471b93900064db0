import type { ReadCapture } from '../../app/capture/read-capture.ts';
import type { CaptureMode } from '../../app/input-constraints.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { escapeText, oneLine, quotedLines } from '../terminal-text.ts';

/** Reads all pages, because a person at a terminal has a pager. */
async function readAll(
  { services, caller }: CommandContext,
  id: string,
  mode: CaptureMode,
): Promise<ReadCapture> {
  let page = await services.readCapture(caller, { id, mode });
  const messages = [...page.messages];
  while (page.next_cursor !== null) {
    page = await services.readCapture(caller, { id, mode, cursor: page.next_cursor });
    messages.push(...page.messages);
  }
  return { ...page, messages };
}

export const captureShow = defineCommand({
  name: 'capture show',
  summary: 'Show what a capture holds: what was asked, done and said, or the messages themselves.',
  effect: 'read',
  examples: ['throughline capture show cap_…', 'throughline capture show cap_… --raw'],
  positionals: [{ name: 'ID', description: 'Its id, from throughline capture list.' }],
  flags: {
    raw: switchFlag('The messages themselves.'),
    summary: switchFlag('Only the essence; does not count as read.'),
  },
  async act(context, { raw, summary, words: [id = ''] }) {
    const { style } = context;
    const facts = await readAll(context, id, raw ? 'raw' : summary ? 'summary' : 'structured');
    const messages = facts.messages.flatMap(({ line, who, text }) => [
      style.bold(`${oneLine(who)} (line ${line})`),
      ...quotedLines(text, '  '),
    ]);
    return {
      lines: [...(facts.content === '' ? [] : escapeText(facts.content).split('\n')), ...messages],
      facts,
    };
  },
});
