import * as z from 'zod';
import { noteView } from '../../app/views/entity-views.ts';
import { NOTE_LIMITS, NOTE_VISIBILITIES } from '../../domain/note/note.ts';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, instant, notices, nullableText, redacted, sessionId, text } from '../fields.ts';

const list = (what: string) => z.array(text).max(NOTE_LIMITS.list).optional().describe(what);

export const addSessionNote = defineTool({
  name: 'add_session_note',
  title: 'Add or revise a session note',
  toolset: 'session',
  effect: 'write',
  description:
    'Adds a note (log, minutes, play notes) to a session, or revises one; use it to record what happened, also after the session ended. ' +
    'Boot reports do not show notes; get_sessions does. Instead: end_session for what the next session must know; store_memory for a single fact. ' +
    'An identical note of the same session is stored once. With note_id a change adds a version; the old one is kept. ' +
    'Starts a session if there is none. ' +
    'Fails if the session is closed, or note_id is unknown or of another session.',
  input: () =>
    z.strictObject({
      summary: text.describe('What happened; 1 to 100000 characters.'),
      session_id: sessionId.optional().describe('Default: that of note_id, else the current session.'),
      note_id: identifier
        .optional()
        .describe('Note to revise, from get_sessions. Replaces summary; other fields only if given.'),
      session_number: z
        .int()
        .min(0)
        .max(NOTE_LIMITS.number)
        .optional()
        .describe('Your own number; may repeat.'),
      title: z.string().min(1).max(NOTE_LIMITS.title).optional().describe('Heading.'),
      occurred_at: instant.optional().describe('ISO 8601. Default: now.'),
      events: list('Main events.'),
      characters_present: list('Games: who was present.'),
      npcs_encountered: list('Games: NPCs met.'),
      quest_updates: z
        .record(z.string().max(NOTE_LIMITS.quest), text)
        .optional()
        .describe('Games: changes by quest name.'),
      combat_encounters: list('Games: fights.'),
      experience_gained: z.number().min(0).max(NOTE_LIMITS.experience).optional().describe('Games: points.'),
      treasure_found: list('Games: finds.'),
      notes: text.optional().describe('Anything else.'),
      visibility: z
        .enum(NOTE_VISIBILITIES)
        .optional()
        .describe('Only a label: every reader gets it. Default public.'),
    }),
  output: () =>
    z.object({
      session_id: z.string(),
      note_id: z.string(),
      version: z.int(),
      session_number: z.int().nullable(),
      title: nullableText,
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
