import type { GameProjects, Games } from '../../app/ports/games.ts';

export const gameProjects: GameProjects = {
  hasGame: async ({ campaigns }, projectId) => (await campaigns.find(projectId)) !== undefined,
  projectIdOf: ({ campaign }) => campaign.id,
  hideDisabledProjects: ({ campaigns }, { getDisabledIds, hideIfDisabled, filterDisabled }) => ({
    campaigns: {
      ...campaigns,
      find: async (projectId) => hideIfDisabled(await campaigns.find(projectId), projectId, projectId),
      list: async (limit) => campaigns.list(limit, await getDisabledIds()),
      async listCampaignNames() {
        const hidden = await getDisabledIds();
        return (await campaigns.listCampaignNames()).filter(({ id }) => !hidden.includes(id));
      },
      findEntities: async (ids) =>
        filterDisabled(await campaigns.findEntities(ids), ({ campaignId }) => campaignId),
      findEvents: async (ids) =>
        filterDisabled(await campaigns.findEvents(ids), ({ campaignId }) => campaignId),
    },
  }),
};

/** Answers the core about games. Everything that not every start needs is loaded on demand. */
export const games: Games = {
  hasAny: async ({ campaigns }) => (await campaigns.list(1)).length > 0,
  findFacts: async (store, projectId) => (await import('./game-facts.ts')).gameFacts({ store }, projectId),
  findMeant: async (...question) => (await import('./load-campaign.ts')).findMeantProject(...question),
  listNamedAlike: async (store, name) =>
    (await (await import('./load-campaign.ts')).listLooselyEqualCampaigns({ store }, name)).filter(
      ({ isFormer }) => !isFormer,
    ),
  listNarrations: async ({ campaigns }, ids) => {
    const events = (await campaigns.findEvents(ids)).filter(({ visibility }) => visibility === 'public');
    return new Map(events.flatMap(({ id, narration }) => (narration ? [[id, narration] as const] : [])));
  },
  rewoundTurns: async (...question) => (await import('./game-facts.ts')).rewoundTurns(...question),
  listRewoundEvents: async (...question) => (await import('./game-facts.ts')).listRewoundEvents(...question),
  checkCopyFolder: async (...question) => (await import('./export-campaign.ts')).checkCopyFolder(...question),
  writeCopy: async (...copy) => (await import('./export-campaign.ts')).writeReadableCopy(...copy),
};
