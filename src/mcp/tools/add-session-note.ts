import * as z from 'zod';
import { noteView } from '../../app/views/note-view.ts';
import { NOTE_VISIBILITIES } from '../../domain/note/note.ts';
import { defineTool, reply } from '../define-tool.ts';
import { notices, redacted, sessionId, text } from '../fields.ts';
import { instant } from '../instant-field.ts';

const list = (what: string) => z.array(text).max(1_000).optional().describe(what);

export const addSessionNote = defineTool({
  name: 'add_session_note',
  title: 'Add a session note',
  toolset: 'session',
  effect: 'write',
  description:
    'Write a note about a sitting while it goes on or afterwards: what happened, who was there, what was found; for work logs and game sessions alike. ' +
    'Notes are for reading back (get_sessions returns them whole); what the next session must be told belongs in end_session. ' +
    'Every call adds a note of its own, even under the same session_number; note_id makes a new version of that note and keeps the old one. ' +
    'The same note again is the same note. Works on active, paused and ended sessions; closed ones refuse. Starts a session if none is open and says so. Durable when it answers.',
  input: () =>
    z.strictObject({
      summary: text.describe('What happened; 1 to 100000 characters.'),
      session_id: sessionId.optional().describe('Default: the current session.'),
      note_id: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Revise this note: given fields replace, others stay.'),
      session_number: z
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .describe('Number of the sitting, as people count it.'),
      title: z.string().min(1).max(300).optional(),
      occurred_at: instant.optional().describe('When it happened, ISO 8601; default: now.'),
      events: list('Key events, one each.'),
      characters_present: list('Player characters or people who took part.'),
      npcs_encountered: list('Non-player characters met.'),
      quest_updates: z
        .record(z.string().max(1_000), text)
        .optional()
        .describe('Quest or task → what changed.'),
      combat_encounters: list('Fights, one each.'),
      experience_gained: z.number().min(0).max(1_000_000_000).optional(),
      treasure_found: list('Loot, one each.'),
      notes: text.optional().describe('Anything else.'),
      visibility: z
        .enum(NOTE_VISIBILITIES)
        .optional()
        .describe('public (default), private, or dm_only for the game master.'),
    }),
  output: () =>
    z.object({
      session_id: z.string(),
      note_id: z.string(),
      version: z.int(),
      session_number: z.int().nullable(),
      title: z.string().nullable(),
      date: z.string(),
      visibility: z.enum(NOTE_VISIBILITIES),
      turn_count: z.int(),
      redacted,
      notices,
    }),
  handle: async ({ services, caller }, input) => {
    const added = await services.addSessionNote(caller, {
      session_id: input.session_id,
      note_id: input.note_id,
      note: {
        summary: input.summary,
        sessionNumber: input.session_number,
        title: input.title,
        occurredAt: input.occurred_at,
        events: input.events,
        charactersPresent: input.characters_present,
        npcsEncountered: input.npcs_encountered,
        questUpdates: input.quest_updates,
        combatEncounters: input.combat_encounters,
        experienceGained: input.experience_gained,
        treasureFound: input.treasure_found,
        notes: input.notes,
        visibility: input.visibility,
      },
    });
    const { id, version, session_number, title, date, visibility } = noteView(added.note);
    return reply({
      session_id: added.session.id,
      note_id: id,
      version,
      session_number,
      title,
      date,
      visibility,
      turn_count: added.session.turnCount,
      redacted: added.redacted,
      notices: added.notices,
    });
  },
});
