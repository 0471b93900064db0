import { hasCode, invalid } from '../../domain/error.ts';
import { findActiveSession, findOnlyPaused } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import {
  endOrPauseSession,
  HANDOFF_FLAGS,
  type HandoffTexts,
  isEmptyTexts,
  parseLeaving,
  readHandoffTexts,
  SESSION_POSITIONAL,
} from '../end-or-pause.ts';
import { switchFlag } from '../flags.ts';
import { handoffTemplate, parseHandoff } from '../handoff-template.ts';
import { listLoops } from '../open-loops.ts';

/** Prints the text again if it cannot be stored, so that it is not lost. */
async function withEditor(
  context: CommandContext,
  leave: (texts: HandoffTexts) => ReturnType<typeof endOrPauseSession>,
) {
  const text = await context.edit(
    handoffTemplate(await listLoops(context)),
    'throughline end --checkpoint TEXT',
  );
  try {
    const texts = parseHandoff(text);
    if (isEmptyTexts(texts)) {
      throw invalid(
        'handoff_empty',
        'The handoff is empty; nothing was written.',
        'Run it again and write where you left off under "# Checkpoint".',
      );
    }
    return await leave(texts);
  } catch (error) {
    if (!hasCode(error, 'handoff_empty')) context.printNotice(`You had written:\n\n${text}`);
    throw error;
  }
}

export const sessionEnd = defineCommand({
  name: 'session end',
  aliases: ['end'],
  summary: 'Write a handoff and end the session. Without flags, opens your editor.',
  effect: 'write',
  examples: [
    'throughline end',
    'throughline end --checkpoint "Parser done, printer half done" --open-loop "Who owns the release?"',
    'git log -1 --format=%B | throughline end --checkpoint -',
    'throughline session end ses_… --checkpoint "Done" --resolve rec_…',
  ],
  positionals: [SESSION_POSITIONAL],
  flags: { ...HANDOFF_FLAGS, pause: switchFlag('Pause the session instead of ending it.') },
  parse: ({ pause }, words, given) => ({
    ...parseLeaving('end', given, words),
    mode: pause ? ('pause' as const) : ('end' as const),
  }),
  async act(context, { session: named, texts, mode }) {
    const active = named ?? (await findActiveSession(context));
    const paused = active === undefined && mode === 'end' ? await findOnlyPaused(context) : undefined;
    const leave = async (given: HandoffTexts) => {
      // A paused session left a handoff already; this one is added to it.
      const session = active ?? paused?.session_id;
      const { lines, facts } = await endOrPauseSession(context, { mode, session, texts: given });
      return { lines: paused === undefined ? lines : [...lines, 'The session was paused before.'], facts };
    };
    const opensEditor = context.isTerminal && isEmptyTexts(texts) && mode === 'end';
    return opensEditor ? withEditor(context, leave) : leave(await readHandoffTexts(texts, context));
  },
});
