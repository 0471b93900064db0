import type { CaptureMode } from '../../app/input-constraints.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { escapeText, oneLine, quotedLines } from '../terminal-text.ts';

async function readAll({ services, caller }: CommandContext, id: string, mode: CaptureMode) {
  let page = await services.readCapture(caller, { id, mode });
  const messages = [...page.messages];
  while (page.next_cursor !== null) {
    page = await services.readCapture(caller, { id, mode, cursor: page.next_cursor });
    messages.push(...page.messages);
  }
  return { ...page, messages };
}

/** The content of a capture as lines. */
export async function renderCapture(context: CommandContext, id: string, mode: CaptureMode) {
  const { style } = context;
  const facts = await readAll(context, id, mode);
  const messages = facts.messages.flatMap(({ line, who, text }) => [
    style.bold(`${oneLine(who)} (line ${line})`),
    ...quotedLines(text, '  '),
  ]);
  const lines = [...(facts.content === '' ? [] : escapeText(facts.content).split('\n')), ...messages];
  return { lines, facts };
}

export const captureShow = defineCommand({
  name: 'capture show',
  summary: 'Show a transcript capture: the extracted facts, or the messages.',
  effect: 'read',
  examples: ['throughline capture show cap_…', 'throughline capture show cap_… --raw'],
  positionals: [
    { name: 'ID', description: 'The id of the capture. Run throughline capture list to find it.' },
  ],
  flags: {
    raw: switchFlag('Show the messages.'),
    summary: switchFlag('Show only the most important facts. Does not mark the capture as read.'),
  },
  act: (context, { raw, summary, words: [id = ''] }) =>
    renderCapture(context, id, raw ? 'raw' : summary ? 'summary' : 'structured'),
});
