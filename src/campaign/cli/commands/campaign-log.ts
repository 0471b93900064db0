import { snakeKeys } from '../../../cli/command-wording.ts';
import { type CommandContext, defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag, cursorFlag, numberFlag, switchFlag, textFlag } from '../../../cli/flags.ts';
import { oneLine, quotedName, quotedParagraph } from '../../../cli/terminal-text.ts';
import type { EventView } from '../../app/campaign-views.ts';
import type { GetEventsInput } from '../../app/get-events.ts';
import { type Effect, EVENT_TYPES, effectLine } from '../../domain/event.ts';
import { RECAP_LENGTHS } from '../../domain/recap/recap.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';

const DEFAULT_LIMIT = 20;
const MAX_WIDTH = 110;

const textWidthIn = ({ width }: CommandContext) => Math.max(20, Math.min(width, MAX_WIDTH));

/** A session belongs to one campaign, so the campaign need not be named. */
const campaignOf = (context: CommandContext, name: string | undefined, sessionId: string | undefined) =>
  name === undefined && sessionId !== undefined ? undefined : resolveCampaign(context, name);

async function listEvents({ services, caller }: CommandContext, limit: number, input: GetEventsInput) {
  const events: EventView[] = [];
  let { cursor } = input;
  for (;;) {
    const page = await services.getEvents(caller, { ...input, cursor, limit: limit - events.length });
    events.push(...page.events);
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined || events.length >= limit)
      return { campaign: page.campaign, events: events.reverse(), next_cursor: page.next_cursor };
  }
}

export function eventLines(event: EventView, context: CommandContext): readonly string[] {
  const { style } = context;
  const about = [event.actor, event.location, event.in_game_date].filter((part) => part !== null);
  const seen = event.visibility === 'public' ? '' : ` [${event.visibility.replace('_', ' ')}]`;
  const between = event.turn === 0 ? 'Before turn 1' : `After turn ${event.turn}`;
  const head = event.is_turn ? `Turn ${event.turn}` : between;
  const indented = (text: string) => quotedParagraph(text, textWidthIn(context), '  ');
  return [
    `${style.bold(`${head}${seen}`)}  ${style.dim([oneLine(event.event_type), ...about.map(quotedName)].join(' · '))}`,
    ...(event.title === null ? [] : indented(event.title)),
    ...indented(event.description),
    ...(event.narration === null ? [] : indented(event.narration)),
    ...event.rolls.flatMap((roll) => indented(`${roll.label ?? 'Roll'}: ${roll.notation} = ${roll.total}`)),
    ...event.effects.flatMap((effect) => indented(`→ ${effectLine(effect as Effect)}`)),
  ];
}

export const campaignLog = defineCommand({
  name: 'campaign log',
  summary: 'List the events of a campaign, newest last.',
  effect: 'read',
  examples: [
    'throughline campaign log',
    'throughline campaign log "The Salt Roads" --limit 100 --type combat',
    'throughline campaign log --query "the bell" --who Mira --as-player',
    'throughline campaign log --session ses_… --json',
  ],
  positionals: [campaignPositional],
  flags: {
    limit: numberFlag('N', { min: 1, max: 5_000 }, 'The maximum number of events, 1 to 5000. Default: 20.'),
    type: choiceFlag('TYPE', EVENT_TYPES, `Only events of this type: ${EVENT_TYPES.join(', ')}.`),
    who: textFlag('CHARACTER', 'Only events that involve this character.'),
    place: textFlag('PLACE', 'Only events at this place.'),
    query: textFlag('WORDS', 'Only events with all of these words.'),
    importance: numberFlag('N', { min: 1, max: 5 }, 'Minimum importance, 1 to 5.'),
    session: textFlag('ID', 'Only this session.'),
    cursor: cursorFlag,
    ...playerFlags,
  },
  parse: (flags, [name]) => ({
    name,
    limit: flags.limit ?? DEFAULT_LIMIT,
    event_type: flags.type,
    character: flags.who,
    location: flags.place,
    search: flags.query,
    min_importance: flags.importance,
    session_id: flags.session,
    cursor: flags.cursor,
    as_player: playerOf(flags),
  }),
  async act(context, { name, limit, ...input }) {
    const campaign = await campaignOf(context, name, input.session_id);
    const found = await listEvents(context, limit, { campaign, ...input });
    if (found.events.length === 0) return { lines: ['There are no events to show.'], facts: found };
    const blocks = found.events.map((event) => eventLines(event, context));
    const earlier = found.next_cursor === null ? [] : [`Earlier: --cursor ${found.next_cursor}`, ''];
    return {
      lines: [...earlier, ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))],
      facts: found,
    };
  },
});

export const campaignRecap = defineCommand({
  name: 'campaign recap',
  summary: 'Show what happened so far and the current state.',
  effect: 'read',
  examples: [
    'throughline campaign recap',
    'throughline campaign recap "The Salt Roads" --length brief --player-safe',
    'throughline campaign recap --for Mira --player-safe',
    'throughline campaign recap --session ses_… --json',
  ],
  positionals: [campaignPositional],
  flags: {
    length: choiceFlag(
      'LENGTH',
      RECAP_LENGTHS,
      'brief, standard (default) or detailed: up to 700, 2,500 or 16,000 characters.',
    ),
    for: textFlag('CHARACTER', 'Tell what this character missed.'),
    'player-safe': switchFlag('Leave out secrets: only what the party, or the character of --for, may know.'),
    session: textFlag('ID', 'Only this session.'),
  },
  parse: ({ length, for: for_character, 'player-safe': player_safe, session: session_id }, [name]) => ({
    name,
    length,
    for_character,
    player_safe,
    session_id,
  }),
  async act(context, { name, ...input }) {
    const campaign = await campaignOf(context, name, input.session_id);
    const { leftOut, ...recap } = await context.services.recapSession(context.caller, { campaign, ...input });
    const lines = recap.text.split('\n').flatMap((line) => quotedParagraph(line, textWidthIn(context)));
    return { lines, facts: snakeKeys({ ...recap, eventsLeftOut: leftOut }) };
  },
});
