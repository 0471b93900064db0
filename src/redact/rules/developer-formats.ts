import { atTokenStart, atWordStart, type Format, hasDigit, isMixed } from '../format-rule.ts';

const JWT_PART = '[A-Za-z0-9_-]{4,}';

/** Secrets of code hosts, package registries and model providers; tokens of the web. */
export const developerFormats: readonly Format[] = [
  {
    kind: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /gh[pousr]_[A-Za-z0-9]{20,}|ghs_\d{1,12}_eyJ[A-Za-z0-9_.-]{20,}|github_pat_[A-Za-z0-9_]{22,}/g,
  },
  {
    kind: 'gitlab-token',
    hints: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glsoat-',
      'gloas-',
    ],
    pattern: atWordStart('gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-', '[A-Za-z0-9_.-]{18,}'),
  },
  { kind: 'atlassian-token', hints: ['atatt3', 'atctt3'], pattern: /AT[AC]TT3[A-Za-z0-9_=-]{40,}/g },
  { kind: 'npm-token', hints: ['npm_'], pattern: atWordStart('npm_', '[A-Za-z0-9]{30,}') },
  {
    kind: 'pypi-token',
    hints: ['pypi-'],
    pattern: atWordStart('pypi-', '[A-Za-z0-9_-]{32,}'),
    accepts: isMixed,
  },
  { kind: 'rubygems-key', hints: ['rubygems_'], pattern: /rubygems_[a-f0-9]{40,}/g },
  {
    kind: 'crates-token',
    hints: ['cio'],
    pattern: atWordStart('cio', '[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
    accepts: isMixed,
  },
  { kind: 'docker-token', hints: ['dckr_'], pattern: /dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g },
  { kind: 'anthropic-key', hints: ['sk-ant-'], pattern: atWordStart('sk-ant-', '[A-Za-z0-9_-]{16,}') },
  {
    kind: 'openai-key',
    hints: ['sk-'],
    pattern: atWordStart('sk-', '(?:(?:proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{20,})'),
  },
  {
    // Other providers took over the prefix; words joined by hyphens (class names) are not keys.
    kind: 'model-provider-key',
    hints: ['sk-'],
    pattern: atTokenStart('sk-', '[A-Za-z0-9_-]{32,}'),
    accepts: isMixed,
  },
  { kind: 'huggingface-token', hints: ['hf_'], pattern: atWordStart('hf_', '[A-Za-z0-9]{30,}') },
  { kind: 'groq-key', hints: ['gsk_'], pattern: atWordStart('gsk_', '[A-Za-z0-9]{40,}') },
  { kind: 'xai-key', hints: ['xai-'], pattern: atWordStart('xai-', '[A-Za-z0-9]{60,}') },
  { kind: 'perplexity-key', hints: ['pplx-'], pattern: atWordStart('pplx-', '[A-Za-z0-9]{40,}') },
  { kind: 'replicate-token', hints: ['r8_'], pattern: atWordStart('r8_', '[A-Za-z0-9]{30,}') },
  {
    kind: 'jwt',
    hints: ['eyj'],
    pattern: atTokenStart(
      'eyJ',
      String.raw`${JWT_PART}\.${JWT_PART}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,2}`,
    ),
  },
  {
    kind: 'jwt',
    hints: ['eyj'],
    pattern: atTokenStart('eyJ', String.raw`${JWT_PART}\.\.[A-Za-z0-9_-]{8,}\.${JWT_PART}\.${JWT_PART}`),
  },
  {
    kind: 'bearer-token',
    hints: ['bearer'],
    pattern: /\bbearer[ \t]{1,4}([A-Za-z0-9._~+/-]{16,}={0,2})/gi,
    accepts: (token) => hasDigit(token) || token.length >= 32,
  },
];
