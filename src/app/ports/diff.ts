export interface DiffLine {
  readonly kind: 'place' | 'same' | 'added' | 'removed';
  /** With its sign in front, as in a unified diff. */
  readonly text: string;
}

/** What differs between two texts, with some lines around it. A line too long to be read is cut to where it differs. */
export type Diff = (before: string, after: string) => readonly DiffLine[];
