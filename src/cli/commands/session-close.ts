import { MAX_EPITAPH, MAX_REASON } from '../../app/input-constraints.ts';
import { closedView } from '../../app/views/closed-view.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { defineCommand } from '../define-command.ts';
import { choiceFlag, textFlag } from '../flags.ts';
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
  flags: {
    reason: textFlag('TEXT', `Why; at most ${MAX_REASON} characters.`),
    epitaph: textFlag('TEXT', `Last words; at most ${MAX_EPITAPH} characters.`),
    policy: choiceFlag('POLICY', SUCCESSION_POLICIES, 'Who may continue it; default successor_allowed.'),
  },
  async act({ services, caller }, { reason, epitaph, policy: succession_policy, words: [session_id = ''] }) {
    const input = { session_id, reason, epitaph, succession_policy };
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
