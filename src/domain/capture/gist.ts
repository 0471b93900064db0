export interface Gist {
  readonly requests: readonly { readonly text: string; readonly line: number }[];
}
export const EMPTY_GIST: Gist = { requests: [] };
