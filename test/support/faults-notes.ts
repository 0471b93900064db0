import type { StdioClient } from './stdio-client.ts';

interface Page {
  readonly sessions: readonly { readonly notes: readonly { readonly summary: string }[] }[];
  readonly next_cursor: string | null;
}

/** The summaries of all notes, page after page, as a client would read them. */
export async function readNotes(client: StdioClient): Promise<string[]> {
  const summaries: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await client.facts('get_sessions', {
      limit: 200,
      ...(cursor === null ? {} : { cursor }),
    });
    summaries.push(...page.sessions.flatMap(({ notes }) => notes.map(({ summary }) => summary)));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return summaries;
}
