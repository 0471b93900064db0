import { describe, expect, expectTypeOf, it } from 'vitest';
import { loadLenientConfig } from '../../src/config/load-lenient-config.ts';
import type { Config } from '../../src/config/schema.ts';
import { inputOf, load, refusalOf } from './load.ts';

const WHOLE = {
  embedder: 'http',
  embedder_url: 'http://localhost:11434/v1',
  embedder_model: 'nomic-embed-text',
};

describe('an embedder', () => {
  it('is none by default', () => {
    expect(load()).toMatchObject({ embedder: 'none', embedderApi: 'openai', embedderTimeoutMs: 2_000 });
    expect(load().embedderUrl).toBeUndefined();
    expectTypeOf<Config['embedder']>().toEqualTypeOf<'none' | 'http'>();
    expectTypeOf<Config['embedderApi']>().toEqualTypeOf<'openai' | 'ollama'>();
  });

  it('is taken from the file and the environment, but not from flags', () => {
    expect(load({ file: WHOLE })).toMatchObject({ embedder: 'http', embedderModel: 'nomic-embed-text' });
    const env = { THROUGHLINE_EMBEDDER: 'none', THROUGHLINE_EMBEDDER_KEY_ENV: 'EMBEDDING_KEY' };
    expect(load({ file: WHOLE, env })).toMatchObject({ embedder: 'none', embedderKeyEnv: 'EMBEDDING_KEY' });
    expect(refusalOf({ flags: { embedder: 'http' } }).code).toBe('unknown_flag');
  });

  it.each([
    [{ embedder: 'http' }, 'embedder_url and embedder_model are not set'],
    [{ embedder: 'http', embedder_url: WHOLE.embedder_url }, 'embedder_model is not set'],
    [{ embedder: 'http', embedder_model: WHOLE.embedder_model }, 'embedder_url is not set'],
  ])('is refused without all that it needs: %j', (file, words) => {
    const refusal = refusalOf({ file });
    expect(refusal).toMatchObject({ kind: 'invalid', code: 'embedder_incomplete' });
    expect(refusal.message).toContain(words);
    expect(load({ file: { ...file, embedder: 'none' } }).embedder).toBe('none');
  });

  it('must be a known one', () => {
    expect(refusalOf({ file: { embedder: 'static' } })).toMatchObject({
      code: 'config_value_invalid',
      message: 'The key embedder in config.json must be none or http; it is "static".',
      allowed: ['none', 'http'],
    });
    expect(refusalOf({ file: { ...WHOLE, embedder_api: 'soap' } }).allowed).toEqual(['openai', 'ollama']);
  });

  it.each([
    'localhost:11434',
    'file:///etc/passwd',
    'ftp://host/v1',
    'http://',
    'http://user:word@host/v1',
    'http://host/v1?key=1',
    'http://host/v1#x',
    'http://ho st/',
  ])('is at an http or https URL: %s is refused', (embedder_url) => {
    expect(refusalOf({ file: { ...WHOLE, embedder_url } }).code).toBe('config_value_invalid');
  });

  it.each(['https://api.example.com/v1', 'http://127.0.0.1:8080', 'http://[::1]:11434/', 'HTTP://host/a/b/'])(
    'is at an http or https URL: %s is taken',
    (embedder_url) => {
      expect(load({ file: { ...WHOLE, embedder_url } }).embedderUrl).toBe(embedder_url);
    },
  );

  it.each(['sk-abc123', 'a b', '1KEY', '$KEY'])(
    'has the name of a variable, not a key: %s is refused',
    (name) => {
      expect(refusalOf({ file: { ...WHOLE, embedder_key_env: name } }).code).toBe('config_value_invalid');
    },
  );

  it('is checked as a whole when config.json is checked key by key', () => {
    expect(loadLenientConfig(inputOf({ file: WHOLE }))).toMatchObject({
      config: { embedder: 'http' },
      keyCount: 3,
      problems: [],
    });
    const { config, problems } = loadLenientConfig(inputOf({ file: { port: 1, embedder: 'http' } }));
    expect(config).toMatchObject({ embedder: 'none', port: 1 });
    expect(problems).toMatchObject([{ message: expect.stringContaining('embedder_url') }]);
  });
});
