import { describe, expect, it } from 'vitest';
import type { ClientAdapter } from '../../src/app/ports/client-adapter.ts';
import { SCOPES } from '../../src/app/ports/client-settings.ts';
import { environmentOf } from '../../src/clients/registry.ts';
import type { AdapterExample } from './clauses/adapter-example.ts';
import { hookClauses } from './clauses/hooks.ts';
import { doctorClauses, installClauses, snippetClauses } from './clauses/settings.ts';
import { transcriptClauses } from './clauses/transcripts.ts';
import { PLACE } from './client-place.ts';

/**
 * The clauses of one part. An adapter without the part declares so by leaving it out, and then it may have no example of
 * it either. A part without an example fails: nothing is skipped because nobody wrote the example.
 */
function describePart<Part, Example>(
  name: string,
  part: Part | undefined,
  example: Example | undefined,
  clauses: (part: Part, example: Example) => void | Promise<void>,
): void {
  describe(name, async () => {
    if (part !== undefined && example !== undefined) await clauses(part, example);
    else if (part === undefined) it('is declared absent', () => expect(example).toBeUndefined());
    else
      it('has an example', () =>
        expect(example, 'add one to test/clients/adapter-examples.ts').toBeDefined());
  });
}

const UUID = 'b1f0b6a0-7a53-4d1c-9d0b-2f6f0f1f9a11';

/** Every clause of src/app/ports/client-adapter.ts, for one adapter, through the port alone. */
export function describeAdapterContract(adapter: ClientAdapter, example: AdapterExample): void {
  describe(`${adapter.name} keeps the contract of client adapters`, () => {
    it('has a name in kebab-case and a title', () => {
      expect(adapter.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(adapter.title.trim()).toBe(adapter.title);
      expect(adapter.title).not.toBe('');
    });

    it('says whether the client has hooks, and only once', () => {
      if (adapter.isWithoutHooks) expect(adapter.hooks).toBeUndefined();
    });

    it('has hooks that the doctor can check, or no hooks', async () => {
      const { findConnected } = await adapter.settings();
      expect(findConnected !== undefined).toBe(adapter.hooks !== undefined);
    });

    it('can be found on the machine', () => {
      const { presence, scopes = SCOPES } = adapter;
      // What is only in projects is not looked for.
      expect(presence !== undefined).toBe(scopes.includes('user'));
      for (const path of presence?.paths(PLACE) ?? []) expect(path.startsWith(PLACE.homeDir)).toBe(true);
    });

    describePart('its environment', adapter.environment, example.environment, (_, { env, means }) => {
      it('gives project folder, session and process', () => {
        expect(environmentOf(adapter, env)).toEqual(means);
      });

      it('gives nothing in an environment that is empty, or that holds empty or strange values', () => {
        const nothing = { projectDir: null, sessionId: null, processId: null };
        expect(environmentOf(adapter, {})).toEqual(nothing);
        const empty = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
        expect(environmentOf(adapter, empty)).toEqual(nothing);
        const strange = Object.fromEntries(Object.keys(env).map((name) => [name, 'not a number']));
        expect(environmentOf(adapter, strange).processId).toBeNull();
      });
    });

    describePart('its MCP calls', adapter.sessionInCall, example.call, (find, { meta, sessionId }) => {
      it('name the session', () => expect(find(meta)).toBe(sessionId));

      it.each([{}, { sessionId: '' }, { sessionId: 7 }, { other: UUID }])('name none in %j', (given) =>
        expect(find(given)).toBeNull(),
      );
    });

    describePart('its hooks', adapter.hooks, example.hooks, hookClauses);

    describe('its transcripts', () => {
      if (adapter.transcripts !== undefined) transcriptClauses(adapter.transcripts, example.transcript);
      else it('are declared absent', () => expect(example.transcript).toBeUndefined());
    });

    describe('its connection over HTTP', () => {
      const { httpConnection } = adapter;
      if (httpConnection === undefined) {
        it('is declared absent from the guide', () => expect(adapter).not.toHaveProperty('httpConnection'));
        return;
      }
      it('is one line that names the program and the address', () => {
        const line = httpConnection('http://127.0.0.1:1/mcp');
        expect(line).toMatch(/^[^\n]*throughline[^\n]*$/);
        expect(line).toContain('http://127.0.0.1:1/mcp');
      });
    });

    describe('its snippets', () => snippetClauses(adapter));

    describePart('its settings', adapter.settings, example.settings, (_, texts) =>
      installClauses(adapter, texts),
    );

    describePart('its doctor', adapter.hooks, adapter.hooks && example.settings, (_, texts) =>
      doctorClauses(adapter, texts),
    );
  });
}
