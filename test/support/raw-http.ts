import { connect } from 'node:net';

/** Longer than any answer takes; a connection that is still open then is closed from this side. */
const PATIENCE_MS = 60_000;

/** When the client closes: as soon as it has sent its bytes, by a reset instead, or once an answer begins to come. */
export type Parting = 'end' | 'reset' | 'answered';

/** Sends these bytes on a connection of their own and returns all that comes back until it is closed. */
export const sendRaw = (
  url: string,
  bytes: Uint8Array | string,
  parting: Parting = 'answered',
): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const parts: Buffer[] = [];
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (part) => {
      parts.push(part);
      if (parting === 'answered') socket.end();
    });
    // The server may close first; what it sent before that counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.on('connect', () => {
      if (parting === 'end') socket.end(bytes);
      else socket.write(bytes, () => parting === 'reset' && socket.resetAndDestroy());
    });
  });

/** Of each answer in what came back. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/(?:^|\r\n|[}\n])HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
