import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { CampaignEvent, Effect, RolledDice, Unchanged } from '../../domain/campaign/event.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import type { Session } from '../../domain/session/session.ts';
import { beginningNotices } from '../locate-writer.ts';
import type { Found } from '../redact-content.ts';
import type { Sitting } from './locate-sitting.ts';

export interface PlayedTurn {
  readonly turn: number;
  readonly eventId: string;
  /** Each change as it is told, and those that changed nothing. */
  readonly applied: readonly (Effect | Unchanged)[];
  readonly rolls: readonly RolledDice[];
  readonly version: number;
  /** The sitting lay still before, and goes on with this turn. */
  readonly isResumed: boolean;
  readonly notices: readonly Notice[];
  readonly campaign: Campaign;
  readonly session: Session;
  readonly redacted: Found;
}

/** What was answered besides what the event tells, for whoever repeats the call. */
export interface TurnAnswer extends Pick<Sitting, 'resumedFrom'> {
  readonly version: number;
  readonly unchanged: readonly Unchanged[];
  /** The turn began its session. */
  readonly isBeginning: boolean;
}

export const isBeginning = ({ isImplicit, turnCount }: Session): boolean => isImplicit && turnCount === 1;

function noticesOf(session: Session, campaign: Campaign, answer: TurnAnswer): readonly Notice[] {
  if (answer.isBeginning) return beginningNotices({ ...session, status: 'active', turnCount: 1 }, campaign);
  const was = answer.resumedFrom;
  return was === null ? [] : [notice(`Session ${session.id} was ${was}; this turn resumed it.`)];
}

export const playedTurn = (
  event: CampaignEvent,
  answer: TurnAnswer,
  campaign: Campaign,
  session: Session,
): Omit<PlayedTurn, 'redacted'> => ({
  turn: event.turn,
  eventId: event.id,
  applied: [...event.effects, ...answer.unchanged],
  rolls: event.rolls,
  version: answer.version,
  isResumed: answer.resumedFrom !== null,
  notices: noticesOf(session, campaign, answer),
  campaign,
  session,
});
