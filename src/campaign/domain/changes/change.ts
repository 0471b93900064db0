import type { NpcFields, QuestFields, Visibility } from '../entity.ts';

interface OptionalVisibility {
  /** Default: the visibility of the turn. */
  readonly visibility?: Visibility | undefined;
}

/** One change of a turn as the caller passes it; it refers to entities by name. */
export type Change = OptionalVisibility &
  (
    | {
        readonly kind: 'hit_points';
        readonly character: string;
        /** Negative is damage, which takes temporary points first. */
        readonly delta?: number | undefined;
        readonly set?: number | undefined;
        readonly temporary?: number | undefined;
      }
    | {
        readonly kind: 'condition';
        readonly character: string;
        readonly add?: readonly string[] | undefined;
        readonly remove?: readonly string[] | undefined;
      }
    | { readonly kind: 'place'; readonly location: string }
    | {
        readonly kind: 'quest';
        readonly quest: string;
        readonly status?: QuestFields['status'] | undefined;
        readonly objective_done?: string | undefined;
        readonly add_objective?: string | undefined;
        readonly note?: string | undefined;
      }
    | {
        readonly kind: 'item';
        readonly character: string;
        readonly item: string;
        /** Negative removes items. */
        readonly quantity: number;
      }
    | { readonly kind: 'funds'; readonly coin: string; readonly amount: number }
    | { readonly kind: 'flag'; readonly name: string; readonly value: string | number | boolean | null }
    | { readonly kind: 'time'; readonly in_game_date: string }
    | {
        readonly kind: 'slot';
        readonly character: string;
        readonly level: string;
        readonly delta: number;
      }
    | {
        readonly kind: 'npc';
        readonly npc: string;
        readonly status?: NpcFields['status'] | undefined;
        readonly attitude?: string | undefined;
        readonly location?: string | undefined;
        /** Added to what the party knows. */
        readonly learned?: string | undefined;
      }
    | {
        readonly kind: 'thread';
        readonly thread: string;
        readonly status: 'open' | 'resolved';
        readonly text?: string | undefined;
      }
    | {
        readonly kind: 'combat';
        readonly is_over?: boolean | undefined;
        readonly initiative?: readonly { readonly name: string; readonly score: number }[] | undefined;
        readonly current_turn?: string | undefined;
        readonly round?: number | undefined;
      }
  );
