import type { OpenFile, TextFile } from '../../app/ports/files.ts';
import { invalid, ThroughlineError } from '../../domain/error.ts';
import { describeFailure, type Place, refusal } from './failure.ts';
import { openInside } from './open-inside.ts';

export async function readText(place: Place, maxBytes: number): Promise<TextFile> {
  const file = await openInside(place);
  try {
    const bytes = await readUpTo(file, maxBytes + 1);
    const decoded = decode(bytes.subarray(0, maxBytes), place);
    return { path: place.path, text: decoded.text, isCut: bytes.length > maxBytes || decoded.isTorn };
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 65_536;

async function readUpTo(file: OpenFile, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < maxBytes; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, maxBytes - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return Buffer.concat(chunks);
}

/** Torn: the bytes end within a character, which is left out. */
function decode(bytes: Buffer, place: Place): { text: string; isTorn: boolean } {
  try {
    if (bytes.includes(0)) throw new TypeError('NUL');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text: text.replace(/^\uFEFF/, ''), isTorn: Buffer.byteLength(text) < bytes.length };
  } catch (cause) {
    const hint = 'Name a text file, or convert it to UTF-8 first.';
    throw refusal(invalid, 'file_not_text', place, 'is not a UTF-8 text file', hint, cause);
  }
}
