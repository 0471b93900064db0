import { HANDOFF_NOTE_TITLE, type Note } from '../../note/note.ts';
import type { Entity, Seen } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { lineTo } from '../lineage.ts';
import { namesElsewhere, type Showing } from '../names-elsewhere.ts';
import { type Audience, type Lens, lensFor } from '../visible.ts';
import type { CampaignCopy, KeptPatch, WholeCampaign } from './campaign-copy.ts';
import type { KeptSitting } from './kept-sitting.ts';

function noteFor(note: Note, { name }: Lens): Note {
  const known = (names: readonly string[]) => names.filter((one) => name(one) !== null);
  return {
    ...note,
    charactersPresent: known(note.charactersPresent),
    npcsEncountered: known(note.npcsEncountered),
    questUpdates: Object.fromEntries(
      Object.entries(note.questUpdates).filter(([quest]) => name(quest) !== null),
    ),
  };
}

/**
 * A sitting for players: when it was, and the notes that are for all. Titles, and what one game master leaves for the
 * next, are the game master's words; a private note does not say whose it is.
 */
const sittingFor = (sitting: KeptSitting, lens: Lens): KeptSitting => ({
  ...sitting,
  title: null,
  agent: null,
  closing: null,
  handoff: null,
  notes: sitting.notes
    .filter(({ visibility, title }) => visibility === 'public' && title !== HANDOFF_NOTE_TITLE)
    .map((note) => noteFor(note, lens)),
});

/** The events of the line being played, oldest first. */
function playedEvents({ campaign, branches, events }: WholeCampaign): readonly CampaignEvent[] {
  const line = [...lineTo(branches, campaign.branchId, campaign.turn)].reverse();
  return line.flatMap(({ branchId, after, upTo }) =>
    events.filter((event) => event.branchId === branchId && event.turn > after && event.turn <= upTo),
  );
}

const showingOf = ({ target, after, branchId, turn, number, at }: KeptPatch): Showing[] => {
  const { name, visibility, private_to } = after as Partial<Pick<Entity, 'name' | keyof Seen>>;
  return target.startsWith('ent_')
    ? [{ id: target, name, visibility, private_to, branchId, turn, number, at }]
    : [];
};

/** What an audience may see. The names of what was hidden when it was removed stay hidden. */
export function copyFor(audience: Audience, whole: WholeCampaign): CampaignCopy {
  const { campaign, entities } = whole;
  const former = whole.patches.flatMap(({ target, before, ...place }) =>
    typeof before.name === 'string' ? [{ ...place, id: target, name: before.name }] : [],
  );
  const line = lineTo(whole.branches, campaign.branchId, campaign.turn);
  const elsewhere = namesElsewhere(whole.branches, line, whole.patches.flatMap(showingOf));
  const lens = lensFor(audience, entities, { line, former }, elsewhere);
  return {
    campaign: { ...campaign, state: lens.state(campaign.state) },
    entities: entities.filter(({ isRemoved }) => !isRemoved).flatMap((entity) => lens.entity(entity) ?? []),
    events: playedEvents(whole).flatMap((event) => lens.event(event) ?? []),
    sittings: audience.kind === 'dm' ? whole.sittings : whole.sittings.map((one) => sittingFor(one, lens)),
  };
}
