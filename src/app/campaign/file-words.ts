import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import type { Deps } from '../deps.ts';
import { redactDeep } from './clean-deep.ts';

/** What people wrote; ids and moments are no words of anybody. */
const wordsOf = ({ campaign, branches, entities, patches, events, sessions, notes }: CampaignFile) => ({
  campaign: {
    name: campaign.name.trim().normalize('NFC'),
    description: campaign.description,
    dm_name: campaign.dm_name,
    setting: campaign.setting,
    rules: campaign.rules,
    state: campaign.state,
  },
  branches: branches.map(({ reason }) => ({ reason })),
  entities: entities.map(({ name, fields }) => ({ name, fields })),
  patches: patches.map(({ before, after }) => ({ before, after })),
  events: events.map((event) => ({
    title: event.title,
    description: event.description,
    narration: event.narration,
    context: event.context,
    actor: event.actor,
    characters: event.characters,
    location: event.location,
    tags: event.tags,
    rolls: event.rolls,
    effects: event.effects,
    in_game_date: event.in_game_date,
  })),
  sessions: sessions.map(({ title, agent, closing, handoff }) => ({
    title,
    agent,
    closing: closing && { reason: closing.reason, epitaph: closing.epitaph },
    handoff: handoff && { summary: handoff.summary },
  })),
  notes: notes.map((note) => ({
    title: note.title,
    summary: note.summary,
    events: note.events,
    characters_present: note.characters_present,
    npcs_encountered: note.npcs_encountered,
    quest_updates: note.quest_updates,
    combat_encounters: note.combat_encounters,
    treasure_found: note.treasure_found,
    notes: note.notes,
  })),
});

const joined = <Row>(rows: readonly Row[], clean: readonly Partial<Row>[]): readonly Row[] =>
  rows.map((row, index) => ({ ...row, ...clean[index] }));

/** Whatever is stored goes through the redactor, wherever it comes from. */
export async function withoutSecrets(deps: Pick<Deps, 'redactor'>, file: CampaignFile) {
  const { content, found } = await redactDeep(deps, wordsOf(file));
  const clean: CampaignFile = {
    ...file,
    campaign: { ...file.campaign, ...content.campaign },
    branches: joined(file.branches, content.branches),
    entities: joined(file.entities, content.entities),
    patches: joined(file.patches, content.patches),
    events: joined(file.events, content.events),
    sessions: file.sessions.map((session, index) => {
      const said = content.sessions[index];
      return {
        ...session,
        ...said,
        closing: session.closing && { ...session.closing, ...said?.closing },
        handoff: session.handoff && { ...session.handoff, ...said?.handoff },
      };
    }),
    notes: joined(file.notes, content.notes),
  };
  return { clean, found };
}
