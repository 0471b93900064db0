import type { Games } from '../../app/ports/games.ts';

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
  rewoundTurns: async (...question) => (await import('./rewound.ts')).rewoundTurns(...question),
  listRewoundEvents: async (...question) => (await import('./rewound.ts')).listRewoundEvents(...question),
  checkCopyFolder: async (...question) =>
    (await import('./write-readable-copy.ts')).checkCopyFolder(...question),
  writeCopy: async (...copy) => (await import('./write-readable-copy.ts')).writeReadableCopy(...copy),
};
