import { nameOf } from '../../domain/orientation/wording.ts';
import {
  beginsLike,
  type CompleteValue,
  DATA_NOTE,
  NAME_CHARS,
  type ResourceKind,
  resourceOf,
} from '../../mcp/resources/define-resource.ts';

const MAX_LISTED = 10;

export const completeCampaign: CompleteValue = async ({ services, caller }, prefix) =>
  (await services.listCampaigns(caller)).map(({ name }) => name).filter((name) => beginsLike(name, prefix));

export const campaignResource: ResourceKind = {
  kind: 'campaign',
  argument: 'name',
  complete: completeCampaign,
  title: 'A campaign',
  description: `Where a game stands, for its game master: state, party, quests and open threads; the same facts as get_campaign. ${DATA_NOTE}`,
  mimeType: 'application/json',
  read: async ({ services, caller }, name) =>
    JSON.stringify(await services.getCampaign(caller, { campaign: name })),
  findId: async ({ services, caller }, name) =>
    (await services.getCampaign(caller, { campaign: name })).campaign.campaign_id,
  list: async ({ services, caller }, projectId) =>
    (await services.listCampaigns(caller))
      .filter(({ campaign_id }) => projectId === null || projectId === campaign_id)
      .slice(0, MAX_LISTED)
      .map(({ name }) => resourceOf(campaignResource, name, `Campaign "${nameOf(name, NAME_CHARS)}"`)),
};
