import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded when something is packed: most hooks pack nothing, and an agent waits for them. */
const zlib = () => require('node:zlib') as typeof import('node:zlib');

/** A value as compressed text: SQLite's own tools, and our salvage, know how to carry that. */
export const pack = (value: unknown): string =>
  zlib().deflateRawSync(JSON.stringify(value)).toString('base64');

export const unpack = <Value>(text: string): Value =>
  JSON.parse(zlib().inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Value;
