import { type Branch, type Campaign, NEW_GAME } from '../../../src/campaign/domain/campaign.ts';
import { type Entity, NEW_FIELDS } from '../../../src/campaign/domain/entity.ts';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import type { Patch } from '../../../src/campaign/domain/patch.ts';
import type { CampaignChange } from '../../../src/campaign/ports/campaign-store.ts';
import { T0 } from '../../domain/session/session-fixtures.ts';

export const aCampaign = (facts: Partial<Campaign> = {}): Campaign => ({
  id: 'prj_1',
  name: 'Ledger',
  description: 'A long road.',
  dmName: 'Ada',
  setting: null,
  rules: { system: '5e' },
  state: NEW_GAME,
  branchId: 'main',
  turn: 0,
  createdAt: T0,
  updatedAt: T0,
  version: 1,
  ...facts,
});

export const aBranch = (facts: Partial<Branch> = {}): Branch => ({
  id: 'main',
  campaignId: 'prj_1',
  parentId: null,
  forkedAt: 0,
  headTurn: 0,
  reason: null,
  createdAt: T0,
  ...facts,
});

export const anEntity = (facts: Partial<Entity> = {}): Entity => ({
  id: 'ent_1',
  campaignId: 'prj_1',
  kind: 'character',
  name: 'Mira',
  fields: NEW_FIELDS.character,
  visibility: 'public',
  private_to: [],
  isRemoved: false,
  createdAt: T0,
  updatedAt: T0,
  ...facts,
});

export const anEvent = (facts: Partial<CampaignEvent> = {}): CampaignEvent => ({
  id: `evt_${facts.branchId ?? 'main'}_${facts.turn ?? 1}`,
  campaignId: 'prj_1',
  branchId: 'main',
  turn: 1,
  isTurn: true,
  sessionId: null,
  type: 'roleplay',
  title: null,
  description: 'I look around.',
  narration: null,
  context: null,
  actor: 'Mira',
  characters: ['Mira'],
  location: null,
  importance: 3,
  tags: ['dark'],
  rolls: [{ label: 'Perception', notation: '1d20', total: 12, detail: '[12]' }],
  effects: [{ kind: 'time', to: 'dusk', visibility: 'public', private_to: [] }],
  inGameDate: null,
  occurredAt: null,
  at: T0,
  visibility: 'private',
  private_to: ['ent_1'],
  ...facts,
});

export const aPatch = (target = 'ent_1', after: Patch['after'] = { name: 'Mira' }): Patch => ({
  target,
  before: {},
  after,
});

/** One call: the campaign as it is after it, one version on. */
export const played = (facts: Partial<Campaign>, parts: Partial<CampaignChange> = {}): CampaignChange => {
  const campaign = aCampaign(facts);
  return {
    kind: 'campaign',
    campaign,
    expectedVersion: campaign.version - 1,
    event: 'campaign.changed',
    branches: [],
    entities: [],
    removedEntityIds: [],
    patches: [],
    events: [],
    ...parts,
  };
};

export const begun = (parts: Partial<CampaignChange> = {}, facts: Partial<Campaign> = {}): CampaignChange =>
  played(facts, {
    event: 'campaign.saved',
    branches: [aBranch({ campaignId: facts.id ?? 'prj_1' })],
    ...parts,
  });
