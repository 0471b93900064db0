import { Transform, type TransformCallback } from 'node:stream';

const NEWLINE = 0x0a;
/** The protocol library ends the connection at a longer line, so such a line must reach it. */
const MAX_HELD = 10 * 1024 * 1024;

/** Passes its input on in whole lines: the protocol library would search a long line again with every chunk. */
export class WholeLines extends Transform {
  #held: Buffer[] = [];
  #heldBytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      this.#hold(chunk.subarray(0, end));
      this.#passOn();
    }
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    if (this.#heldBytes > MAX_HELD) this.#passOn();
    done();
  }

  #hold(part: Buffer): void {
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #passOn(): void {
    this.push(this.#held.length === 1 ? this.#held[0] : Buffer.concat(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }
}
