import type { Instant } from '../../../domain/instant.ts';
import type { SessionStatus } from '../../../domain/session/session.ts';
import type { Campaign } from '../campaign.ts';
import type { CharacterFields, Entity, HitPoints, NpcFields, QuestFields } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { Audience } from '../visibility.ts';

export interface PlaySession {
  readonly sessionId: string;
  readonly title: string | null;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly status: SessionStatus;
}

export interface InitiativeChange {
  readonly turn: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface RecapFacts {
  readonly campaign: Pick<Campaign, 'name' | 'state' | 'turn'>;
  /** null: the whole campaign. */
  readonly playSession: PlaySession | null;
  /** true if the game continued since: state and entities are newer than these events. */
  readonly isPast?: boolean;
  /** Oldest first, of the branch being played. */
  readonly events: readonly CampaignEvent[];
  /** How many further events the audience may see. */
  readonly eventsNotLoaded?: number;
  readonly entities: readonly Entity[];
  readonly now: Instant;
  /** Oldest first; only needed for `absentCharacter`. */
  readonly initiativeChanges?: readonly InitiativeChange[] | undefined;
}

export const RECAP_LENGTHS = ['brief', 'standard', 'detailed'] as const;
export type RecapLength = (typeof RECAP_LENGTHS)[number];

/** In UTF-16 units, without event ids and the count of events that are not shown. */
export const TEXT_LIMITS: Readonly<Record<RecapLength, number>> = {
  brief: 700,
  standard: 2_500,
  detailed: 16_000,
};

export interface RecapOptions {
  readonly length: RecapLength;
  readonly audience: Audience;
  /** A name. Shows only events in which this character did not act, did not fight, is not named and was not with the party. */
  readonly absentCharacter?: string | undefined;
}

/** One event of a recap, in the words of its author. */
export interface Beat {
  /** Who acted; null if nobody is named or the audience may not know. */
  readonly who: string | null;
  /** null if it is that of the previous beat, or if a change names it. */
  readonly place: string | null;
  readonly action: string | null;
  readonly narration: string | null;
  /** The decisive roll. */
  readonly roll: string | null;
  /** One line each; stored text is quoted. */
  readonly changes: readonly string[];
  readonly events: readonly string[];
  /** Not known to the whole party. */
  readonly isAside: boolean;
  /** Names of the characters who know it; filled for the game master only. */
  readonly knownTo: readonly string[];
}

/** One line of the current state, or of the state at the end of a past session. */
export interface StateLine {
  readonly text: string;
  /** Ids of the events that set it; empty if it was set by hand. */
  readonly events: readonly string[];
}

export interface PartyMember {
  readonly id: string;
  readonly name: string;
  readonly role: CharacterFields['role'];
  readonly player: string | null;
  readonly hitPoints: HitPoints;
  readonly conditions: readonly string[];
}

export interface QuestStatus {
  readonly id: string;
  readonly name: string;
  readonly status: QuestFields['status'];
  readonly objectives: QuestFields['objectives'];
  /** Ids of the events that changed it. */
  readonly events: readonly string[];
}

export interface OpenThread {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ageTurns: number;
  readonly ageDays: number;
}

export interface Reminder {
  readonly id: string;
  readonly name: string;
  readonly status: NpcFields['status'];
  readonly location: string | null;
  readonly attitude: string | null;
  readonly known: string | null;
  /** null except for the game master. */
  readonly truth: string | null;
  readonly events: readonly string[];
}

export interface Hook {
  readonly kind: 'quest' | 'thread' | 'npc' | 'place';
  readonly about: string;
  readonly text: string;
}

export interface Recap {
  /** The beats and the current state as a list; stored text in it is quoted. */
  readonly text: string;
  readonly beats: readonly Beat[];
  readonly state: readonly StateLine[];
  /** Number of events this audience may see that are in no beat. */
  readonly leftOut: number;
  readonly party: readonly PartyMember[];
  readonly quests: readonly QuestStatus[];
  readonly threads: readonly OpenThread[];
  readonly reminders: readonly Reminder[];
  readonly hooks: readonly Hook[];
}
