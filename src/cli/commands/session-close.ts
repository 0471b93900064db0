import { MAX_EPITAPH, MAX_REASON } from '../../app/input-constraints.ts';
import { closedView } from '../../app/views/ended-view.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { defineCommand } from '../define-command.ts';
import { choiceFlag, textFlag } from '../flags.ts';
import { renderRedacted } from '../format.ts';
import { labelled, oneLine } from '../terminal-text.ts';

export const sessionClose = defineCommand({
  name: 'session close',
  summary: 'Close a session permanently. It stays readable.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline session close ses_…',
    'throughline session close ses_… --reason "Shipped" --epitaph "It parsed."',
    'throughline session close ses_… --policy closed_without_successor',
  ],
  positionals: [
    { name: 'ID', description: 'The id of the session. Run throughline session list to find it.' },
  ],
  flags: {
    reason: textFlag('TEXT', `The reason, at most ${MAX_REASON} characters.`),
    epitaph: textFlag('TEXT', `A closing remark, at most ${MAX_EPITAPH} characters.`),
    policy: choiceFlag(
      'POLICY',
      SUCCESSION_POLICIES,
      'Whether a later session may continue it. Default: successor_allowed.',
    ),
  },
  async act(context, { reason, epitaph, policy: succession_policy, words: [session_id = ''] }) {
    const input = { session_id, reason, epitaph, succession_policy };
    const closed = await context.services.closeSession(context.caller, input);
    const view = closedView(closed, { profile: 'compact', isModelSafe: true, hasWork: true });
    const checkpoint = view.work?.checkpoint ?? null;
    const message = oneLine(view.message ?? '');
    return {
      lines: [
        message,
        ...(checkpoint === null ? [] : labelled('Where it left off', checkpoint)),
        ...renderRedacted(view.redacted),
      ],
      facts: view,
    };
  },
});
