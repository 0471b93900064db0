import type { Capture } from '../domain/capture/capture.ts';
import type { Handoff, HandoffContent } from '../domain/handoff/handoff.ts';
import type { Notice } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { HandoffDeps } from './deps.ts';
import type { Found } from './redact-content.ts';

export interface EndSessionInput {
  readonly content: HandoffContent;
  readonly mode: 'end' | 'pause';
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly transcript_path?: string | undefined;
  readonly campaign_path?: string | undefined;
  readonly idempotency_key?: string | undefined;
  /** Where no session is named or bound: end the one that is active in this worktree, if there is one. */
  readonly adoptsActive?: boolean;
}

export interface EndedSession {
  readonly session: Session;
  readonly project: Project;
  /** null when the session was left without one. */
  readonly handoff: Handoff | null;
  readonly savePath: string | null;
  /** Captures of the session that nobody has read, newest first. */
  readonly unreadCaptures: readonly Capture[];
  readonly notices: readonly Notice[];
  readonly moment: Moment;
}

/** A call to end, checked and cleaned, at one moment. */
export interface LeaveRequest {
  readonly deps: HandoffDeps;
  readonly caller: Caller;
  readonly input: EndSessionInput;
  readonly content: HandoffContent;
  /** null when nothing is handed over. */
  readonly digest: string | null;
  readonly keyDigest: string | null;
  readonly transcriptPath: string | null;
  readonly redacted: Found;
  readonly moment: Moment;
}
