import { describe, expect, it } from 'vitest';
import { refusalOf } from './load.ts';

describe('an unknown name', () => {
  it('is refused in the environment, with a suggestion', () => {
    const refusal = refusalOf({ env: { THROUGHLINE_HOEM: '/x' } });
    expect(refusal).toMatchObject({
      kind: 'invalid',
      code: 'unknown_environment_variable',
      message: 'Unknown environment variable: THROUGHLINE_HOEM.',
      hint: 'Did you mean THROUGHLINE_HOME?',
      fields: [{ field: 'THROUGHLINE_HOEM' }],
    });
    expect(refusal.allowed).toContain('THROUGHLINE_REDACT_PATTERNS');
  });

  it('is refused in config.json, with a suggestion', () => {
    expect(refusalOf({ file: { readOnly: true } })).toMatchObject({
      code: 'unknown_config_key',
      message: 'Unknown key in config.json: readOnly.',
      hint: 'Did you mean read_only?',
    });
  });

  it('is refused among the flags, with a suggestion', () => {
    expect(refusalOf({ flags: { prot: '1' } })).toMatchObject({
      code: 'unknown_flag',
      message: 'Unknown flag: --prot.',
      hint: 'Did you mean --port?',
    });
    expect(refusalOf({ flags: { read_only: true } }).hint).toBe('Did you mean --read-only?');
  });

  it('lists all names if none is similar', () => {
    const { hint, allowed } = refusalOf({ flags: { zebra: true } });
    expect(hint).toContain('--home, --store, --project');
    expect(allowed).toContain('--toolsets');
  });

  it('counts them when there are several, and names each', () => {
    const { message, fields } = refusalOf({ file: { colour: 1, shape: 2 } });
    expect(message).toBe('Unknown key in config.json: colour (and 1 more).');
    expect(fields?.map(({ field }) => field)).toEqual(['colour', 'shape']);
  });

  it('that is an option in the wrong place is refused with the right place', () => {
    expect(refusalOf({ file: { home: '/x' } })).toMatchObject({
      code: 'unknown_config_key',
      hint: 'home cannot be set here; use the flag --home or the environment variable THROUGHLINE_HOME.',
    });
    expect(refusalOf({ flags: { 'redact-patterns': 'x' } })).toMatchObject({
      code: 'unknown_flag',
      hint: expect.stringContaining(
        'the environment variable THROUGHLINE_REDACT_PATTERNS or the key in config.json',
      ),
    });
  });

  it('is not looked up on a prototype', () => {
    expect(refusalOf({ file: '{"__proto__": {"port": 1}}' }).code).toBe('unknown_config_key');
    expect(refusalOf({ file: { constructor: 1 } }).code).toBe('unknown_config_key');
    expect(refusalOf({ flags: { 'to-string': '1' } }).code).toBe('unknown_flag');
  });
});
