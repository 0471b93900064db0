import * as z from 'zod';
import { instantFromMs } from '../domain/instant.ts';

/** ISO 8601 in, our own spelling of the same moment out. */
export const instant = z
  .string()
  .max(40)
  .refine((text) => /^\d{4}-\d{2}-\d{2}/.test(text) && Number.isFinite(Date.parse(text)), {
    error: 'must be an ISO 8601 date or time, such as 2026-03-01 or 2026-03-01T09:30:00Z',
  })
  .overwrite((text) => (Number.isFinite(Date.parse(text)) ? instantFromMs(Date.parse(text)) : text));
