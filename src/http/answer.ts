import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export interface HttpFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function answerJson(
  response: ServerResponse,
  status: number,
  facts: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(facts));
}

/** For a connection on which there is no request to answer; it is closed. */
export function answerRaw(socket: Duplex, status: number, failure: HttpFailure): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failure);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
