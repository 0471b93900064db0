import type { Instant } from '../../instant.ts';
import type { SessionStatus } from '../../session/session.ts';
import type { Campaign } from '../campaign.ts';
import type { CharacterFields, Entity, HitPoints, NpcFields, QuestFields } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { Audience } from '../visible.ts';
import type { LineUp } from './line-up.ts';

export interface PlaySession {
  readonly sessionId: string;
  readonly title: string | null;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly status: SessionStatus;
}

export interface RecapFacts {
  readonly campaign: Pick<Campaign, 'name' | 'state' | 'turn'>;
  /** null: the whole campaign. */
  readonly playSession: PlaySession | null;
  /** Play went on since: state and entities are as they are now, not as these events left them. */
  readonly isPast?: boolean;
  /** Oldest first, of the branch being played. */
  readonly events: readonly CampaignEvent[];
  /** How many others the audience may see that are not among these events. */
  readonly untold?: number;
  readonly entities: readonly Entity[];
  readonly now: Instant;
  /** Who was in the initiative, and when that changed, oldest first; only asked of what somebody missed. */
  readonly lineUps?: readonly LineUp[] | undefined;
}

export const RECAP_LENGTHS = ['brief', 'standard', 'detailed'] as const;
export type RecapLength = (typeof RECAP_LENGTHS)[number];

/** Characters (UTF-16 units) of the text without event ids and the count of what is not shown. */
export const TEXT_LIMITS: Readonly<Record<RecapLength, number>> = {
  brief: 700,
  standard: 2_500,
  detailed: 16_000,
};

export interface RecapOptions {
  readonly length: RecapLength;
  readonly audience: Audience;
  /** A name: only events in which they neither acted, nor fought, nor are named, nor were with the party. */
  readonly absentCharacter?: string | undefined;
}

/** One event of a recap, in the words that were written. */
export interface Beat {
  /** Who acted; null where nobody is named, or where the audience may not know who it was. */
  readonly who: string | null;
  /** null where it is that of the beat before, or where a change names it. */
  readonly place: string | null;
  readonly action: string | null;
  readonly narration: string | null;
  /** The dice that decided it. */
  readonly roll: string | null;
  /** Plain data, one line each; stored text in them is quoted. */
  readonly changes: readonly string[];
  readonly events: readonly string[];
  /** Not known to the whole party. */
  readonly isAside: boolean;
  /** Names of the characters who know of it, for the game master only. */
  readonly knownTo: readonly string[];
}

/** One line of how things are now, or were at the end of a past session. */
export interface StateLine {
  readonly text: string;
  /** Ids of the events that made it so; none where it was set by hand. */
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

export interface QuestStanding {
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
  /** null for everyone but the game master. */
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
  /** Events this audience may see that are in no beat. */
  readonly leftOut: number;
  readonly party: readonly PartyMember[];
  readonly quests: readonly QuestStanding[];
  readonly threads: readonly OpenThread[];
  readonly reminders: readonly Reminder[];
  readonly hooks: readonly Hook[];
}
