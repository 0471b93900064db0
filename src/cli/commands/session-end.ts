import type { ListedSession } from '../../app/get-sessions.ts';
import { invalid } from '../../domain/error.ts';
import { activeSession, onlyPaused } from '../active-session.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { HANDOFF_FLAGS, parseHandoffFlags, parseLeaver, readTexts, SESSION_PLACE } from '../handoff-flags.ts';
import { type HandoffTexts, isEmptyTexts } from '../handoff-parts.ts';
import { handoffTemplate, parseHandoff } from '../handoff-template.ts';
import { type Leaving, leaveSession } from '../leave-session.ts';
import { listLoops } from '../list-loops.ts';

/** What was typed in the editor is not lost, whatever becomes of it. */
async function withEditor(
  context: CommandContext,
  leave: (texts: HandoffTexts) => ReturnType<typeof leaveSession>,
) {
  const { services, caller, project } = context;
  const text = await context.edit(handoffTemplate(await listLoops(services, caller, project)));
  try {
    const texts = parseHandoff(text);
    if (isEmptyTexts(texts)) {
      throw invalid(
        'handoff_empty',
        'The handoff is empty; nothing was written.',
        'Run it again and say where you left off under "# Checkpoint".',
      );
    }
    return await leave(texts);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'handoff_empty') context.say(`You had written:\n\n${text}`);
    throw error;
  }
}

/** What is said now is added to what the session said when it was paused. */
async function endPaused(
  context: CommandContext,
  leaving: Leaving,
  { session_id: session }: ListedSession,
): Promise<CommandOutput> {
  const { lines, facts } = await leaveSession(context, { ...leaving, session });
  return { lines: [...lines, 'It was paused; this ended it.'], facts };
}

export const sessionEnd = defineCommand({
  name: 'session end',
  aliases: ['end'],
  summary: 'Leave a handoff and end the session; without flags it opens your editor.',
  effect: 'write',
  examples: [
    'throughline end',
    'throughline end --checkpoint "Parser done, printer half done" --open-loop "Who owns the release?"',
    'git log -1 --format=%B | throughline end --checkpoint -',
    'throughline session end ses_… --checkpoint "Done" --resolve rec_…',
  ],
  positionals: [SESSION_PLACE],
  flags: [...HANDOFF_FLAGS, { name: 'pause', description: 'Pause instead of ending.' }],
  parse: (flags, words) => ({
    session: parseLeaver('end', flags, words),
    texts: parseHandoffFlags(flags),
    mode: flags.pause === undefined ? ('end' as const) : ('pause' as const),
  }),
  async act(context, { session: named, texts, mode }) {
    const active = named ?? (await activeSession(context));
    const paused = active === undefined && mode === 'end' ? await onlyPaused(context) : undefined;
    const leave = async (given: HandoffTexts) => {
      const leaving = { mode, session: active, texts: given };
      return paused === undefined ? leaveSession(context, leaving) : endPaused(context, leaving, paused);
    };
    const isBare = isEmptyTexts(texts) && mode === 'end';
    return isBare && context.isTerminal
      ? withEditor(context, leave)
      : leave(await readTexts(texts, context.readStdin));
  },
});
