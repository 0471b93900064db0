import type { Seen, Visibility } from '../../domain/campaign/entity.ts';
import { visibilityOf } from '../../domain/campaign/seen.ts';
import type { Deps } from '../deps.ts';
import { characterIds, type Played } from './find-entity.ts';

export interface GivenSeen {
  readonly visibility?: Visibility | undefined;
  /** Names of characters. */
  readonly private_to?: readonly string[] | undefined;
}

/** Who may see what a call writes; what it leaves open stays as it was. */
export async function seenOf(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  given: GivenSeen,
  before: Seen = { visibility: 'public', private_to: [] },
): Promise<Seen> {
  const visibility = visibilityOf(given, before.visibility);
  if (visibility !== 'private') return { visibility, private_to: [] };
  const private_to =
    given.private_to === undefined ? before.private_to : await characterIds(deps, campaign, given.private_to);
  return { visibility, private_to };
}
