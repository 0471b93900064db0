import * as z from 'zod';
import { CAPTURE_MODES } from '../../app/input-constraints.ts';
import { defineTool, reply } from '../define-tool.ts';
import { captureHead, cursor, identifier, nullableText, page } from '../fields.ts';

export const readCapture = defineTool({
  name: 'read_capture',
  title: 'Read a transcript capture',
  toolset: 'capture',
  effect: 'log',
  description:
    'Returns one transcript capture, as extracted facts (requests, files, commands, tests, errors, todos) or as raw messages; use it after a compaction or a lost session to recover what was not stored. ' +
    'Instead: list_captures to find captures; search_memory to search in them. ' +
    'Mode structured, or the last page of raw, marks the capture as reviewed, so that reports stop naming it; the call changes nothing else. ' +
    'Fails if the id is unknown or expired.',
  input: () =>
    z.strictObject({
      id: identifier.describe('Capture id from list_captures or boot_report.'),
      mode: z
        .enum(CAPTURE_MODES)
        .optional()
        .describe(
          'summary: a few lines. structured (default): all extracted facts. raw: the messages, in pages.',
        ),
      cursor: cursor.optional().describe('next_cursor of the previous page; only for raw.'),
    }),
  output: () =>
    z.object({
      capture: captureHead,
      mode: z.enum(CAPTURE_MODES),
      content: z.string().describe('Empty in mode raw.'),
      messages: z
        .array(z.object({ line: z.int(), at: nullableText, who: z.string(), text: z.string() }))
        .describe('Only in mode raw.'),
      ...page,
      remaining: page.remaining.describe('Messages after this page.'),
    }),
  handle: async ({ services, caller }, input) =>
    reply({ ...(await services.readCapture(caller, input)) }, 'content'),
});
