import { invalid } from '../../domain/error.ts';

export const RESOURCE_KINDS = ['boot', 'session', 'handoff', 'capture', 'campaign'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

export interface ResourceAddress {
  readonly kind: ResourceKind;
  /** A project's or campaign's name or id, the id of a session, handoff or capture. */
  readonly key: string;
}

export const resourceUri = (kind: ResourceKind, key: string): string =>
  `throughline://${kind}/${encodeURIComponent(key)}`;

const URI = /^[a-z][a-z0-9+.-]*:\S/i;
const OURS = /^throughline:\/\/([^/?#]*)\/([^/?#]*)$/i;

const malformed = (uri: string) =>
  invalid(
    'resource_uri_malformed',
    `${JSON.stringify(uri.slice(0, 200))} is not a resource URI.`,
    'Take a URI from resources/list, or fill in a template of resources/templates/list, percent-encoded.',
  );

function decode(part: string, uri: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw malformed(uri);
  }
}

/** undefined for a well-formed URI that can name nothing here. */
// Not by `URL`: it takes the steps in a path, and a project may be named "..".
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  if (!URI.test(uri)) throw malformed(uri);
  const [, host, part] = OURS.exec(uri) ?? [];
  const kind = RESOURCE_KINDS.find((known) => known === host);
  if (kind === undefined || part === undefined) return undefined;
  if (part === '') throw malformed(uri);
  return { kind, key: decode(part, uri) };
}
