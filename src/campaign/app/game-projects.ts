import type { GameProjects } from '../../app/ports/games.ts';

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
