import { checkText } from '../domain/check-text.ts';
import { invalid } from '../domain/error.ts';
import type { Project } from '../domain/project/project.ts';
import { WITHHELD_TYPES } from '../domain/record/record.ts';
import { decideClose } from '../domain/session/decide.ts';
import type { Session, SuccessionPolicy, TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { MAX_EPITAPH, MAX_REASON } from './input-constraints.ts';
import { getSession, projectOf } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { type RedactionCounts, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { SessionDraft } from './session-draft.ts';
import { readTime } from './time-context.ts';
import { type SessionWork, sessionWork } from './views/session-history.ts';

type Needs = Pick<Deps, 'clock' | 'redactor' | 'settings' | 'store'>;

interface CloseSessionInput {
  readonly session_id: string;
  readonly reason?: string | undefined;
  readonly epitaph?: string | undefined;
  readonly succession_policy?: SuccessionPolicy | undefined;
  readonly allow_rebirth?: boolean | undefined;
}

export interface ClosedSession {
  readonly status: 'closed' | 'already_closed';
  readonly session: Session;
  readonly project: Project;
  readonly work: SessionWork;
  readonly redacted: RedactionCounts;
  readonly time: TimeContext;
}

function policyOf({ succession_policy: policy, allow_rebirth: allows }: CloseSessionInput): SuccessionPolicy {
  const isSuccessorForbidden = policy === 'closed_without_successor';
  if (policy !== undefined && allows !== undefined && allows === isSuccessorForbidden) {
    throw invalid(
      'arguments_contradict',
      `\`allow_rebirth\` ${allows} contradicts \`succession_policy\` ${policy}.`,
      'Pass `succession_policy` alone; nothing was written.',
      { fields: [{ field: 'allow_rebirth', problem: `contradicts \`succession_policy\` ${policy}` }] },
    );
  }
  return policy ?? (allows === false ? 'closed_without_successor' : 'successor_allowed');
}

export async function closeSession(
  deps: Needs,
  caller: Caller,
  input: CloseSessionInput,
): Promise<ClosedSession> {
  const policy = policyOf(input);
  if (input.reason !== undefined) checkText('reason', input.reason, { max: MAX_REASON });
  if (input.epitaph !== undefined) checkText('epitaph', input.epitaph, { max: MAX_EPITAPH });
  const texts = { reason: input.reason ?? null, epitaph: input.epitaph ?? null };
  const { content, found } = await redactTexts(deps.redactor, texts);

  return retryOnConflict(async () => {
    const time = await readTime(deps);
    const session = await getSession(deps, input.session_id);
    const draft = new SessionDraft(session).apply(decideClose(session, { ...content, policy }, time));
    const changes: Change[] = draft.changes();
    if (changes.length > 0) {
      const withhold: Change = { kind: 'withhold', sessionId: session.id, types: WITHHELD_TYPES };
      await deps.store.ledger.commit(
        policy === 'closed_without_successor' ? [...changes, withhold] : changes,
      );
    }
    return {
      status: changes.length > 0 ? 'closed' : 'already_closed',
      session: draft.session,
      project: (await projectOf(deps, session)).project,
      work: await sessionWork(deps, caller.wording, session.id),
      redacted: found,
      time,
    };
  });
}
