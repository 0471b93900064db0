import { hasDigit, isMixed, patternRule } from '../format-rule.ts';
import type { Rule } from '../rule.ts';

/** Secrets that are known by what stands directly before them. */
export const secretsInContext: readonly Rule[] = [
  {
    // The pair as AWS hands it out: id, then secret, in a CSV or on two lines.
    kind: 'aws-secret-key',
    hints: ['akia', 'asia'],
    pattern: () => /A[KS]IA[A-Z0-9]{16}["']?[\s,:;|]{1,6}["']?([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    accepts: isMixed,
  },
  {
    kind: 'azure-storage-key',
    hints: ['accountkey', 'sharedaccesskey'],
    pattern: () => /(?:AccountKey|SharedAccessKey)["']?\s{0,4}[=:]\s{0,4}["']?([A-Za-z0-9+/]{30,}={0,2})/gi,
    accepts: () => true,
  },
  {
    kind: 'azure-sas-signature',
    hints: ['sig='],
    pattern: () => /(?<=[?&;\s"'])sig=([A-Za-z0-9%+/=_-]{20,})/g,
    accepts: hasDigit,
  },
  {
    kind: 'bearer-token',
    hints: ['bearer'],
    pattern: () => /\bbearer[ \t]{1,4}([A-Za-z0-9._~+/-]{16,}={0,2})/gi,
    accepts: (token: string) => hasDigit(token) || token.length >= 32,
  },
].map(patternRule);
