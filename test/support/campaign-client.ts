import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { ERAS, facts } from './era-client.ts';
import { place } from './server.ts';
import { connectStdioInProcess } from './server-in-process.ts';

const GAMES = ['--toolsets', 'session,memory,campaign'];
export const CAMPAIGN_TOOLS = TOOLS.filter(
  ({ toolset, isCompat }) => toolset === 'campaign' && isCompat !== true,
).map(({ name }) => name);

// biome-ignore lint/suspicious/noExplicitAny: facts are checked field by field.
export type Facts = any;

/** The SDK's own client checks each answer against the tool's output schema. */
export const atTable = (here = place()) => connectStdioInProcess(ERAS.legacy, here, GAMES);

export const ask = (client: Client, name: string, args: object = {}): Promise<Facts> =>
  facts(client, name, args as Record<string, unknown>);

export async function refusal(client: Client, name: string, args: object): Promise<Facts> {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
  expect(result.isError, `${name} ${JSON.stringify(result.structuredContent)}`).toBe(true);
  return result.structuredContent;
}

export const textOf = async (client: Client, name: string, args: object) =>
  ((await client.callTool({ name, arguments: args as Record<string, unknown> })).content as Facts)[0].text;

export const MIRA = {
  role: 'player',
  player: 'Ann',
  race: 'Elf',
  classes: [{ name: 'Ranger', level: 3 }],
  abilities: { dex: 17 },
  hit_points: { current: 20, max: 24 },
  conditions: ['tired'],
  slots: { '1': { current: 2, max: 3 } },
  inventory: [{ name: 'Rope' }, { name: 'Arrow', quantity: 20, notes: 'silver' }],
  notes: 'Quiet.',
  secret_notes: 'Looks for her sister.',
};

const ENTITIES = {
  character: MIRA,
  npc: {
    status: 'alive',
    location: 'Inn',
    faction: 'Crows',
    attitude: 'wary',
    known: 'Sells maps.',
    truth: 'Is the thief.',
  },
  location: {
    description: 'A low room.',
    secret: 'A trapdoor.',
    is_visited: false,
    connections: [{ to: 'Mill', how: 'a path' }, { to: 'Wood' }],
  },
  quest: {
    status: 'active',
    giver: 'Oda',
    description: 'Find the bell.',
    reward: '50 gp',
    secret: 'It is cursed.',
    objectives: [{ text: 'Ask Oda' }, { text: 'Dig', is_done: true }],
    history: [{ turn: 0, what: 'heard of' }],
  },
  item: { description: 'Old iron.', secret: 'Hums.', owner: 'Mira', location: 'Inn' },
  faction: { description: 'Thieves.', secret: 'Two are left.', stance: 'hostile' },
  thread: {
    status: 'open',
    description: 'Who rang it?',
    since_turn: 0,
    resolution: null,
    secret: 'Oda did.',
  },
};

const NAMED: Record<keyof typeof ENTITIES, string> = {
  character: 'Mira',
  npc: 'Oda',
  location: 'Inn',
  quest: 'The Bell',
  item: 'Iron Key',
  faction: 'Crows',
  thread: 'Who rang the bell',
};

export async function createCampaignWithEntities(client: Client): Promise<void> {
  await ask(client, 'save_campaign', { name: 'Bellwood' });
  for (const [kind, fields] of Object.entries(ENTITIES)) {
    const name = NAMED[kind as keyof typeof ENTITIES];
    await ask(client, 'save_entity', { kind, name, fields, campaign: 'Bellwood' });
  }
}
