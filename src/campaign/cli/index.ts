import type { RecallReaders } from '../../cli/commands/recall.ts';
import type { Command } from '../../cli/define-command.ts';
import { shortIds } from '../../cli/short-ids.ts';
import { campaignExport, campaignImport } from './commands/campaign-export.ts';
import { campaignList, campaignParty, campaignQuests, campaignShow } from './commands/campaign-list.ts';
import { campaignLog, campaignRecap, eventLines } from './commands/campaign-log.ts';
import { campaignRewind } from './commands/campaign-rewind.ts';

/** In the order that help lists them. */
export const CAMPAIGN_COMMANDS: readonly Command[] = [
  campaignList,
  campaignShow,
  campaignParty,
  campaignQuests,
  campaignRecap,
  campaignLog,
  campaignRewind,
  campaignExport,
  campaignImport,
];

export const CAMPAIGN_READERS: RecallReaders = {
  evt: [
    'events',
    async (context, id) => {
      const event = await context.services.readEvent(context.caller, { id });
      const shorten = await shortIds(context, [event.id]);
      return { lines: [context.style.bold(shorten(event.id)), ...eventLines(event, context)], facts: event };
    },
  ],
};
