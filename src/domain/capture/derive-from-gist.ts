import type { RecordType } from '../record/record.ts';
import type { Gist } from './gist.ts';
export interface DerivedItem {
  readonly type: RecordType;
  readonly text: string;
  readonly lines: readonly number[];
}
export const deriveFromGist = (_gist: Gist): readonly DerivedItem[] => [];
