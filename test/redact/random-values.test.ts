import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { BASE36, BASE62, fake } from '../support/fake-secret.ts';

const redactor = createRedactor();

const FORMS: readonly (readonly [string, string])[] = [
  ['**Password:** ', ''],
  ['| token | `', '` |'],
  ['use the API key ', ' for it'],
  ['the token is ', ''],
  ['passphrase "', '"'],
  ['X-Api-Key: ', ''],
  ['Summary:   client_secret: ', ''],
  ['API Error tool --password ', ' run'],
  ['setx TOKEN ', ''],
  ['variable "password" { default = "', '" }'],
  ["<summary>const SECRET =\n '", "'</summary>"],
  ['Das Kennwort lautet ', ''],
  ['密码：', ''],
  ['the API key is now ', ''],
  ['API key has been rotated to ', ' today'],
  ['InvalidApiKeyError: ', ''],
  ['', ' is the API key'],
  ['Ungültiger API-Schlüssel: ', ''],
  ['Clé API invalide : ', ''],
  ['APIキーは ', ' です'],
  ['password=&quot;', '&quot;'],
  ['DSN=svc:', '@/orders'],
  ['svc:', '@db.internal:3306/orders'],
  ['echo ', '|docker login -u ci --password-stdin'],
  ['docker login --password-stdin < <(echo ', ')'],
];

const VALUES = [BASE62, BASE36].flatMap((alphabet) =>
  Array.from({ length: 500 }, (_, nth) => fake(alphabet, 20, nth + 1)).filter((value) => /\d/.test(value)),
);

describe('twenty random letters and digits beside a name', () => {
  it.each(FORMS)('never survive: %s...%s', async (before, after) => {
    const redactions = await redactor.redact(VALUES.map((value) => `${before}${value}${after}`));
    expect(VALUES.filter((value, nth) => redactions[nth]?.text.includes(value))).toEqual([]);
  });

  it('are varied enough, some with a single digit', () => {
    expect(new Set(VALUES).size).toBeGreaterThan(900);
    expect(VALUES.filter((value) => /^\D*\d\D*$/.test(value)).length).toBeGreaterThan(10);
  });
});
