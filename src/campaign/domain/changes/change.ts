import type { GameState } from '../campaign.ts';
import type { NpcFields, QuestFields, Visibility } from '../entity.ts';

interface OptionalVisibility {
  /** Default: the visibility of the turn. */
  readonly visibility?: Visibility | undefined;
}

export type Change = OptionalVisibility &
  Readonly<
    | {
        kind: 'hit_points';
        character: string;
        /** Negative is damage, which takes temporary points first. */
        delta?: number | undefined;
        set?: number | undefined;
        temporary?: number | undefined;
      }
    | {
        kind: 'condition';
        character: string;
        add?: readonly string[] | undefined;
        remove?: readonly string[] | undefined;
      }
    | { kind: 'place'; location: string }
    | {
        kind: 'quest';
        quest: string;
        status?: QuestFields['status'] | undefined;
        objective_done?: string | undefined;
        add_objective?: string | undefined;
        note?: string | undefined;
      }
    /** A negative quantity removes items. */
    | { kind: 'item'; character: string; item: string; quantity: number }
    | { kind: 'funds'; coin: string; amount: number }
    | { kind: 'flag'; name: string; value: string | number | boolean | null }
    | { kind: 'time'; in_game_date: string }
    | { kind: 'slot'; character: string; level: string; delta: number }
    | {
        kind: 'npc';
        npc: string;
        status?: NpcFields['status'] | undefined;
        attitude?: string | undefined;
        location?: string | undefined;
        /** Added to what the party knows. */
        learned?: string | undefined;
      }
    | { kind: 'thread'; thread: string; status: 'open' | 'resolved'; text?: string | undefined }
    | {
        kind: 'combat';
        is_over?: boolean | undefined;
        initiative?: GameState['initiative'] | undefined;
        current_turn?: string | undefined;
        round?: number | undefined;
      }
  >;
