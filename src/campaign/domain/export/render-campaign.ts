import type { Note } from '../../../domain/note/note.ts';
import { durationMinutes } from '../../../domain/session/session.ts';
import type { Branch, Campaign } from '../campaign.ts';
import { type CampaignEvent, effectLine } from '../event.ts';
import type { Audience } from '../visibility.ts';
import type { CampaignCopy, ExportedSession } from './campaign-copy.ts';
import { inline, inlineName, item, listed, quoted, quotedAs, section } from './markdown.ts';
import { renderEntities } from './render-entities.ts';

const itemsFor = (what: string, texts: readonly string[]) => texts.flatMap((text) => item(what, text));

const noteHead = ({ title, sessionNumber, visibility }: Note): string => {
  const seen = { public: '', private: ' (not for all)', dm_only: ' (for the game master only)' }[visibility];
  const about = sessionNumber === null ? '' : `, session ${sessionNumber}`;
  return `#### ${inlineName(title ?? 'Note')}${about}${seen}`;
};

const noteLines = (note: Note): readonly string[] => [
  '',
  noteHead(note),
  ...quoted(note.summary),
  ...listed([
    ...item('When', note.occurredAt),
    ...item('Present', note.charactersPresent.join(', ')),
    ...item('Met', note.npcsEncountered.join(', ')),
    ...itemsFor('Happened', note.events),
    ...itemsFor('Fight', note.combatEncounters),
    ...Object.entries(note.questUpdates).flatMap(([quest, update]) => item('Quest', `${quest}: ${update}`)),
    ...itemsFor('Found', note.treasureFound),
    ...item('Experience', note.experienceGained),
  ]),
  ...quoted(note.notes),
];

const sessionLines = (session: ExportedSession, number: number, events: readonly CampaignEvent[]) => {
  const turns = events.filter(({ isTurn, sessionId }) => isTurn && sessionId === session.id).length;
  return [
    '',
    `### Session ${number}${session.title === null ? '' : `: ${inline(session.title)}`}`,
    ...listed([
      ...item('Begun', session.startedAt),
      ...item('Played', `${durationMinutes(session.activeMs)} minutes, turns: ${turns}`),
      ...item('Run by', session.agent),
      ...item('Paused', session.pausedAt),
    ]),
    ...quotedAs('Left for the next', session.handoff?.summary ?? null),
    ...quotedAs('Closed with', session.closing?.epitaph ?? session.closing?.reason ?? null),
    ...session.notes.flatMap(noteLines),
  ];
};

const audienceLine = (audience: Audience): string => {
  if (audience.kind === 'dm') return "The game master's copy: it contains every secret.";
  return `What the ${audience.kind === 'party' ? 'party' : `player of ${inline(audience.name)}`} may know.`;
};

const amounts = (values: object): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

const overview = (campaign: Campaign): readonly string[] => {
  const { state, rules } = campaign;
  return [
    ...quoted(campaign.description),
    '',
    ...item('Setting', campaign.setting),
    ...item('Game master', campaign.dmName),
    ...item('Rules', amounts(rules)),
    `- Turn: ${campaign.turn}`,
    ...item('Place', state.location),
    ...item('Date in the game', state.in_game_date),
    ...item('Funds', amounts(state.party_funds)),
    ...item('Flags', amounts(state.flags)),
    ...(state.in_combat
      ? item(
          'In a fight',
          `round ${state.round}; ${state.initiative.map(({ name, score }) => `${name} ${score}`).join(', ')}`,
        )
      : []),
  ];
};

const eventHead = (event: CampaignEvent): string => {
  const what = event.title ?? event.actor ?? event.type;
  const where = [event.location, event.inGameDate].filter((part) => part !== null).map(inline);
  const seen = event.visibility === 'public' ? '' : ' (not known to all)';
  return `### ${event.isTurn ? 'Turn' : 'After turn'} ${event.turn}: ${inline(what)}${where.length === 0 ? '' : `, ${where.join(', ')}`}${seen}`;
};

const eventLines = (event: CampaignEvent): readonly string[] => [
  '',
  eventHead(event),
  ...quoted(event.description),
  ...quoted(event.narration),
  ...quotedAs('Kept with it', event.context),
  ...(event.rolls.length + event.effects.length === 0 ? [] : ['']),
  ...event.rolls.map(
    ({ label, notation, total, detail }) =>
      `- ${inlineName(label ?? 'Roll')}: ${inline(notation)} = ${total} (${inline(detail)})`,
  ),
  ...event.effects.map((effect) => `- ${inline(effectLine(effect))}`),
];

const branchLine = (branch: Branch, current: string): string =>
  `- ${inlineName(branch.id)}${branch.id === current ? ' (being played)' : ''}: up to turn ${branch.headTurn}${
    branch.parentId === null ? '' : `, parted from ${inline(branch.parentId)} after turn ${branch.forkedAt}`
  }${branch.reason === null ? '' : `: ${inline(branch.reason)}`}`;

interface ReadableCopy extends CampaignCopy {
  readonly audience: Audience;
  readonly recap: string;
  readonly branches: readonly Branch[];
}

export function renderCampaign({
  campaign,
  entities,
  events,
  sessions,
  branches,
  audience,
  recap,
}: ReadableCopy): string {
  return [
    `# ${inlineName(campaign.name)}`,
    '',
    audienceLine(audience),
    ...overview(campaign),
    ...section('Recap', quoted(recap)),
    ...renderEntities(entities),
    ...section('Log', events.flatMap(eventLines)),
    ...section(
      'Sessions',
      sessions.flatMap((session, index) => sessionLines(session, index + 1, events)),
    ),
    ...section(
      'Branches',
      branches.length < 2 ? [] : ['', ...branches.map((one) => branchLine(one, campaign.branchId))],
    ),
    '',
  ].join('\n');
}
