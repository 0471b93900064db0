import * as z from 'zod';
import { CAPTURE_REASONS } from '../domain/capture/capture.ts';
import { redacted } from './fields.ts';

export const capture = z.object({
  id: z.string(),
  session_id: z.string(),
  at: z.string(),
  reason: z.enum(CAPTURE_REASONS),
  note: z.string().nullable(),
  transcript_path: z.string().nullable(),
  lines: z.string().describe('Of the transcript.'),
  message_count: z.int(),
  char_count: z.int(),
  skipped_bytes: z.int().describe('Of the transcript, what was too much to be read.'),
  has_client_summary: z.boolean(),
  reviewed_at: z.string().nullable(),
  handoff_id: z.string().nullable().describe('The handoff that cites it.'),
  redacted,
});
