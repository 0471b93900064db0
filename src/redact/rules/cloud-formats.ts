import { atWordStart, type Format, hasDigit, isMixed } from '../format-rule.ts';

/** Secrets of clouds, infrastructure and key stores. */
export const cloudFormats: readonly Format[] = [
  {
    kind: 'aws-access-key-id',
    hints: ['akia', 'asia', 'abia', 'acca'],
    pattern: atWordStart('AKIA|ASIA|ABIA|ACCA', '[A-Z0-9]{16}(?![A-Za-z0-9])'),
  },
  {
    // The pair as AWS hands it out: id, then secret, in a CSV or on two lines.
    kind: 'aws-secret-key',
    hints: ['akia', 'asia'],
    pattern: /A[KS]IA[A-Z0-9]{16}["']?[\s,:;|]{1,6}["']?([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    accepts: isMixed,
  },
  { kind: 'aws-signature', hints: ['x-amz-signature'], pattern: /X-Amz-Signature=([0-9a-f]{40,})/gi },
  { kind: 'google-api-key', hints: ['aiza'], pattern: atWordStart('AIza', '[A-Za-z0-9_-]{30,}') },
  { kind: 'google-client-secret', hints: ['gocspx-'], pattern: /GOCSPX-[A-Za-z0-9_-]{20,}/g },
  {
    kind: 'google-access-token',
    hints: ['ya29.'],
    pattern: atWordStart('ya29', '[.][A-Za-z0-9_-]{20,}'),
  },
  {
    kind: 'google-refresh-token',
    hints: ['1//0'],
    pattern: atWordStart('1//0', '[A-Za-z0-9_-]{30,}'),
    accepts: isMixed,
  },
  {
    kind: 'azure-storage-key',
    hints: ['accountkey', 'sharedaccesskey'],
    pattern: /(?:AccountKey|SharedAccessKey)["']?\s{0,4}[=:]\s{0,4}["']?([A-Za-z0-9+/]{30,}={0,2})/gi,
  },
  {
    kind: 'azure-sas-signature',
    hints: ['sig='],
    pattern: /(?<=[?&;\s"'])sig=([A-Za-z0-9%+/=_-]{20,})/g,
    accepts: hasDigit,
  },
  {
    kind: 'azure-client-secret',
    hints: ['q~'],
    pattern: /(?<![A-Za-z0-9_.~-])[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,40}/g,
  },
  { kind: 'digitalocean-token', hints: ['_v1_'], pattern: /do[opr]_v1_[a-f0-9]{32,}/g },
  {
    kind: 'databricks-token',
    hints: ['dapi'],
    pattern: atWordStart('dapi', String.raw`[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])`),
  },
  {
    kind: 'vault-token',
    hints: ['hvs.', 'hvb.', 'hvr.'],
    pattern: atWordStart('hv[sbr][.]', '[A-Za-z0-9_-]{20,}'),
  },
  { kind: 'age-secret-key', hints: ['age-secret-key-'], pattern: /AGE-SECRET-KEY-1[A-Z0-9]{40,}/gi },
  { kind: 'planetscale-token', hints: ['pscale_'], pattern: /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}/g },
  { kind: 'fly-token', hints: ['fm1_', 'fm2_', 'fm1r_'], pattern: /fm(?:1r?|2)_[A-Za-z0-9+/=]{40,}/g },
  { kind: 'doppler-token', hints: ['dp.'], pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.]{30,}/g },
  { kind: 'pulumi-token', hints: ['pul-'], pattern: atWordStart('pul-', '[a-f0-9]{40}') },
  {
    kind: 'terraform-token',
    hints: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}/g,
  },
];
