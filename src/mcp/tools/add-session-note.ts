import * as z from 'zod';
import { noteView } from '../../app/views/entity-views.ts';
import { NOTE_LIMITS, NOTE_VISIBILITIES } from '../../domain/note/note.ts';
import { defineTool, reply } from '../define-tool.ts';
import { identifier, instant, notices, nullableText, redacted, sessionId, text } from '../fields.ts';

const list = (what: string) => z.array(text).max(NOTE_LIMITS.list).optional().describe(what);

export const addSessionNote = defineTool({
  name: 'add_session_note',
  title: 'Add a session note',
  toolset: 'session',
  effect: 'write',
  description:
    'Write a note on what happened in a sitting, work or game, during or after it, for whoever looks back. ' +
    'Read back with get_sessions, not in boot reports: what the next session must know goes in end_session. ' +
    'Every call adds a note; note_id makes a new version and keeps the old. The same note again writes nothing. ' +
    'With no session open it starts one and says so. Secrets are masked. Durable.',
  input: () =>
    z.strictObject({
      summary: text.describe('Up to 100000 characters.'),
      session_id: sessionId.optional().describe('Default: the current session; needed over HTTP.'),
      note_id: identifier.optional().describe('Revise this one: given fields replace, others stay.'),
      session_number: z
        .int()
        .min(0)
        .max(NOTE_LIMITS.number)
        .optional()
        .describe('As people count; may repeat.'),
      title: z.string().min(1).max(NOTE_LIMITS.title).optional(),
      occurred_at: instant.optional().describe('ISO 8601; default: now.'),
      events: list('One each.'),
      characters_present: list('Player characters or people.'),
      npcs_encountered: list('Non-player characters.'),
      quest_updates: z
        .record(z.string().max(NOTE_LIMITS.quest), text)
        .optional()
        .describe('Quest: what changed.'),
      combat_encounters: list('One each.'),
      experience_gained: z.number().min(0).max(NOTE_LIMITS.experience).optional(),
      treasure_found: list('One each.'),
      notes: text.optional().describe('Anything else.'),
      visibility: z.enum(NOTE_VISIBILITIES).optional().describe('A label, hides nothing; default public.'),
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
