import { BASE36, BASE62, BASE64, CAPITALS, fake, fakeKey, fakePuttyKey, HEX } from './fake-secret.ts';
import { FORMAT_SAMPLES } from './format-samples.ts';

export interface SecretSample {
  /** The kind named in the marker that takes the secret's place. */
  readonly kind: string;
  /** Ordinary words with the secret among them. */
  readonly text: string;
  /** The part of `text` that must vanish, and nothing else. */
  readonly secret: string;
}

const within = (kind: string, before: string, secret: string, after = ''): SecretSample => ({
  kind,
  secret,
  text: `${before}${secret}${after}`,
});

/** In a sentence, so that the form of the secret alone gives it away. */
const bare = (kind: string, secret: string) =>
  within(kind, 'We used ', secret, ' until Friday, then rotated it.');

const PKCS8 = fakeKey('PRIVATE KEY');
const ONE_LINE_KEY = PKCS8.replaceAll('\n', '\\n');
const [UNFINISHED_KEY = ''] = fakeKey('RSA PRIVATE KEY').split('==\n');
const JWT = ['{"alg":"HS256","typ":"JWT"}', '{"sub":"1234567890","name":"Jane"}']
  .map((part) => Buffer.from(part).toString('base64url'))
  .concat(fake(BASE62, 43))
  .join('.');
const BASIC = Buffer.from('admin:hunter2-Prod').toString('base64');
const PASSWORD = ['hunter2', 'Prod!'].join('-');
const LETTERS = BASE62.replace(/\d/g, '');
const AWS_SECRET = fake(BASE64, 40, 7);

const ZERO_WIDTH = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];
/** Broken by characters that no one sees. */
const broken = (secret: string, every = 9) =>
  secret
    .split('')
    .map((character, nth) =>
      nth % every === every - 1 && nth + 1 < secret.length
        ? `${character}${ZERO_WIDTH[nth % ZERO_WIDTH.length]}`
        : character,
    )
    .join('');

const PUTTY_KEYS: readonly SecretSample[] = ([2, 3] as const).map((version) => {
  const { head, secret } = fakePuttyKey(version);
  return within('private-key', `Found id.ppk:\n${head}`, secret, '\nand moved it.');
});

const PRIVATE_KEYS: readonly SecretSample[] = [
  ['RSA PRIVATE KEY', 'MIIE'],
  ['EC PRIVATE KEY', 'MHcC'],
  ['DSA PRIVATE KEY', 'MIIB'],
  ['OPENSSH PRIVATE KEY', 'b3BlbnNzaC1rZXktdjEA'],
  ['ENCRYPTED PRIVATE KEY', 'MIIF'],
  ['PRIVATE KEY', 'MIIE'],
]
  .map(([label = '', head]) =>
    within('private-key', 'Found in deploy/:\n', fakeKey(label, head), '\nMoved to the vault.'),
  )
  .concat([
    within(
      'private-key',
      '',
      fakeKey('PGP PRIVATE KEY BLOCK', 'lQOY', 'Version: GnuPG v2\n\n'),
      '\nend of mail',
    ),
    within(
      'private-key',
      '',
      fakeKey('RSA PRIVATE KEY', 'MIIE', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n'),
    ),
    within('private-key', '{"type":"service_account","private_key":"', ONE_LINE_KEY, '\\n","client_id":"1"}'),
    within('private-key', 'TLS_KEY="', ONE_LINE_KEY, '"\nPORT=80'),
    within('private-key', 'cut off by the terminal:\n', UNFINISHED_KEY, '\n\nand then the shell hung.'),
    within(
      'private-key',
      'tls.key: ',
      Buffer.from(fakeKey('RSA PRIVATE KEY')).toString('base64'),
      '\ntype: kubernetes.io/tls',
    ),
  ]);

/** Forms that the table cannot express, and tokens as their services really build them. */
const BESIDE_THE_TABLE: readonly SecretSample[] = [
  within('aws-secret-key', 'aws_secret_access_key = ', AWS_SECRET, '\nregion = eu-central-1'),
  within('aws-secret-key', '"SecretAccessKey": "', AWS_SECRET, '",'),
  within(
    'azure-storage-key',
    'AccountName=logs;AccountKey=',
    `${fake(BASE64, 86)}==`,
    ';EndpointSuffix=core.windows.net',
  ),
  within(
    'azure-sas-signature',
    'https://x.blob.core.windows.net/c?sv=2024-11-04&sig=',
    `${fake(BASE62, 43)}%3D`,
    '&se=1',
  ),
  within('aws-signature', 'https://b.s3.amazonaws.com/k?X-Amz-Signature=', fake(HEX, 64), '&x=1'),
  bare('vault-token', `hvs.${fake(BASE62, 24)}`),
  bare('github-token', `github_pat_${fake(BASE62, 22)}_${fake(BASE62, 59)}`),
  bare('pypi-token', `pypi-AgEIcHlwaS5vcmc${fake(BASE62, 80)}`),
  bare('anthropic-key', `sk-ant-api03-${fake(BASE62, 93)}AA`),
  bare('openai-key', `sk-proj-${fake(BASE62, 20)}_${fake(BASE62, 40, 3)}`),
  bare('model-provider-key', `sk-live-${fake(BASE62, 20)}-${fake(BASE62, 20, 4)}`),
  bare('jwt', JWT),
  within('bearer-token', 'curl -H "X-Auth: bearer ', fake(BASE62, 40), '" localhost:3000'),
  bare('slack-token', `xoxb-${fake('123456789', 12)}-${fake('123456789', 12)}-${fake(BASE62, 24)}`),
  bare('slack-token', `xoxp-${fake('123456789', 12)}-${fake(BASE62, 24)}`),
  within(
    'slack-webhook',
    'https://hooks.slack.com/services/',
    `T${fake(CAPITALS, 8)}/B${fake(CAPITALS, 8)}/${fake(BASE62, 24)}`,
  ),
  within(
    'discord-webhook',
    'https://discord.com/api/webhooks/',
    `${fake('123456789', 18)}/${fake(BASE62, 68)}`,
    ' posts it',
  ),
  within(
    'discord-webhook',
    'https://discord.com/api/v10/webhooks/',
    `${fake('123456789', 19)}/${fake(BASE62, 68)}`,
  ),
  bare(
    'discord-token',
    `${Buffer.from(fake('123456789', 18)).toString('base64')}.G${fake(BASE62, 5)}.${fake(BASE62, 38)}`,
  ),
  ...[
    [23, 6, 27],
    [25, 6, 38],
    [27, 7, 40],
  ].map(([id = 0, time = 0, key = 0]) =>
    bare('discord-token', `N${fake(BASE62, id, id)}.${fake(BASE62, time, 3)}.${fake(BASE62, key - 1, 4)}_`),
  ),
  bare(
    'discord-token',
    `${Buffer.from('1'.repeat(18)).toString('base64')}.G${fake(BASE62, 5)}.${fake(LETTERS, 27)}`,
  ),
  within(
    'telegram-token',
    'https://api.telegram.org/bot',
    `${fake('123456789', 9)}:AA${fake(BASE62, 33)}`,
    '/sendMessage',
  ),
  bare('grafana-token', `glsa_${fake(BASE62, 32)}_${fake(HEX, 8)}`),
  bare('flutterwave-key', `FLWSECK_TEST-${fake(HEX, 32)}-X`),
  bare('slack-token', `xoxe.xoxp-1-${fake(BASE62, 60)}`),
  within('gitlab-token', 'The runner has ', `glpat-${fake(BASE62, 27)}.01.${fake(BASE36, 9)}`, '.'),
  within(
    'teams-webhook',
    'https://x.webhook.office.com/webhookb2/',
    `${fake(HEX, 36)}@${fake(HEX, 36)}/IncomingWebhook/${fake(HEX, 32)}`,
  ),
];

const HEADERS_AND_URLS: readonly SecretSample[] = [
  within('authorization', 'Authorization: Basic ', BASIC, '\r\nAccept: */*'),
  within('authorization', '"authorization": "token ', fake(BASE36, 12), '"'),
  within('bearer-token', 'Authorization: Bearer ', fake(BASE62, 32), '\r\nHost: api.internal'),
  within('cookie', 'Cookie: theme=dark; sessionid=', fake(BASE36, 32), '; lang=de'),
  within('cookie', 'Set-Cookie: connect.sid=', `s%3A${fake(BASE62, 32)}`, '; Path=/; HttpOnly'),
  within('url-password', 'postgres://app:', 'p4ss-w0rd', '@db.internal:5432/app?sslmode=require'),
  within('url-password', 'mongodb+srv://bob:', 's3cr%40t', '@cluster0.abcde.mongodb.net/prod'),
  within('url-password', 'redis://:', 'swordfish', '@cache:6379/0'),
  within('url-password', 'amqp://guest:', 'gu3st', '@mq//vhost'),
  within('url-password', 'mysql://root:', 'a/b?c#d1', '@127.0.0.1/shop'),
  within('url-password', 'git clone https://jane:', fake(BASE62, 20), '@git.example.org/a/b.git'),
  within('url-token', 'git clone https://', fake(BASE62, 40, 8), '@git.example.org/a/b.git'),
  within('connection-password', 'Server=tcp:db,1433;User Id=sa;Password=', 'My P4ss', ';Encrypt=true;'),
  within('connection-password', 'Driver={ODBC};Uid=app;Pwd=', 'tiger', ';'),
];

const NAMED: readonly SecretSample[] = [
  within('password', 'DB_PASSWORD=', PASSWORD, '\nDB_HOST=localhost'),
  within('password', 'export PGPASSWORD=', 'swordfish', ' && psql'),
  within('password', 'password: ', 'hunter2', '\nuser: app'),
  within('password', '{"user":"app","password":"', PASSWORD, '"}'),
  within('password', "  'adminPasswd' => '", 'Tr0ub4dor', "',"),
  within('password', '{"log":"DB_PASSWORD=', 'hunter2', '\\nDB_HOST=x"}'),
  within('password', '{\\"password\\": \\"', PASSWORD, '\\"}'),
  within('password', '- name: DB_PASSWORD\n  value: ', 'hunter2', '\n'),
  within('password', '<password>', PASSWORD, '</password>'),
  within('password', "CREATE USER app WITH PASSWORD '", 'hunter2', "';"),
  within('password', 'The root password is ', PASSWORD, ' for now'),
  within('token', 'TWILIO_AUTH_TOKEN=', fake(HEX, 32)),
  within('token', 'accessToken: "', fake(BASE62, 30), '",'),
  within('token', '//registry.npmjs.org/:_authToken=', fake(BASE36, 36)),
  within('token', 'GET /feed?access_token=', fake(BASE62, 24), '&page=2 200'),
  within('secret', 'client-secret: ', fake(BASE62, 32)),
  within('secret', 'SESSION_SECRET="', fake(BASE62, 24), '"'),
  within('api-key', 'x-api-key: ', fake(BASE62, 32), '\r\n'),
  within('api-key', 'const apiKey = "', fake(HEX, 32), '";'),
  within('secret-key', 'ENCRYPTION_KEY=', `${fake(BASE64, 43)}=`),
  within('secret-key', 'APP_PRIVATE_KEY: ', fake(HEX, 64)),
  within('credential', 'REDIS_AUTH=', fake(BASE36, 16)),
  within('credential', '"auth": "', Buffer.from('jane:s3cret-pass').toString('base64'), '"'),
  within('password', 'mysqldump --password ', 'hunter2', ' --all-databases'),
  within('token', 'vault login --token=', fake(BASE36, 26)),
  within('api-key', 'deploy --api-key ', fake(BASE62, 20), ' --dry-run'),
  within('command-password', 'sshpass -p ', 'tiger', ' ssh host'),
  within('command-password', 'machine git.example.org login jane password ', 'hunter2', '\n'),
  within('password', 'ENV DB_PASS ', 'hunter2', '\n'),
  within('password', "auth: { user: 'mailer', pass: '", 'Sommer24', "' }"),
  within('password', "define('DB_PASSWORD', '", PASSWORD, "');"),
  within('command-password', 'curl -u admin:', 'hunter2', ' https://ci.internal/job'),
];

const FLAGS: readonly SecretSample[] = [
  within('token', 'curl --token ', fake(BASE62, 24), ' https://ci.internal'),
  within('token', 'deploy --token ', 'opensesame', ' --dry-run'),
  within('token', 'gh auth --token "', 'opensesame', '"'),
  within('api-key', 'sync --api-key ', fake(HEX, 20), ' --all'),
  within('api-key', 'sync -api-key ', fake(HEX, 20)),
  within('secret', 'app --secret ', fake(BASE36, 12), ' --port 80'),
  within('password', 'mysqldump --user root --password ', 'swordfish', ' shop'),
  within('password', 'Then run `login --user jane --password ', 'swordfish', '` once.'),
  within('password', 'vault login --password ', '482913', '\n'),
  within('command-password', 'curl -sS -u jane:', 'swordfish', ' https://ci.internal/job'),
  within('command-password', 'curl -sS \\\n  -u "jane:', 'sword fish', '" \\\n  https://ci.internal/job'),
  within('command-password', 'mysql -h db -u root -p', 'tiger7', ' shop'),
];

const NEXT_LINE: readonly SecretSample[] = [
  within('token', 'github:\n  token:\n    ', fake(BASE62, 30), '\n  user: jane'),
  within('token', 'The token:\n', fake(BASE62, 30), '\nKeep it safe.'),
  within('token', '+  token: # of the bot\r\n+    ', fake(BASE62, 30), '\r\n'),
  within('token', '{"file":"token:\\n  ', fake(BASE62, 30), '\\nuser: jane"}'),
  within('password', 'password: |\n  ', 'swordfish', '\nuser: jane'),
  within('password', 'db:\n  password: >-\n    ', PASSWORD, '\n  user: jane'),
  within('password', 'password:\n  ', 'hunter2', '\nuser: jane'),
  within('api-key', '{\n  "apiKey":\n    "', fake(HEX, 32), '",\n  "user": "jane"\n}'),
  within('api-key', 'const apiKey =\n  "', fake(HEX, 32), '";'),
  within('credential', 'tokens:\n  - ', fake(BASE62, 30), '\nuser: jane'),
];

const RANDOM = fake(BASE62, 20, 9);
/** One digit among twenty characters: the least that "letters and digits" can mean. */
const ONE_DIGIT = `${fake(LETTERS, 11, 3)}7${fake(LETTERS, 8, 4)}`;

const IN_MARKDOWN: readonly SecretSample[] = [
  within('password', '**Password:** ', RANDOM, '\n'),
  within('password', '- *Password*: ', RANDOM, ' and so on'),
  within('password', '**Password:** ', 'hunter2', '\n'),
  within('password', 'Password: **', RANDOM, '**'),
  within('token', '__Token__: ', RANDOM),
  within('token', '***Token:*** `', RANDOM, '`'),
  within('api-key', '`api_key`: ', RANDOM),
  within('api-key', '**`api_key`**: ', RANDOM),
  within('password', '| password | ', RANDOM, ' |'),
  within('password', '| `password` | `', RANDOM, '` | the old one |'),
  within('api-key', '|db|API key|', RANDOM, '|'),
  within('token', '<tr><td>token</td>\n<td>', RANDOM, '</td></tr>'),
  within('password', '<b>password:</b> ', RANDOM, '<br>'),
];

const IN_SENTENCES: readonly SecretSample[] = [
  within('api-key', 'use the API key ', RANDOM, ' for it'),
  within('api-key', 'use the API key ', ONE_DIGIT, ' for it'),
  within('token', 'the token is ', ONE_DIGIT, ', I think.'),
  within('token', 'The token will be ', RANDOM, '.'),
  within('token', 'the bot (token ', RANDOM, ') is down'),
  within('password', 'log in with password ', RANDOM, ' and go'),
  within('password', 'password ', ['Xk9#mLp2', 'vQ8w!'].join('$'), ' works'),
  within('password', 'password → ', RANDOM),
  within('password', 'passphrase "', ONE_DIGIT, '"'),
  within('password', "passphrase '", 'swordfish7', "'"),
  within('api-key', 'X-Api-Key: ', ONE_DIGIT),
  within('secret', 'Summary:   client_secret: ', ONE_DIGIT),
  within('password', 'API Error tool --password ', ONE_DIGIT, ' run'),
];

const APART: readonly SecretSample[] = [
  within('token', 'setx TOKEN ', RANDOM, '\r\n'),
  within('api-key', 'setx /M API_KEY ', 'abcd1234'),
  within('token', 'export TOKEN ', RANDOM),
  within('password', 'setenv DB_PASSWORD ', 'hunter2', '\n'),
  within('token', 'set -gx API_TOKEN ', RANDOM),
  within('password', 'variable "password" { default = "', RANDOM, '" }'),
  within(
    'password',
    'variable "db_password" {\n  type      = string\n  sensitive = true\n  default   = "',
    'hunter2',
    '"\n}',
  ),
  within('token', '{"variable":{"api_token":{"default":"', RANDOM, '"}}}'),
  within('secret', "<summary>const SECRET =\n '", RANDOM, "'</summary>"),
  within('secret', "<summary>const SECRET =\n  '", ONE_DIGIT, "';</summary>"),
];

const FOREIGN_NAMES: readonly string[] = [
  'Passwort',
  'KENNWORT',
  'mot de passe',
  'Contraseña',
  'clave',
  'senha',
  "parola d'ordine",
  'wachtwoord',
  'Пароль',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
  'hasło',
];

const IN_OTHER_LANGUAGES: readonly SecretSample[] = [
  ...FOREIGN_NAMES.flatMap((name) => [
    within('password', `${name}: `, RANDOM, '\n'),
    within('password', `**${name}** = `, ONE_DIGIT, ' ...'),
    within('password', `${name}：`, RANDOM, '。'),
    within('password', `| ${name} | `, RANDOM, ' |'),
    within('password', `${name} `, RANDOM, '\n'),
  ]),
  within('password', 'Kennwort: ', 'sommer24', '\n'),
  within('password', '"senha": "', 'verao2024', '"'),
  within('password', 'Das Passwort lautet ', RANDOM, '.'),
  within('password', 'Das Kennwort ist: ', RANDOM),
  within('password', 'le mot de passe est ', RANDOM),
  within('password', 'la contraseña es ', RANDOM),
  within('password', 'a senha é ', RANDOM),
  within('password', 'la password è ', RANDOM),
  within('password', 'het wachtwoord is ', RANDOM),
  within('password', 'пароль — ', RANDOM),
  within('password', 'パスワードは', RANDOM, 'です'),
  within('password', '密码是', RANDOM, '，请保密'),
  within('password', '비밀번호는 ', RANDOM, '입니다'),
  within('password', 'hasło to ', RANDOM),
];

const BROKEN: readonly SecretSample[] = [
  bare('github-token', broken(`ghp_${fake(BASE62, 36)}`)),
  bare('github-token', broken(`ghp_${fake(BASE62, 36)}`, 2)),
  bare('aws-access-key-id', broken(`AKIA${fake(CAPITALS, 16)}`)),
  bare('google-api-key', broken(`AIza${fake(BASE62, 35)}`, 4)),
  bare('stripe-key', `sk_live_${fake(BASE62, 12)}\\u200b${fake(BASE62, 12, 2)}`),
  within('password', 'pass\u200bword: ', broken(PASSWORD, 4), '\nuser: jane'),
  within('private', 'before ', '<pri\u200bvate>the salary is 5</private>', ' after'),
];

const HIDDEN: readonly SecretSample[] = [
  within('private', 'before ', '<private>the salary is 5</private>', ' after'),
  within('private', 'before ', '<PRIVATE>a <private>b</private> c</Private>', ' after'),
  within('private', 'before ', '< private >the salary is 5</ private >', ' after'),
  within('private', 'before ', '<private reason="x">the salary is 5< / private >', ' after'),
  within('private', 'before ', '<private reason="a > b" by=\'me\'>the salary is 5</private >', ' after'),
  within('private', 'before ', '<\tPrivate reason=x >the salary is 5<\\/private>', ' after'),
  within('private', 'before ', '<private reason="open>the salary is 5</private>', ' after'),
  within('private', 'before ', '<private>never closed\nand so on'),
];

export const SECRET_SAMPLES: readonly SecretSample[] = [
  ...PRIVATE_KEYS,
  ...PUTTY_KEYS,
  ...FORMAT_SAMPLES,
  ...BESIDE_THE_TABLE,
  ...HEADERS_AND_URLS,
  ...NAMED,
  ...FLAGS,
  ...NEXT_LINE,
  ...IN_MARKDOWN,
  ...IN_SENTENCES,
  ...APART,
  ...IN_OTHER_LANGUAGES,
  ...BROKEN,
  ...HIDDEN,
];

/** One in four, of every group: for tests of the fields that a secret may be in. Each kind is tried on its own in test/redact. */
export const SOME_SECRET_SAMPLES = SECRET_SAMPLES.filter((_, index) => index % 4 === 0);
