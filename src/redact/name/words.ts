export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** `dbPassword`, `DB_PASSWORD`, `db-password`, `db.password` -> ['db', 'password'] */
export const splitWords = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

/** Before `key`: kinds of key that are secret. A primary, cache or public key is not. */
export const SECRET_KEYS = wordList(`
  api access private secret signing signature encryption encrypt decryption master account shared storage service auth
  session deploy license admin root crypto cipher jwt hmac webhook subscription client app application server consumer
  refresh bearer ssh rsa wrapping sdk openai anthropic stripe twilio sendgrid mailgun datadog dd honeycomb sentry gemini
  google aws azure gcp github gitlab slack discord adafruit airtable algolia alibaba beamer bintray bittrex cloudflare cohere
  coinbase confluent deepseek dropbox easypost fastly finnhub flickr groq heroku hubspot intercom jfrog artifactory
  kraken kucoin lob mailchimp mapbox maxmind meraki messagebird mistral netlify newrelic nytimes okta openrouter plaid
  postman privateai rapidapi sendbird shodan snyk sumo supabase telegram twitch twitter xray yandex zendesk`);

/** Before `token` or `key`: then it is no secret. */
export const HARMLESS_BEFORE = wordList(`
  max min num total count page continuation sync next cancel cancellation pad eos bos unk mask cls sep stop special
  input output prompt completion cached reasoning per public publishable is has use no non without missing invalid`);

/** Of these, the ones that end an identifier's promise (`hasToken`) and keep a sentence's: "invalid API key ...". */
export const SENTENCE_BEFORE = wordList('public is has use no non without missing invalid');

/** Of these, the ones that leave an identifier a hint: `invalid_api_key: ...` may be the code of an error and the key. */
export const HINT_BEFORE = wordList('is has no without missing invalid');

/** After the secret word, as the name of an error has them: `InvalidApiKeyError: ...`. */
export const FAILURE_AFTER = wordList(
  'error err exception failure failed invalid expired missing revoked rejected mismatch not found unknown denied',
);

/** After the secret word: the name is about a secret, not the secret. */
export const HARMLESS_AFTER = wordList(`
  file files path paths dir directory url uri endpoint host name names id ids type types kind length len size limit
  limits count counts max min budget usage used total cost price ttl expiry expires expiration expire expired age at
  date time timeout in policy policies rule rules required enabled disabled valid invalid hash hashes hashed sha md
  digest fingerprint checksum field fields label placeholder hint prompt form ref refs arn store manager provider
  providers service class model format prefix suffix pattern patterns regex regexp schema scope scopes version
  algorithm alg method methods mode header headers param params error errors message index position start end line
  column col reset changed change strength attempts retries rotation status state helper generator validator issuer
  audience per rate window reader writer bucket mount var source selector locator list set map is has input ize izer
  ized ization less holder request response callback handler middleware guard config options settings event page
  screen view button icon component column columns table index ring pair pairs event down up press code codes stdin fd`);

/** After the secret word: the name still is the secret's. */
export const STILL_SECRET_AFTER = wordList(`
  prod production dev development staging stage test live sandbox base value string text raw plain plaintext literal
  old new current previous primary secondary main default backup env b base64 hex encoded key data admin root user
  db database local a b c v 0 1 2 3 4 5 6 7 8 9 01 02 64`);
