import type { Instant } from '../instant.ts';
export type TranscriptEntry = { readonly line: number; readonly at: Instant | null } & {
  readonly kind: 'request' | 'reply';
  readonly text: string;
};
