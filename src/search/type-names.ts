import type { RecordType } from '../domain/record/record.ts';

/** What people call it: "what did we decide about tokens", "open tasks of the gateway". Found by its own words, never by these. */
const NAMES: Readonly<Partial<Record<RecordType, string>>> = {
  decision: 'decide decision choice choose',
  lesson: 'lesson learn',
  constraint: 'constraint rule policy allow',
  warning: 'warning',
  preference: 'preference prefer user like style',
  open_loop: 'open loop task todo pending',
  checkpoint: 'checkpoint status',
};

export const typeNames = (type: RecordType | null): string => (type === null ? '' : (NAMES[type] ?? ''));
