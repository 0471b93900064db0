import type { RecordType } from '../../record/record.ts';

export interface DerivedItem {
  readonly type: RecordType;
  readonly text: string;
  /** Lines of the transcript it comes from. */
  readonly lines: readonly number[];
}
