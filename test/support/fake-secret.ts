const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

export const HEX = `${DIGITS}abcdef`;
export const BASE36 = `${DIGITS}${LOWER}`;
export const BASE62 = `${DIGITS}${LOWER}${UPPER}`;
export const BASE64 = `${BASE62}+/`;
export const CAPITALS = `${UPPER}234567`;

/** The same every time, and made when asked for, so that no secret scanner finds anything in this repository. */
export function fake(alphabet: string, length: number, seed = 1): string {
  let state = seed * 2654435761;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    text += alphabet.charAt((state >>> 7) % alphabet.length);
  }
  return text;
}

/** The checksum of GitHub and npm: CRC-32 in six digits of base 62, capitals before small letters. */
export function crc32Digits(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let [rest, digits] = [(crc ^ 0xffffffff) >>> 0, ''];
  for (; digits.length < 6; rest = Math.floor(rest / 62))
    digits = `${`${DIGITS}${UPPER}${LOWER}`.charAt(rest % 62)}${digits}`;
  return digits;
}

const lines = (text: string) => text.match(/.{1,64}/g)?.join('\n') ?? '';

/** An armoured private key of the given label, such as `RSA PRIVATE KEY`. */
export function fakeKey(label: string, head = 'MIIE', header = ''): string {
  const dashes = '-'.repeat(5);
  const body = lines(`${head}${fake(BASE64, 300, label.length)}`);
  return `${dashes}BEGIN ${label}${dashes}\n${header}${body}==\n${dashes}END ${label}${dashes}`;
}

/** A key file of PuTTY in two pieces: all up to the private half, and that half with its MAC. */
export function fakePuttyKey(version: 2 | 3): { readonly head: string; readonly secret: string } {
  const [open, hidden] = [lines(fake(BASE64, 150, 11)), lines(`${fake(BASE64, 410, 12 + version)}==`)];
  const count = (text: string) => text.split('\n').length;
  const head = [
    `PuTTY-User-Key-File-${version}: ssh-rsa`,
    'Encryption: none',
    'Comment: rsa-key-20260115',
    `Public-Lines: ${count(open)}`,
    open,
    `Private-Lines: ${count(hidden)}`,
  ];
  return {
    head: `${head.join('\n')}\n`,
    secret: `${hidden}\nPrivate-MAC: ${fake(HEX, version === 2 ? 40 : 64)}`,
  };
}
