import type { CampaignEvent } from './event.ts';

/** What happened, in the words of those who told it; what the narrator keeps for itself is not in it. */
export const eventText = ({
  title,
  description,
  narration,
  characters,
  location,
  tags,
}: CampaignEvent): string =>
  [title, description, narration, [...characters, location, ...tags].filter(Boolean).join(', ')]
    .filter((line): line is string => line !== null && line !== '')
    .join('\n');
