import { atTokenStart, atWordStart, type Format, hasDigit, isMixed } from '../format-rule.ts';

/** Begins with the number of the bot in base64, which now and then holds no digit; else both long parts look random. */
function isDiscordToken(token: string): boolean {
  const [id = '', , key = ''] = token.split('.');
  return /^\d{15,22}$/.test(Buffer.from(id, 'base64url').toString('latin1')) || (isMixed(id) && isMixed(key));
}

/** Secrets of messaging, payment and business services. */
export const serviceFormats: readonly Format[] = [
  {
    kind: 'slack-token',
    hints: ['xox', 'xapp-'],
    pattern: atWordStart('xox[a-z]|xapp', '(?:[.]xox[a-z])?-[A-Za-z0-9-]{10,}'),
    accepts: hasDigit,
  },
  {
    kind: 'slack-webhook',
    hints: ['hooks.slack'],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_+-]{20,})/g,
  },
  {
    kind: 'discord-webhook',
    hints: ['/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{15,22}\/[A-Za-z0-9_-]{30,})/g,
  },
  {
    kind: 'discord-token',
    hints: [],
    pattern: atTokenStart(
      '[MNO]',
      String.raw`[A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{5,7}\.[A-Za-z0-9_-]{26,45}(?![A-Za-z0-9_-])`,
    ),
    accepts: isDiscordToken,
  },
  {
    kind: 'discord-token',
    hints: ['mfa.'],
    pattern: atTokenStart('mfa[.]', '[A-Za-z0-9_-]{60,100}(?![A-Za-z0-9_-])'),
    accepts: isMixed,
  },
  {
    kind: 'teams-webhook',
    hints: ['webhook.office.com'],
    pattern: /webhook\.office\.com\/webhookb2\/([A-Za-z0-9@/-]{60,})/g,
  },
  {
    kind: 'telegram-token',
    hints: [':a'],
    pattern: /(?:(?<![A-Za-z0-9])|(?<=bot))\d{6,12}:A[A-Za-z0-9_-]{33,35}(?![A-Za-z0-9_-])/g,
    accepts: isMixed,
  },
  {
    kind: 'stripe-key',
    hints: ['_live_', '_test_'],
    pattern: atWordStart('[sr]k_(?:live|test)_', '[A-Za-z0-9]{10,}'),
  },
  { kind: 'webhook-secret', hints: ['whsec_'], pattern: atWordStart('whsec_', '[A-Za-z0-9+/=]{20,}') },
  {
    kind: 'square-token',
    hints: ['sq0', 'eaaa'],
    pattern: atWordStart('sq0(?:atp|csp)-|EAAA', '[A-Za-z0-9_-]{22,64}'),
    accepts: hasDigit,
  },
  {
    kind: 'sendgrid-key',
    hints: ['sg.'],
    pattern: atWordStart('SG', String.raw`\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,}`),
  },
  { kind: 'twilio-key', hints: ['sk'], pattern: atWordStart('SK', '[0-9a-f]{32}(?![A-Za-z0-9])') },
  { kind: 'mailgun-key', hints: ['key-'], pattern: atTokenStart('key-', '[0-9a-f]{32}(?![A-Za-z0-9])') },
  {
    kind: 'mailchimp-key',
    hints: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  { kind: 'brevo-key', hints: ['xkeysib-'], pattern: /xkeysib-[a-f0-9]{40,}-[A-Za-z0-9]{12,}/g },
  {
    kind: 'resend-key',
    hints: ['re_'],
    pattern: atTokenStart('re_', '[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}'),
    accepts: isMixed,
  },
  {
    kind: 'shopify-token',
    hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}/g,
  },
  { kind: 'linear-key', hints: ['lin_'], pattern: atWordStart('lin_(?:api|oauth)_', '[A-Za-z0-9]{30,}') },
  {
    kind: 'notion-token',
    hints: ['ntn_', 'secret_'],
    pattern: atWordStart('ntn_|secret_', '[A-Za-z0-9]{40,}'),
  },
  {
    kind: 'airtable-token',
    hints: ['pat'],
    pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g,
  },
  { kind: 'figma-token', hints: ['figd_'], pattern: atWordStart('figd_', '[A-Za-z0-9_-]{30,}') },
  { kind: 'postman-key', hints: ['pmak-'], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g },
  { kind: 'newrelic-key', hints: ['nrak-', 'nraa-'], pattern: /NRA[AK]-[A-Z0-9]{26,}/g },
  {
    kind: 'grafana-token',
    hints: ['glsa_', 'glc_'],
    pattern: atWordStart('glsa_|glc_', '[A-Za-z0-9+/=_]{38,}'),
  },
  { kind: 'sentry-token', hints: ['sntrys_', 'sntryu_'], pattern: /sntry[su]_[A-Za-z0-9+/=_-]{40,}/g },
  {
    kind: 'supabase-key',
    hints: ['sbp_', 'sb_secret_'],
    pattern: atWordStart('sbp_|sb_secret_', '[A-Za-z0-9_-]{20,}'),
  },
  { kind: 'onepassword-token', hints: ['ops_eyj'], pattern: atWordStart('ops_eyJ', '[A-Za-z0-9+/=_-]{40,}') },
  {
    kind: 'tailscale-key',
    hints: ['tskey-'],
    pattern: atWordStart('tskey-(?:auth|api|client|scim|webhook)-', '[A-Za-z0-9]{5,20}-[A-Za-z0-9]{20,}'),
  },
  {
    // Netlify, Heroku, Contentful, Sourcegraph, Shippo, Prefect, Clojars, Dynatrace, NuGet.
    kind: 'service-token',
    hints: ['nfp_', 'hrku-', 'cfpat-', 'sgp_', 'shippo_', 'pnu_', 'clojars_', 'dt0c01.', 'oy2'],
    pattern: atWordStart(
      'nfp_|HRKU-|CFPAT-|sgp_|shippo_(?:live|test)_|pnu_|CLOJARS_|dt0c01[.]|oy2',
      '[A-Za-z0-9_.-]{36,}',
    ),
    accepts: hasDigit,
  },
];
