import { base64, type ContextSample, folded, percent, samplesOf, unicode, value } from './context-sample.ts';
import { BASE62, CAPITALS, fake, fakeKey, HEX } from './fake-secret.ts';

const GITHUB = (seed: number) => `ghp_${fake(BASE62, 36, seed)}`;
const JWT = ['{"alg":"HS256","typ":"JWT"}', '{"sub":"4411","iat":1700000000}']
  .map((part) => Buffer.from(part).toString('base64url'))
  .concat(fake(BASE62, 43, 70))
  .join('.');
const b64url = (text: string) => Buffer.from(text).toString('base64url');

const BASE64 = samplesOf('base64', [
  ['Authorization: Basic ', base64('ci:swordfish'), '\nAccept: */*'],
  ['"auths": {"ghcr.io": {"auth": "', base64('ci:hunter2-prod'), '"}}'],
  ['kind: Secret\ndata:\n  password: ', base64('swordfish'), '\n'],
  ['decoded from ', base64(GITHUB(71)), ' in the log'],
  ['payload=', base64(JSON.stringify({ user: 'ci', password: 'tr0ub4dor-3' })), '&v=2'],
  [
    'apiVersion: v1\nkind: Secret\ndata:\n  DATABASE_URL: ',
    base64('postgres://app:s3cr3t@db:5432/app'),
    '\n  username: YWRtaW4=',
  ],
  [
    'kind: Secret\nmetadata:\n  name: tls\ndata:\n  tls.key: ',
    base64(fakeKey('PRIVATE KEY')),
    '\ntype: kubernetes.io/tls',
  ],
  ['echo ', base64(`AKIA${fake(CAPITALS, 16, 72)}`), ' | base64 -d'],
  ['state ', b64url(`{"access_token":"${value(73, 40)}"}`), ' expired'],
  ['"value": "', base64(`DB_HOST=db\nDB_PASSWORD=${value(74, 18)}\n`), '"'],
  ['proxy-authorization: Basic ', base64('proxy:pr0xy-pass'), ''],
  ['SERVICE_PASSWORD_B64=', base64('correct horse'), '\nNEXT=1'],
  ['  .dockerconfigjson: ', base64(JSON.stringify({ auths: { r: { auth: base64('a:bcdefgh1') } } })), '\n'],
  ['Found in the image: ', base64(`sk-ant-api03-${fake(BASE62, 60, 75)}`), '.'],
  [
    'attachment:\n',
    folded(base64(`export TOKEN=${GITHUB(76)}\nexport REGION=eu-central-1\n`), 60),
    '\n-- \nJane',
  ],
  ['cookie session=', b64url(`{"user":1,"password":"${value(77, 14)}"}`), '; Path=/'],
  ['data: {"token":"', base64(value(78, 32)), '"}'],
  ['kind: Secret\nstringData:\n  username: jane\n  passphrase: ', 'opensesame', '\n'],
]);

const PERCENT = samplesOf('percent', [
  ['GET /cb?next=%2Flogin%3Ftoken%3D', value(81, 32), '%26page%3D2 302'],
  ['url=postgres%3A%2F%2Fapp%3A', percent('s3cr3t!pw', true), '%40db%3A5432%2Fapp'],
  ['https%3A%2F%2Fjane%3A', 'hunter2', '%40git.internal%2Fapp.git'],
  ['q=api_key%3D', value(82), ''],
  ['?auth=', percent(GITHUB(83), true), '&x=1'],
  ['callback: https://app/cb#access%5Ftoken%3D', value(84, 40), '%26state%3Dabc'],
  ['Authorization%3A%20Bearer%20', value(85, 40), '%0D%0AHost%3A%20a'],
  ['body: password%3D', 'tr0ub4dor', '%26user%3Djane'],
  ['redirect=https%253A%252F%252Fu%253A', 'swordfish', '%2540db.internal%252Fa'],
  ['%7B%22client_secret%22%3A%22', value(86, 32), '%22%7D'],
  ['sig: ', `ghp%5F${fake(BASE62, 36, 87)}`, ' leaked'],
  ['log "GET /v1?api%2Dkey=', fake(HEX, 32, 88), ' HTTP/1.1" 200'],
]);

const ESCAPED = samplesOf('json-escape', [
  ['{"body":"{\\"password\\":\\"', 'tr0ub4dor-3', '\\"}"}'],
  ['{"pass\\u0077ord":"', 'tr0ub4dor-3', '"}'],
  ['{"token":"', unicode(value(91, 32), 4), '"}'],
  ['seen ', unicode(GITHUB(92), 5), ' there'],
  ['{"url":"https:\\/\\/jane:', 'hunter2', '@git.internal\\/app.git"}'],
  ['{\\\\\\"api_key\\\\\\":\\\\\\"', value(93), '\\\\\\"}'],
  ['"{\\u0022client_secret\\u0022:\\u0022', value(94, 30), '\\u0022}"'],
  ['"postgres:\\/\\/app:', 's3cr3t', '@db:5432\\/app"'],
  ['{"cmd":"export DB_PASSWORD=\\"', 'Xy7 pq', '\\" && run"}'],
  ['{"log":"Authorization\\u003a Bearer ', value(95, 40), '\\r\\nHost: a"}'],
  ['{"env":"A=1\\nSECRET\\u003d', value(96, 24), '\\nB=2"}'],
  ['b"', `\\x67\\x68\\x70\\x5f${fake(BASE62, 36, 97)}`, '"'],
  ['{"password":"', 'ab\\"cd\\u0026ef9', '","user":"jane"}'],
  ['{"a":"{\\"b\\":\\"{\\\\\\"secret\\\\\\":\\\\\\"', value(98, 28), '\\\\\\"}\\"}"}'],
]);

/** At a column of a terminal: what stands before the secret decides where it is cut. */
const at = (width: number, before: string, secret: string, between = '\n'): string =>
  `${secret.slice(0, width - before.length)}${between}${folded(secret.slice(width - before.length), width, between)}`;
const PAD = 'The deploy of the night before last printed this in its log, see: ';
const ENV = 'export GITHUB_TOKEN=';
const MAIL = '> ';

const WRAPPED = samplesOf('wrapped', [
  [PAD, at(80, PAD, GITHUB(101)), '\nand went on.'],
  ['Authorization: Bearer ', at(80, 'Authorization: Bearer ', JWT), '\nAccept: */*'],
  [ENV, `ghp_${fake(BASE62, 14, 102)}\\\n${fake(BASE62, 22, 103)}`, '\nnpm publish'],
  [`${MAIL}My token is `, `ghp_${fake(BASE62, 12, 104)}\n> ${fake(BASE62, 24, 105)}`, '\n> regards'],
  ['', at(72, '', `sk-ant-api03-${fake(BASE62, 90, 106)}`), '\n'],
  ['key: ', `AKIA${fake(CAPITALS, 7, 107)}\n${fake(CAPITALS, 9, 108)}`, '\nregion: eu'],
  ['curl -H "X-Api-Key: ', `${value(109, 20)}\\\n${value(110, 20)}`, '" https://api.internal'],
  [
    `${PAD.slice(0, 40)}"`,
    at(
      80,
      `${PAD.slice(0, 40)}"`,
      `xoxb-${fake('123456789', 12, 111)}-${fake('123456789', 12, 112)}-${fake(BASE62, 24, 113)}`,
    ),
    '"',
  ],
  ['> ', folded(JWT, 70, '\n> '), '\n>\n> Jane'],
  ['Subject: token\n\n', `ghp_${fake(BASE62, 18, 114)}=\n${fake(BASE62, 18, 115)}`, '\n'],
  ['key:\n', folded(fakeKey('RSA PRIVATE KEY').replaceAll('\n', '\\n'), 80), '\ndone'],
  ['', fakeKey('PRIVATE KEY').replace(/(?<=^.{40})/gm, '\n'), '\n'],
  ['PRIVATE_KEY="', fakeKey('EC PRIVATE KEY', 'MHcC').replaceAll('\n', '\\\n'), '"\n'],
  [`${'x'.repeat(10)} ${PAD}`, at(100, `${'x'.repeat(10)} ${PAD}`, `npm_${fake(BASE62, 36, 116)}`), '\n'],
  ['DATABASE_URL=postgres://app:', `${value(117, 20)}\\\n${value(118, 12)}`, '@db:5432/app'],
  [`${MAIL}${MAIL}`, `AIza${fake(BASE62, 10, 119)}\n> > ${fake(BASE62, 25, 120)}`, '\n> > Bye'],
  [`| ${PAD}`, at(80, `| ${PAD}`, `glpat-${fake(BASE62, 20, 121)}`), '\n'],
  ['client_secret = ', at(60, 'client_secret = ', value(122, 64)), '\nuser = jane'],
]);

const OPENAI = (seed: number) => `sk-proj-${fake(BASE62, 60, seed)}`;
/** In two parts, of which the first may look whole. */
const cut = (token: string, between: string, length = 20): string =>
  `${token.slice(0, length)}${between}${token.slice(length)}`;

const INDENTED = samplesOf('indented', [
  ['token: ', cut(GITHUB(131), '\n        '), '\nnext: 1'],
  ['export GITHUB_TOKEN=', cut(GITHUB(132), '\n\t'), '\n'],
  ['gh auth ', cut(GITHUB(133), '\\\n    '), ' --hostname a'],
  ['    seen ', cut(GITHUB(134), '\r\n        '), ' in the log'],
  ['Use ', cut(OPENAI(135), '\n        ', 24), '\n'],
  ['Use ', cut(OPENAI(136), '\n        ', 40), '\n'],
  ['  openai: ', cut(OPENAI(137), '\n\t', 40), '\nregion: eu'],
  ['  openai ', cut(OPENAI(138), '\\\n      ', 40), '\nregion: eu'],
  ['- ', cut(cut(OPENAI(139), '\n      ', 50), '\n      ', 30), '\n- next'],
  ['{"log":"', cut(GITHUB(140), '\\n        '), '\\n"}'],
]);

const MARGINS = samplesOf('margin', [
  ['# ', cut(OPENAI(141), '\n# ', 40), '\n# rotate it'],
  ['// key ', cut(OPENAI(142), '\n// ', 40), '\nrun();'],
  ['/* ', cut(OPENAI(143), '\n * ', 40), ' */'],
  ['-- ', cut(GITHUB(144), '\n-- '), '\nselect 1;'],
  ['  # - ', cut(GITHUB(145), '\n  #   '), '\n'],
  ['| ', cut(OPENAI(146), ' |\n| ', 40), ' |'],
  ['| ', cut(GITHUB(147), '   |\n| '), ' |\n| end |'],
  ['| openai | ', cut(OPENAI(148), ' |\n|        | ', 40), ' |'],
  ['│ ', cut(OPENAI(149), ' │\n│ ', 40), ' │'],
]);

const SPLIT = samplesOf('split', [
  ['token ', cut(GITHUB(181), '\u001b[0m'), ' seen'],
  ['\u001b[01;31m', cut(GITHUB(182), '\u001b[m\u001b[K', 4), ' seen'],
  ['use ', cut(OPENAI(183), '\u001b[1;32m', 40), '\u001b[0m now'],
  ['{"log":"', cut(GITHUB(184), '\\u001b[0m'), '"}'],
  ['token ', cut(GITHUB(185), '\u00a0'), ' seen'],
  ['token ', cut(OPENAI(186), '\u00a0', 40), ' seen'],
  ['token ', cut(GITHUB(187), '\u2028'), ' seen'],
  ['token ', cut(OPENAI(188), '\u2028', 40), ''],
  ['const a = "', cut(GITHUB(189), '" +\n  "'), '";'],
  ['const a = "', cut(OPENAI(190), '" +\n  "', 40), '";\nrun();'],
  ["a = ('", cut(OPENAI(191), "'\n     '", 40), "')"],
  ['{"code":"a = \\"', cut(GITHUB(192), '\\" +\\n  \\"'), '\\";"}'],
  ['12: ', cut(GITHUB(193), '\n13: '), '\n14: end'],
  ['12: ', cut(OPENAI(194), '\n13: ', 40), '\n14: end'],
  ['   99\t', cut(cut(OPENAI(195), '\n   101\t', 50), '\n   100\t', 30), '\n   102\tend'],
  ['  9│ # ', cut(OPENAI(196), '\n 10│ # ', 40), '\n 11│ end'],
]);

/** Secrets inside an encoding, or cut by the end of a line. */
export const SECRETS_ENCODED: readonly ContextSample[] = [
  ...BASE64,
  ...PERCENT,
  ...ESCAPED,
  ...WRAPPED,
  ...INDENTED,
  ...MARGINS,
  ...SPLIT,
];
