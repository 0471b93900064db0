// These names are in stores that exist: as the source of a record, and in the digests of cursors and retry keys. Some of them
// are also names of tools. Renaming a tool must not change them.

export const SOURCES = {
  handoff: 'end_session',
  memory: 'store_memory',
  note: 'add_session_note',
  closing: 'close_session',
  turnOfGame: 'player_action',
  hook: 'hook',
} as const;

export const KEYED_CALLS = {
  turn: 'player_action',
  event: 'add_event',
} as const;

export type KeyedCallName = (typeof KEYED_CALLS)[keyof typeof KEYED_CALLS];

export const CURSOR_LISTS = {
  search: 'search_memory',
  records: 'list_memories',
  recordsById: 'list_memories by ids',
} as const;
