import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { cursorInvalid } from '../../domain/error.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/lists.ts';
import type { AudienceFilter } from '../domain/audience-filter.ts';
import { type CampaignSection, ENTITY_KINDS, type EntityKind } from '../domain/entity.ts';
import { entityKey } from '../domain/name-key.ts';
import { isKind } from '../domain/visibility.ts';
import {
  branchView,
  campaignView,
  type EntityView,
  entityView,
  partyMember,
  questView,
} from './campaign-views.ts';
import { EntityFinder, listAllEntities, listParty, loadAudienceFilter } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

export interface GetCampaignInput extends CampaignTarget {
  readonly section?: CampaignSection | undefined;
  readonly query?: string | undefined;
  readonly as_player?: boolean | string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const DEFAULT_LIMIT = 50;
const MAX_CHARS = 18_000;
const MAX_SCANNED = 2_000;

const matches = (view: EntityView, query: string | undefined): boolean =>
  query === undefined || entityKey(JSON.stringify([view.name, view.fields])).includes(entityKey(query));

async function listSection(
  deps: StoreDeps,
  campaignId: string,
  kind: EntityKind,
  input: GetCampaignInput,
  filter: AudienceFilter,
) {
  const from = input.cursor === undefined ? 0 : decodeCursor(input.cursor, 1)?.[0];
  if (typeof from !== 'number') throw cursorInvalid();
  const limit = input.limit ?? DEFAULT_LIMIT;
  const rows = await deps.store.campaigns.listEntities(campaignId, [kind], MAX_SCANNED, from);
  const seen = rows.flatMap(({ seq, entity }) => {
    const shown = filter.entity(entity);
    return shown === undefined ? [] : [{ seq, view: entityView(shown) }];
  });
  const found = seen.filter(({ view }) => matches(view, input.query));
  const page = takeFitting(found.slice(0, limit), MAX_CHARS, ({ view }) => jsonSize(view));
  const remaining = found.length - page.length;
  const last = page.at(-1);
  const isMore = remaining > 0 || rows.length === MAX_SCANNED;
  return {
    entities: page.map(({ view }) => view),
    remaining,
    next_cursor: isMore
      ? encodeCursor(remaining > 0 ? (last?.seq ?? from) : (rows.at(-1)?.seq ?? from))
      : null,
  };
}

export async function getCampaign(deps: ProjectDeps, caller: Caller, input: GetCampaignInput) {
  const campaign = await loadCampaign(deps, caller, input, 'name');
  const audience = await new EntityFinder(deps, campaign).getAudience(input.as_player);
  const section = input.section ?? 'overview';
  const filter = await loadAudienceFilter(deps, campaign, audience);
  const about = campaignView({ ...campaign, state: filter.state(campaign.state) });
  if (section === 'branches') {
    const branches = await deps.store.campaigns.listBranches(campaign.id);
    return {
      section,
      campaign: about,
      branches: branches
        .map((one) => branchView(one, campaign.branchId))
        // The reason for a rewind is for the game master only.
        .map((one) => (audience.kind === 'dm' ? one : { ...one, reason: null })),
    };
  }
  const kind = ENTITY_KINDS.find((one) => section === `${one}s`);
  if (kind !== undefined) {
    return { section, campaign: about, ...(await listSection(deps, campaign.id, kind, input, filter)) };
  }
  const party = await listParty(deps, campaign, audience);
  const others = await listAllEntities(deps, campaign, ['quest', 'thread'], audience);
  const counts = audience.kind === 'dm' ? await deps.store.campaigns.countEntities(campaign.id) : undefined;
  return {
    section,
    campaign: about,
    party: party.map(partyMember),
    quests: others.filter(isKind('quest')).map(questView),
    open_threads: others
      .filter(isKind('thread'))
      .filter(({ fields }) => fields.status === 'open')
      .map(({ name }) => name),
    counts,
  };
}

export const listCampaigns = async (deps: StoreDeps) =>
  (await deps.store.campaigns.list(500)).map((campaign) => ({
    campaign_id: campaign.id,
    name: campaign.name,
    description: campaign.description,
    turn: campaign.turn,
    in_game_date: campaign.state.in_game_date,
    location: campaign.state.location,
    updated_at: campaign.updatedAt,
  }));
