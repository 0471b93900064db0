import { endedView } from '../../app/views/ended-view.ts';
import { defineCommand, type FlagSpec } from '../define-command.ts';

const list = (name: string, description: string): FlagSpec => ({
  name,
  value: 'TEXT',
  description: `${description}; may be repeated.`,
  isRepeatable: true,
});

export const end = defineCommand({
  name: 'end',
  summary: 'Leave a handoff for the next session, and end or pause this one.',
  effect: 'write',
  examples: [
    'throughline end --checkpoint "Parser done, printer half done" --open-loop "Who owns the release?"',
    'git log -1 --format=%B | throughline end --checkpoint -',
    'throughline end --pause --checkpoint "Lunch" --session ses_…',
  ],
  flags: [
    {
      name: 'checkpoint',
      value: 'TEXT',
      description: 'Where we left off; "-" reads it from standard input.',
    },
    list('decision', 'What was decided and why'),
    list('open-loop', 'An unresolved question or task'),
    list('constraint', 'A boundary that must not be violated'),
    list('warning', 'A hazard for the next session'),
    list('lesson', 'What was learned, or tried in vain'),
    list('preference', 'Something learned about the person'),
    list('resolve', 'Id or exact text of an open loop that is closed'),
    { name: 'focus', value: 'TEXT', description: 'Where to resume, if not where we stopped.' },
    { name: 'delta', value: 'TEXT', description: 'What changed in the working relationship.' },
    {
      name: 'session',
      value: 'ID',
      description: 'The session to end; default: the one active here, else a new one.',
    },
    { name: 'pause', description: 'Pause instead of ending.' },
  ],
  parse: (flags) => flags,
  async act({ services, caller, project, readStdin }, flags) {
    const one = (name: string) => flags[name]?.[0];
    const all = (name: string) => flags[name] ?? [];
    const checkpoint = one('checkpoint') === '-' ? await readStdin() : one('checkpoint');
    const ended = await services.endSession(caller, {
      mode: flags.pause === undefined ? 'end' : 'pause',
      session_id: one('session'),
      project,
      adoptsActive: true,
      content: {
        checkpoint: checkpoint ?? null,
        decisions: all('decision').map((text) => ({ text, subject: null, supersedes: [] })),
        openLoops: all('open-loop'),
        preferences: all('preference'),
        constraints: all('constraint'),
        warnings: all('warning'),
        lessons: all('lesson'),
        relationalDelta: one('delta') ?? null,
        nextSessionFocus: one('focus') ?? null,
        resolvedLoops: all('resolve'),
        summaryNotes: null,
      },
    });
    const view = endedView(ended);
    const lines = [
      `${view.session_id} ${view.status}`,
      view.summary,
      `The next session would start with a score of ${view.orientation_score}/100 and ${view.gap_count} ${view.gap_count === 1 ? 'gap' : 'gaps'}.`,
      view.message,
    ];
    return { lines, facts: view };
  },
});
