import type { Note } from '../../note/note.ts';
import { durationMinutes } from '../../session/session.ts';
import type { CampaignEvent } from '../event.ts';
import type { KeptSitting } from './kept-sitting.ts';
import { inline, inlineName, item, listed, quoted, quotedAs, section } from './markdown.ts';

const each = (what: string, texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => item(what, text));

const noteHead = ({ title, sessionNumber, visibility }: Note): string => {
  const told = { public: '', private: ' (not for all)', dm_only: ' (for the game master only)' }[visibility];
  const about = sessionNumber === null ? '' : `, session ${sessionNumber}`;
  return `#### ${inlineName(title ?? 'Note')}${about}${told}`;
};

const noteLines = (note: Note): readonly string[] => [
  '',
  noteHead(note),
  ...quoted(note.summary),
  ...listed([
    ...item('When', note.occurredAt),
    ...item('Present', note.charactersPresent.join(', ')),
    ...item('Met', note.npcsEncountered.join(', ')),
    ...each('Happened', note.events),
    ...each('Fight', note.combatEncounters),
    ...Object.entries(note.questUpdates).flatMap(([quest, update]) => item('Quest', `${quest}: ${update}`)),
    ...each('Found', note.treasureFound),
    ...item('Experience', note.experienceGained),
  ]),
  ...quoted(note.notes),
];

const sittingLines = (
  sitting: KeptSitting,
  number: number,
  events: readonly CampaignEvent[],
): readonly string[] => {
  const turns = events.filter(({ isTurn, sessionId }) => isTurn && sessionId === sitting.id).length;
  return [
    '',
    `### Sitting ${number}${sitting.title === null ? '' : `: ${inline(sitting.title)}`}`,
    ...listed([
      ...item('Begun', sitting.startedAt),
      ...item('Played', `${durationMinutes(sitting.activeMs)} minutes, turns: ${turns}`),
      ...item('Run by', sitting.agent),
      ...item('Paused', sitting.pausedAt),
    ]),
    ...quotedAs('Left for the next', sitting.handoff?.summary ?? null),
    ...quotedAs('Closed with', sitting.closing?.epitaph ?? sitting.closing?.reason ?? null),
    ...sitting.notes.flatMap(noteLines),
  ];
};

/** When it was played, and what was written about it. */
export const renderSittings = (
  sittings: readonly KeptSitting[],
  events: readonly CampaignEvent[],
): readonly string[] =>
  section(
    'Sittings',
    sittings.flatMap((sitting, index) => sittingLines(sitting, index + 1, events)),
  );
