import { endianness } from 'node:os';

const isBigEndian = endianness() === 'BE';

/** float32, little endian on every machine. */
export function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(vector).buffer);
  return isBigEndian ? bytes.swap32() : bytes;
}

/** Copied: what a driver answers need not begin where a float may. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  const copy = new Uint8Array(bytes);
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return new Float32Array(copy.buffer);
}
