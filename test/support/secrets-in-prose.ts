import { type ContextSample, samplesOf, value } from './context-sample.ts';
import { BASE36, BASE62, fake, HEX } from './fake-secret.ts';

const SPOKEN = samplesOf('harmless-word', [
  ['Error: Invalid API key: ', value(1), ''],
  ['Use API key ', value(2), ' for staging.'],
  ['Missing API key ', value(3), ' in the request'],
  ['There is no API key ', value(4), ' in the vault'],
  ['The service has API key ', value(5), '\n'],
  ['This is API key ', value(6), ', the old one'],
  ['our public API key ', value(7), ' was in the bundle'],
  ['Incorrect API key provided: ', value(8, 40), '. You can find your API key in the dashboard.'],
  ['{"error":{"message":"Incorrect API key provided: ', value(9, 32), '.","code":"invalid_api_key"}}'],
  ['401 Unauthorized: invalid access key ', value(10), ''],
  ['without API key ', fake(HEX, 32, 11), ' the build fails'],
  ["Invalid API key '", value(12), "' (request 71)"],
  ['The API key you provided (', value(13), ') is not valid.'],
  ['API key not found: ', value(14), ''],
  ['Warning: API key expired: ', fake(BASE36, 32, 15), '\nnext line'],
  ['API token supplied: ', value(16), ' was rejected'],
  ['Do not use secret key ', value(17), ' anymore'],
  ['ERROR [auth] invalid token provided: ', value(18, 30), ' from 10.0.0.7'],
  ['token rejected: "', value(19), '"'],
  ['is the API key ', value(20), ' still active?'],
  ['no private key ', value(21, 44), ' matched'],
  ['password used: ', value(22, 16), ' (wrong)'],
  ['Invalid client secret provided ', value(23, 36), ''],
  ['Key rejected. Missing API key=', value(24), ' on host b'],
]);

const GO_DSN = samplesOf('go-dsn', [
  ['db, err := sql.Open("mysql", "app:', 's3cr3t-pw', '@tcp(127.0.0.1:3306)/shop?parseTime=true")'],
  ['DSN=root:', 'tiger', '@tcp(db.internal:3306)/billing'],
  ['dsn: "svc:', fake(BASE62, 20, 31), '@unix(/var/run/mysqld/mysqld.sock)/app"'],
  ['connecting to shop:', 'Pa$$w0rd', '@tcp([fe80::1]:3306)/shop failed'],
  ['MYSQL_DSN=repl:', 'p@ss:w0rd', '@tcp(10.1.2.3)/repl'],
  ['user:', 'hunter2', '@/dbname?charset=utf8mb4'],
  ['gorm.Open(mysql.Open("gorm:', 'gorm9Pass', '@tcp(localhost:9910)/gorm?loc=Local"), &gorm.Config{})'],
  ['export DB="api:', fake(BASE36, 16, 32), '@cloudsql-mysql(proj:europe-west3:main)/api"'],
  ['panic: dial app:', 'letmein', '@tcp(mysql:3306)/app: connection refused'],
]);

const PGPASS = samplesOf('pgpass', [
  ['localhost:5432:shop:app:', 's3cret', '\n'],
  ['*:*:*:postgres:', 'swordfish', '\n'],
  ['$ cat ~/.pgpass\ndb.internal:5432:billing:svc_billing:', fake(BASE62, 18, 41), '\n# end'],
  ['echo "10.0.0.5:5433:*:replicator:', 'r3pl-pass', '" >> ~/.pgpass'],
  ['/var/run/postgresql:5432:app:app:', 'tiger99', ''],
  ['pgbouncer.prod.svc:6432:orders:orders_rw:', value(42, 20), '\nother: 1'],
  ['> localhost:5432:*:jane:', 'correct-horse', '\n> sent from my phone'],
  ['.pgpass has db-1.example.net:15432:warehouse:etl:', 'Et1Pass', ' in it'],
  ['{"content":"localhost:5432:app:app:', 'pw-7731', '\\n*:*:*:x:${PG}\\n"}'],
]);

const URL_TOKEN = samplesOf('url-token', [
  ['git clone https://', value(51, 40), '@git.internal/team/app.git'],
  ['remote: https://', fake(HEX, 40, 52), '@github.com/acme/app (push)'],
  ['url = https://', value(53, 32), ':x-oauth-basic@github.com/acme/app.git'],
  ['pip install git+https://', value(54), '@git.example.org/lib.git'],
  ['npm i git+https://', fake(BASE36, 36, 55), ':@gitlab.com/acme/lib.git'],
  ['curl https://', fake(BASE62, 26, 56), '@api.example.net/v1/me'],
  ['https://', `ATBB${fake(BASE62, 32, 57)}`, '@bitbucket.org/acme/app.git'],
  ['index-url = https://', value(58, 30), '@pypi.internal/simple/'],
  ['fatal: unable to access https://', fake(BASE62, 52, 59), '@dev.azure.com/acme/_git/app/: 403'],
  ['redis://', value(60, 30), '@cache.internal:6379/0'],
]);

const PIPED = samplesOf('piped-login', [
  ['echo ', 'swordfish9', ' | docker login -u ci --password-stdin'],
  ['echo "', value(61, 20), '" | docker login registry.internal -u ci --password-stdin'],
  ["printf '%s' '", 'My-P4ss word', "' | docker login --username ci --password-stdin"],
  ['echo -n ', value(62, 20), ' | podman login -u ci --password-stdin quay.io'],
  ['docker login -u ci --password-stdin <<< "', 'letmein7', '"'],
  ['echo ', fake(HEX, 40, 63), ' | gh auth login --with-token'],
  ['$ echo ', 'tiger2026', ' | helm registry login ghcr.io -u ci --password-stdin'],
  ["echo '", 'hunter2', "' | sudo -S systemctl restart nginx"],
  ['echo "deploy:', 'n3w-pass', '" | chpasswd'],
  ['printf "', value(64, 18), '\\n" | oras login -u ci --password-stdin ghcr.io'],
  ['run: echo ', value(65, 28), ' | \\\n  docker login ghcr.io -u bot --password-stdin'],
  ['echo ', value(66, 30), ' | gh secret set DEPLOY_KEY'],
]);

const HERE_DOCUMENT = samplesOf('here-document', [
  ['cat <<EOF | docker login --password-stdin -u me\n', 'swordfish9', '\nEOF\n'],
  ["cat <<'EOF' | docker login ghcr.io -u me --password-stdin\n", value(67, 24), '\nEOF\ndocker pull a'],
  ['docker login -u me --password-stdin <<EOF\n', 'My-P4ss word', '\nEOF'],
  ['podman login -u me --password-stdin quay.io <<-END\n\t', 'tiger2026', '\n\tEND\n'],
  ['gh auth login --with-token << EOT\r\n', fake(HEX, 40, 68), '\r\nEOT\r\n'],
  ['{"cmd":"cat <<EOF | docker login --password-stdin -u me\\n', 'hunter2', '\\nEOF"}'],
  ['sudo chpasswd <<EOF\nroot:${ROOT}\ndeploy:', 'n3w-pass', '\nEOF'],
  ['echo ', 'swordfish9', ' | npm login --auth'],
  ['echo "', value(69, 30), '" | npm login --registry https://npm.internal --auth\n'],
]);

const PURPOSE = samplesOf('purpose', [
  ['pw=', value(161, 16), '\nuser=jane'],
  ['login with user=jane pw=', value(162, 20), ' please'],
  ['DB_PW=', 'hunter2', '\n'],
  ['pw: "', value(163, 18), '"'],
  ['The key for the staging API is ', value(164), '.'],
  ['The token of the bot is ', value(165, 30), '.'],
  ['the key for Stripe was ', value(166, 32), ', revoked since'],
  ['The password for the replica in Oslo is ', value(167, 16), '.'],
  ['We changed the API key from ', value(168), ' to the one in the vault.'],
]);

/** Secrets in sentences, connection strings and commands that were once overlooked. */
export const SECRETS_IN_PROSE: readonly ContextSample[] = [
  ...SPOKEN,
  ...GO_DSN,
  ...PGPASS,
  ...URL_TOKEN,
  ...PIPED,
  ...HERE_DOCUMENT,
  ...PURPOSE,
];
