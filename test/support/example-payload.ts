import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HookEventName } from '../../src/app/ports/client-adapter.ts';
import { ADAPTER_EXAMPLES } from '../clients/adapter-examples.ts';
import type { Place } from './server.ts';

const EXAMPLE_HOME = '/home/ada';
const EXAMPLE_PROJECT = '/home/ada/lantern';

/** The example of a client, moved to a place and given an id of its own. */
export function exampleAt(client: string, { home, project }: Place, id: string) {
  const { hooks, transcript } = ADAPTER_EXAMPLES[client] ?? {};
  if (hooks === undefined) throw new Error(`${client} has no example of hooks.`);
  const { payloads, readContext } = hooks;
  const known = Object.values(payloads).map(({ means }) => means);
  const exampleId = known[0]?.clientSessionId ?? '';
  const here = (text: string) =>
    text.replaceAll(EXAMPLE_PROJECT, project).replaceAll(EXAMPLE_HOME, home).replaceAll(exampleId, id);
  const path = known.find(({ transcriptPath }) => transcriptPath !== null)?.transcriptPath;
  return {
    readContext,
    lastWords: transcript?.texts.at(-1),
    payload: (event: HookEventName, fields: object = {}): string =>
      here(JSON.stringify({ ...JSON.parse(payloads[event]?.input ?? '{}'), ...fields })),
    /** The conversation, with its second turn so often. Nothing for a client that writes no file. */
    writeTranscript(turns = 1): void {
      if (!path || transcript === undefined) return;
      const [first, second] = [
        transcript.file.slice(0, transcript.pauseAt),
        transcript.file.slice(transcript.pauseAt),
      ];
      mkdirSync(dirname(here(path)), { recursive: true });
      writeFileSync(here(path), here(first + second.repeat(turns)));
    },
  };
}
