import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { adjustArguments } from '../../src/mcp/adjust-arguments.ts';
import { parserOf } from '../../src/mcp/tool-list.ts';

type Arguments = Record<string, unknown>;

const parserFor = (name: string) => {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return parserOf(tool);
};

const adjust = (tool: string, given: Arguments) => {
  const { given: adjusted, notices, problems } = adjustArguments(parserFor(tool), given);
  return { adjusted, notices: notices.map(({ text }) => text), problems };
};

const CASES: readonly [what: string, tool: string, given: Arguments, expected: Arguments, notice: RegExp][] =
  [
    ['null', 'store_memory', { content: 'x', subject: null }, { content: 'x' }, /`subject` was null/],
    [
      'a number in a text',
      'store_memory',
      { importance: ' 7 ' },
      { importance: 7 },
      /`importance` was text.* 7/,
    ],
    ['a fraction in a text', 'search_memory', { min_score: '.5' }, { min_score: 0.5 }, /the number 0\.5/],
    [
      'a boolean in a text',
      'start_session',
      { resume: 'False' },
      { resume: false },
      /`resume` was text.* false/,
    ],
    ['one text for a list', 'end_session', { open_loops: 'Why?' }, { open_loops: ['Why?'] }, /one item/],
    [
      'a JSON list',
      'end_session',
      { lessons: '["a", " b "]' },
      { lessons: ['a', ' b '] },
      /JSON list.* of 2/,
    ],
    ['an empty JSON list', 'end_session', { lessons: '[]' }, { lessons: [] }, /JSON list.* of 0/],
    [
      'a JSON list of decisions',
      'end_session',
      { decisions: '[{"text":"a","subject":null}]' },
      { decisions: [{ text: 'a' }] },
      /`decisions\[0\]\.subject` was null/,
    ],
    [
      'one object for a list',
      'end_session',
      { decisions: { text: 'Keep it.' } },
      { decisions: [{ text: 'Keep it.' }] },
      /one object.* one item/,
    ],
    [
      'a decision without words',
      'end_session',
      { decisions: [{ text: ' ', subject: 'q' }, 'Keep it.'] },
      { decisions: ['Keep it.'] },
      /an empty item/,
    ],
    ['capitals in a fixed word', 'end_session', { mode: 'PAUSE' }, { mode: 'pause' }, /read as "pause"/],
    ['one decision', 'end_session', { decisions: 'Keep it.' }, { decisions: ['Keep it.'] }, /one item/],
    [
      'spaces around an id',
      'end_session',
      { session_id: ' ses_1\n' },
      { session_id: 'ses_1' },
      /`session_id` had spaces/,
    ],
    ['spaces around ids', 'list_memories', { ids: [' rec_1'] }, { ids: ['rec_1'] }, /`ids\[0\]` had spaces/],
    ['spaces around a choice', 'end_session', { mode: 'pause ' }, { mode: 'pause' }, /`mode` had spaces/],
    [
      'spaces around a date',
      'get_sessions',
      { since: ' 2026-03-01 ' },
      { since: '2026-03-01' },
      /`since` had spaces/,
    ],
    [
      'an empty optional text',
      'end_session',
      { relational_delta: ' \n' },
      {},
      /`relational_delta` was empty/,
    ],
    ['an empty optional id', 'end_session', { session_id: '' }, {}, /`session_id` was empty/],
    [
      'empty items',
      'end_session',
      { warnings: ['', 'a', null, ' '] },
      { warnings: ['a'] },
      /`warnings` had 3 empty items/,
    ],
    [
      'a page that is too large',
      'get_sessions',
      { limit: 1e9 },
      { limit: 200 },
      /`limit` was 1000000000.* 200/,
    ],
    [
      'a page that is too large, as text',
      'get_session_state',
      { history_limit: '501' },
      { history_limit: 500 },
      /500/,
    ],
    [
      'null in a map',
      'add_session_note',
      { quest_updates: { a: null, b: 'c' } },
      { quest_updates: { b: 'c' } },
      /quest_updates\.a/,
    ],
    ['true for a player', 'get_campaign', { as_player: 'true' }, { as_player: true }, /`as_player` was text/],
    [
      'a number in a change',
      'player_action',
      { changes: [{ kind: ' funds', coin: 'gp', amount: '5' }] },
      { changes: [{ kind: 'funds', coin: 'gp', amount: 5 }] },
      /`changes\[0\]\.amount` was text/,
    ],
  ];

describe('arguments with trivial slips', () => {
  it.each(CASES)('%s is adjusted and reported', (_what, tool, given, expected, notice) => {
    const { adjusted, notices } = adjust(tool, given);
    expect(adjusted).toEqual(expected);
    expect(notices.join(' ')).toMatch(notice);
  });

  it.each<[string, string, Arguments]>([
    ['null that makes a record global', 'store_memory', { content: 'x', project: null }],
    ['null that lists what is global', 'list_memories', { project: null }],
    ['null that takes a flag away', 'update_game_state', { flags: { rain: null } }],
    ['null that clears a field', 'save_entity', { kind: 'npc', fields: { location: null } }],
    ['a flag whose value is a word', 'update_game_state', { flags: { rain: 'true', days: '3' } }],
    [
      'spaces around stored text',
      'end_session',
      { checkpoint: ' a ', open_loops: [' b\n'], next_session_focus: '\tc' },
    ],
    ['spaces around tags', 'store_memory', { content: ' x ', tags: [' a '] }],
    ['a text that only begins like a list', 'end_session', { open_loops: ['["a"'] }],
    ['an item that is a JSON list', 'end_session', { open_loops: ['["a"]'] }],
    ['an empty query', 'search_memory', { query: '' }],
    ['a page of the largest size', 'get_sessions', { limit: 200 }],
  ])('leaves %s as it is', (_what, tool, given) => {
    expect(adjust(tool, given)).toEqual({ adjusted: given, notices: [], problems: [] });
  });

  it.each<[string, string, Arguments]>([
    ['a word for a number', 'store_memory', { content: 'x', importance: 'high' }],
    ['a word for a boolean', 'start_session', { resume: 'maybe' }],
    ['a number for a text', 'store_memory', { content: 5 }],
    ['null for a required text', 'store_memory', { content: null }],
    ['an unknown choice', 'end_session', { mode: 'stop' }],
    ['too large a number that is no page', 'store_memory', { content: 'x', importance: 11 }],
    ['an unknown argument', 'store_memory', { content: 'x', colour: null }],
    ['a number in a list', 'end_session', { open_loops: [5] }],
    ['a list without items', 'list_memories', { ids: [''] }],
  ])('does not hide %s', (_what, tool, given) => {
    const { adjusted } = adjust(tool, given);
    expect(parserFor(tool).safeParse(adjusted).success).toBe(false);
  });

  it('reports at most twenty adjustments one by one', () => {
    const decisions = Array.from({ length: 100 }, (_, index) => ({ text: `d${index}`, subject: null }));
    const { notices } = adjust('end_session', { decisions });
    expect(notices).toHaveLength(21);
    expect(notices.at(-1)).toBe('80 more arguments were adjusted in the same way.');
  });
});
