import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A value as compressed text: SQLite's own tools, and our salvage, know how to carry that. */
export const pack = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64');

export const unpack = <Value>(text: string): Value =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Value;
