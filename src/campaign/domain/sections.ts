export const CAMPAIGN_SECTIONS = [
  'overview',
  'characters',
  'npcs',
  'locations',
  'quests',
  'items',
  'factions',
  'threads',
  'branches',
] as const;
export type CampaignSection = (typeof CAMPAIGN_SECTIONS)[number];
