import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { escapeUnusual } from '../../domain/quote-text.ts';
import type { ToolContext } from '../define-tool.ts';
import { asReadError, noSuchResource } from './protocol-error.ts';
import { readBoot } from './read-boot.ts';
import { parseResourceUri, type ResourceKind } from './resource-uri.ts';
import { TEMPLATES } from './templates.ts';

type Read = (context: ToolContext, key: string) => Promise<string>;

const READERS: Readonly<Record<ResourceKind, Read>> = {
  boot: async (context, project) => (await readBoot(context, project)).report,
  session: async ({ services, caller }, id) => {
    const { state } = await services.getSessionState(caller, { session_id: id, detail_level: 'full' });
    return JSON.stringify(state);
  },
  handoff: async ({ services, caller }, id) =>
    JSON.stringify(await services.readHandoff(caller, { handoff_id: id })),
  capture: async ({ services, caller }, id) => JSON.stringify(await services.readCapture(caller, { id })),
  campaign: async ({ services, caller }, name) =>
    JSON.stringify(await services.getCampaign(caller, { campaign: name })),
};

/** One resource, or the protocol's error. Writes nothing, but that a capture was read. */
export async function readResource(context: ToolContext, uri: string): Promise<ReadResourceResult> {
  try {
    const address = parseResourceUri(uri);
    if (address === undefined) throw noSuchResource(uri);
    const text = escapeUnusual(await READERS[address.kind](context, address.key));
    return { contents: [{ uri, mimeType: TEMPLATES[address.kind].mimeType, text }] };
  } catch (error) {
    throw asReadError(error, uri);
  }
}
