import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWording } from '../../../src/cli/command-wording.ts';
import type { ThroughlineError } from '../../../src/domain/error.ts';
import { renderAdvice } from '../../../src/domain/next-step.ts';
import { TOOLS } from '../../../src/main/mcp-definitions.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { client, openTestApp } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game, refused } from './create-game.ts';

const AGENT_SAVES = 'An agent in a session can save the';

interface Situation {
  readonly when: string;
  readonly call: (game: Game) => Promise<unknown>;
  readonly code: string;
  /** What a refusal recommends on each surface, after its hint. */
  readonly tools: (game: Game) => string;
  readonly commands: (game: Game) => string;
}

const workSession = async ({ services }: Game, caller = client()) => {
  const { session } = await services.startSession(caller, { project: 'Ledger', kind: 'work' });
  return session.session_id;
};

const CHOOSE = {
  tools: () => 'Call get_campaign, or start_claudmaster_session.',
  commands: () => 'Run throughline campaign list, or throughline session start --kind game.',
};

const EXPORT = {
  tools: () => 'Ask the person to run throughline campaign export FOLDER.',
  commands: () => 'Run throughline campaign export FOLDER.',
};

async function importing(game: Game, text: string): Promise<unknown> {
  const file = join(game.folder, 'given.json');
  writeFileSync(file, text);
  return game.services.importCampaign(game.caller, { file });
}

const section = (name: string) => ({
  tools: ({ id }: Game) => `Call get_campaign name=${id} section=${name}.`,
  commands: ({ id }: Game) => `Run throughline campaign show ${id} --section ${name}.`,
});

const SITUATIONS: readonly Situation[] = [
  {
    when: 'no campaign has the name, or one like it',
    call: () => openTestApp().services.getCampaign(client(), { campaign: 'Nowhere' }),
    code: 'campaign_not_found',
    tools: () => 'Call get_campaign, or save_campaign name=Nowhere.',
    commands: () => 'Run throughline campaign list. An agent in a session can create the campaign.',
  },
  {
    when: 'the call names no campaign',
    call: ({ services }) => services.getEvents(client('/repos/elsewhere'), {}),
    code: 'campaign_required',
    ...CHOOSE,
  },
  {
    when: 'the session is one of work',
    call: async (game) =>
      game.services.playerAction(client(), { session_id: await workSession(game), action: 'x' }),
    code: 'session_not_a_game',
    ...CHOOSE,
  },
  {
    when: 'the game is no campaign yet',
    call: async ({ services }) => {
      const { session } = await services.startSession(client(), { project: 'Dunes', kind: 'game' });
      return services.playerAction(client(), { session_id: session.session_id, action: 'x' });
    },
    code: 'campaign_required',
    tools: () => 'Call save_campaign name=Dunes.',
    commands: () => 'An agent in a session can create the campaign.',
  },
  {
    when: 'somebody played on',
    call: (game) => game.play({ action: 'x', expected_version: 999 }),
    code: 'campaign_changed',
    tools: ({ id }) => `Call get_campaign name=${id}.`,
    commands: ({ id }) => `Run throughline campaign show ${id}.`,
  },
  {
    when: 'no entity has the id',
    call: (game) => game.save({ kind: 'npc', id: 'ent_none' }),
    code: 'entity_not_found',
    ...section('npcs'),
  },
  {
    when: 'no character has the name of a player',
    call: ({ services, caller }) => services.getEvents(caller, { campaign: CAMPAIGN, as_player: 'Nobody' }),
    code: 'entity_not_found',
    ...section('characters'),
  },
  {
    when: 'nobody has the name of who acts',
    call: (game) => game.play({ action: 'x', character_name: 'Nobody' }),
    code: 'entity_not_found',
    tools: ({ id }) =>
      `Call get_campaign name=${id} section=characters, or get_campaign name=${id} section=npcs.`,
    commands: ({ id }) =>
      `Run throughline campaign show ${id} --section characters, or throughline campaign show ${id} --section npcs.`,
  },
  {
    when: 'a change names a quest that the campaign does not have',
    call: (game) => game.play({ action: 'x', changes: [{ kind: 'quest', quest: 'The Bell' }] }),
    code: 'entity_not_found',
    tools: () => 'Call save_entity kind=quest name="The Bell".',
    commands: () => `${AGENT_SAVES} quest.`,
  },
  {
    when: 'a change would show a secret',
    call: (game) =>
      game.play({
        action: 'x',
        changes: [{ kind: 'condition', character: 'Mira', add: ['cursed'], visibility: 'dm_only' }],
      }),
    code: 'change_cannot_be_hidden',
    tools: () => 'Call save_entity kind=character name=Mira visibility=dm_only.',
    commands: () => `${AGENT_SAVES} character.`,
  },
  {
    when: 'the campaign has no such branch',
    call: ({ services, caller }) =>
      services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: 0, branch: 'brn_x' }),
    code: 'branch_not_found',
    ...section('branches'),
  },
  {
    when: 'no turn was played',
    call: ({ services, caller }) => services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: -1 }),
    code: 'turn_out_of_range',
    tools: ({ id }) => `Call get_campaign name=${id} section=branches, or update_game_state, or save_entity.`,
    commands: ({ id }) =>
      `Run throughline campaign show ${id} --section branches. An agent in a session can change the state of the game. ${AGENT_SAVES} entity.`,
  },
  {
    when: 'the file is no JSON',
    call: (game) => importing(game, '{'),
    code: 'campaign_file_not_json',
    ...EXPORT,
  },
  {
    when: 'the file is of another program',
    call: (game) => importing(game, '{}'),
    code: 'campaign_file_foreign',
    ...EXPORT,
  },
];

const TOOL_NAMES = new Set(TOOLS.map(({ name }) => name));

/** The refusal in neutral words: no tool, no command, no flag. */
function expectNeutral({ message, hint }: ThroughlineError): void {
  const words = `${message} ${hint}`.match(/[\w-]+/g) ?? [];
  expect(words.filter((word) => TOOL_NAMES.has(word) || word.startsWith('--'))).toEqual([]);
  expect(words).not.toContain('throughline');
}

describe('a refusal about a game names what to do next in the words of each surface', () => {
  it.each(SITUATIONS)('when $when', async ({ call, code, tools, commands }) => {
    const game = await aGame();
    const error = await refused(call(game));
    expect(error.code).toBe(code);
    expectNeutral(error);
    const { hint, next } = error;
    expect(renderAdvice(toolWording, hint, next)).toBe(
      `${renderAdvice(toolWording, hint, [])} ${tools(game)}`,
    );
    expect(renderAdvice(commandWording, hint, next)).toBe(
      `${renderAdvice(commandWording, hint, [])} ${commands(game)}`,
    );
  });

  it('when a session of work is ended as a game', async () => {
    const game = await aGame();
    const session_id = await workSession(game);
    const error = await refused(game.services.endClaudmasterSession(game.caller, { session_id }));
    expectNeutral(error);
    expect(error.next).toEqual([{ action: 'session.end', args: { session: session_id } }]);
    expect(renderAdvice(toolWording, error.hint, error.next)).toBe(
      `End it as a work session. Nothing was written. Call end_session session_id=${session_id}.`,
    );
  });

  it('when a campaign of that name is there, with the argument of each surface', async () => {
    const game = await aGame();
    const { json_path: file } = await game.services.exportCampaign(game.caller, {
      campaign: CAMPAIGN,
      folder: game.folder,
    });
    const error = await refused(game.services.importCampaign(game.caller, { file }));
    expectNeutral(error);
    expect(renderAdvice(toolWording, error.hint, error.next)).toMatch(/^Pass on_conflict rename to import/);
    expect(renderAdvice(commandWording, error.hint, error.next)).toMatch(/^Pass --on-conflict rename to/);
  });
});
