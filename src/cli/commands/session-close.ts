import { MAX_EPITAPH, MAX_REASON } from '../../app/input-constraints.ts';
import { closedView } from '../../app/views/closed-view.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { defineCommand } from '../define-command.ts';
import { parseChoice } from '../flags.ts';
import { renderRedacted } from '../format.ts';
import { labelled, oneLine } from '../terminal-text.ts';

export const sessionClose = defineCommand({
  name: 'session close',
  summary: 'Close a session for good. It stays readable; it cannot be undone.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline session close ses_…',
    'throughline session close ses_… --reason "Shipped" --epitaph "It parsed."',
    'throughline session close ses_… --policy closed_without_successor',
  ],
  positionals: [{ name: 'ID', description: 'The session; throughline session list shows ids.' }],
  flags: [
    { name: 'reason', value: 'TEXT', description: `Why; at most ${MAX_REASON} characters.` },
    { name: 'epitaph', value: 'TEXT', description: `Last words; at most ${MAX_EPITAPH} characters.` },
    {
      name: 'policy',
      value: 'POLICY',
      choices: SUCCESSION_POLICIES,
      description: 'Who may continue it; default successor_allowed.',
    },
  ],
  parse: (flags, [id = '']) => ({
    session_id: id,
    reason: flags.reason?.[0],
    epitaph: flags.epitaph?.[0],
    succession_policy: parseChoice('--policy', flags.policy?.[0], SUCCESSION_POLICIES),
  }),
  async act({ services, caller }, input) {
    const closed = await services.closeSession(caller, input);
    const view = closedView(closed, { profile: 'compact', isModelSafe: true, hasWork: true });
    const checkpoint = view.work?.checkpoint ?? null;
    return {
      lines: [
        oneLine(view.message ?? ''),
        ...(checkpoint === null ? [] : labelled('Where it left off', checkpoint)),
        ...renderRedacted(view.redacted),
      ],
      facts: view,
    };
  },
});
