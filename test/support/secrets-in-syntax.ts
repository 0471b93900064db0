import { base64, type ContextSample, folded, samplesOf, value } from './context-sample.ts';
import { BASE62, fake } from './fake-secret.ts';

const random = (seed: number): string => fake(BASE62, 20, seed);

const SHORT_DSN = samplesOf('short-dsn', [
  ['sql.Open("mysql", "svc:', random(401), '@/orders")'],
  ['DSN=svc:', random(402), '@/orders'],
  ['MYSQL_DSN: "root:', 'Tr0ub4dor-3x', '@/test"'],
  ['db, err := sqlx.Connect("mysql", "app:', 'swordfish', '@/shop")'],
  ['dsn := `billing:', 'n0t-telling', '@/billing`'],
  ['could not parse "svc:', random(403), '@/" as a DSN'],
  ['{"dsn":"svc:', random(404), '@\\/orders"}'],
  ['svc:', random(405), '@tcp/orders'],
  ['dial svc:', 'gorm9Pass', '@mynet(db-1:3306)/orders failed'],
  ['export DSN="svc:', random(406), '@/orders-2026"'],
  ['DSN svc:', 'p@ss:w0rd', '@/orders, driver mysql'],
  ['connect svc:', random(407), '@db.internal:3306/orders'],
  ['HTTPS_PROXY=ci:', random(408), '@proxy.internal:3128'],
  ['curl -x ci:', 'bT9-kk2Wm', '@proxy.internal:8080 https://example.org'],
]);

const PIPED = samplesOf('tight-pipe', [
  ['echo ', random(421), '|docker login -u x --password-stdin'],
  ['echo -n ', random(422), '|podman login -u ci --password-stdin quay.io'],
  ['docker login --password-stdin < <(echo ', random(423), ')'],
  ['docker login -u ci --password-stdin <<< ', random(424), ''],
  ['docker login -u ci --password-stdin <<<', 'swordfish9', ''],
  ["printf '%s' ", 'tiger2026', '|docker login -u ci --password-stdin'],
  ['gh auth login --with-token < <(printf %s "', value(425, 40), '")'],
  ['echo ', 'hunter2', '|sudo -S apt update'],
  ['echo ', random(426), ' | tr -d "\\n" | docker login -u ci --password-stdin'],
  ['<<< ', random(427), ' docker login -u ci --password-stdin'],
  ['"', random(428), '" | docker login -u ci --password-stdin'],
  ['Write-Output ', random(429), ' | docker login -u ci --password-stdin'],
  ['cat <<< "', random(430), '" | docker login -u ci --password-stdin'],
  ['sh -c "echo ', random(431), '|docker login -u ci --password-stdin"'],
  ['{"command":"echo ', random(432), '|docker login -u ci --password-stdin"}'],
  ['(echo ', random(433), ')|docker login -u ci --password-stdin'],
  ['echo deploy:', 'n3w-pass', '|sudo chpasswd'],
  ['vault login - < <(echo -n ', value(434, 26), ')'],
  ['docker login -u ci registry.internal <<< ', random(435), ''],
  ['echo -n ', random(436), '|podman login -u ci quay.io'],
  ['restic --password-file <(echo ', 'swordfish9', ') backup /srv'],
]);

const ENTITY = samplesOf('html', [
  ['password=&quot;', random(441), '&quot;'],
  ['&quot;password&quot;: &quot;', random(442), '&quot;,'],
  ['password=&#39;', 'Tr0ub4dor-3x', '&#39; user=&#39;jane&#39;'],
  ['&lt;password&gt;', 'Kx7-plume9', '&lt;/password&gt;'],
  ['<code>API_KEY=&quot;', value(443, 32), '&quot;</code>'],
  ['<td>{&#34;token&#34;:&#34;', random(444), '&#34;}</td>'],
  ['&amp;quot;client_secret&amp;quot;:&amp;quot;', value(445, 30), '&amp;quot;'],
  ['https://app.internal/cb?user=1&amp;access_token=', value(446, 32), '&amp;page=2'],
  ['token&#61;', random(447), ' seen'],
  ['postgres&#58;//app:', 's3cr3t-9', '@db:5432/app'],
  ['api_key&#x3D;&#x27;', random(448), '&#x27;'],
  ['<pre>password: &apos;', 'bT9-kk2Wm', '&apos;</pre>'],
  ['Password: <code>', 'Tr0ub4dor-3x', '</code>'],
  ['<strong>API key</strong>: <span class="mono">', random(449), '</span>'],
  ['the password is <b>', 'Kx7-plume9', '</b>.'],
  ['<b>Passwort</b>: <code>', 'Tr0ub4dor-3x', '</code>'],
]);

const ENV_FILE = (seed: number): string =>
  base64(`export DB_HOST=db.internal\nexport DB_PASSWORD=${random(seed)}\nexport REGION=eu-central-1\n`);
const JSON_FILE = (seed: number): string =>
  base64(`{"user":"ci","client_secret":"${value(seed, 40)}","scopes":["read","write"]}`);

const NARROW_BASE64 = samplesOf('narrow-base64', [
  ['', folded(ENV_FILE(461), 40), '\n'],
  ['attachment:\n', folded(ENV_FILE(462), 32), '\n-- \nJane'],
  ['payload:\n    ', folded(JSON_FILE(463), 40, '\n    '), '\nkind: x'],
  ['> ', folded(JSON_FILE(464), 36, '\n> '), '\n> Jane'],
  ['', folded(ENV_FILE(465), 24), '\ndone'],
  ['', folded(base64(`token=${random(466)}`), 28), '\n'],
  ['', folded(base64(`DB_PASSWORD=${random(467)}\nA=1`), 40), '\nnext'],
  ['x\r\n', folded(ENV_FILE(468), 40, '\r\n'), '\r\ny'],
  ['{"blob":"', folded(JSON_FILE(469), 40, '\\n'), '"}'],
  ['', folded(base64(`${'The report of the night, in full. '.repeat(3)}password=${random(470)}`), 76), '\n'],
]);

/** Secrets that the syntax around them hid: short connection strings, tight pipes, entities, narrow columns. */
export const SECRETS_IN_SYNTAX: readonly ContextSample[] = [
  ...SHORT_DSN,
  ...PIPED,
  ...ENTITY,
  ...NARROW_BASE64,
];
