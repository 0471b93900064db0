import type { Caller } from '../../../src/app/caller.ts';
import type { PlayerActionInput } from '../../../src/campaign/app/player-action.ts';
import type { SaveEntityInput } from '../../../src/campaign/app/save-entity.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import { client, openTestApp, type TestApp } from '../../app/test-app.ts';

export const CAMPAIGN = 'The Long Road';

export interface Game extends TestApp {
  readonly caller: Caller;
  readonly id: string;
  play(input: Omit<PlayerActionInput, 'campaign'>): ReturnType<TestApp['services']['playerAction']>;
  save(input: Omit<SaveEntityInput, 'campaign'>): ReturnType<TestApp['services']['saveEntity']>;
}

export async function aGame(caller = client()): Promise<Game> {
  const app = openTestApp();
  const { campaign } = await app.services.saveCampaign(caller, { name: CAMPAIGN, description: 'Dust.' });
  const named = { campaign: CAMPAIGN };
  await app.services.saveEntity(caller, {
    ...named,
    kind: 'character',
    name: 'Mira',
    fields: { hit_points: { current: 10, max: 12, temporary: 0 } },
  });
  return {
    ...app,
    caller,
    id: campaign.id,
    play: (input) => app.services.playerAction(caller, { ...named, ...input }),
    save: (input) => app.services.saveEntity(caller, { ...named, ...input }),
  };
}

/** All there is to see of a game, and of the session it is played in. */
export async function picture({ store, id, caller, journalLength }: Game) {
  const { campaigns, sessions } = store;
  const sessionId = caller.connection?.sessionId ?? null;
  return {
    campaign: await campaigns.find(id),
    branches: await campaigns.listBranches(id),
    entities: await campaigns.listEntities(id, undefined, 500, 0),
    events: await campaigns.listEvents(
      id,
      { segments: [{ branchId: 'main', after: -1, upTo: 999 }] },
      500,
      null,
    ),
    session: sessionId === null ? null : await sessions.find(sessionId),
    turns: sessionId === null ? [] : await sessions.listTurns(sessionId, 500, null),
    journal: await journalLength(),
  };
}

export async function refused(work: Promise<unknown>): Promise<ThroughlineError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
  throw new Error('accepted');
}

export const namesOf = async ({ store, id }: Game) =>
  (await store.campaigns.listEntities(id, undefined, 500, 0)).map(({ entity }) => entity.name);
