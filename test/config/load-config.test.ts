import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { load, refusalOf } from './load.ts';

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(load()).toEqual({
      home: '/home/ada/.throughline',
      store: '/home/ada/.throughline/store.db',
      project: undefined,
      toolsets: ['session', 'memory', 'capture'],
      readOnly: false,
      allowedRoots: [],
      workspace: 'local',
      host: '127.0.0.1',
      port: 4747,
      lostAfterHours: 12,
      lostAfterMinutesWithHooks: 30,
      staleCheckpointDays: 14,
      oldLoopDays: 14,
      contextWindowTokens: 200_000,
      redactPatterns: [],
      busyTimeoutMs: 30_000,
      gitTimeoutMs: 300,
      hookTimeoutMs: 1_800,
      captureDays: 90,
      captureMegabytes: 200,
      importedCaptureMegabytes: 500,
      dailyBackup: true,
      startMessage: true,
      embedder: 'none',
      embedderUrl: undefined,
      embedderModel: undefined,
      embedderApi: 'openai',
      embedderKeyEnv: undefined,
      embedderTimeoutMs: 2_000,
      off: [],
      identity: '/home/ada/.throughline/identity.md',
    });
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(load())).toBe(true);
  });

  it('prefers flags to the environment, then the file, then defaults', () => {
    const file = { port: 1, host: 'file.test', project: 'from-file' };
    const env = { THROUGHLINE_PORT: '2', THROUGHLINE_HOST: 'env.test' };
    const { port, host, project, workspace } = load({ flags: { port: '3' }, env, file });
    expect({ port, host, project, workspace }).toEqual({
      port: 3,
      host: 'env.test',
      project: 'from-file',
      workspace: 'local',
    });
  });

  it('refuses a wrong value even if another one overrides it', () => {
    expect(refusalOf({ flags: { port: '3' }, file: { port: 'x' } }).code).toBe('config_value_invalid');
  });

  it('looks for config.json in the configured home', () => {
    const asked: string[] = [];
    const readFile = (path: string) => {
      asked.push(path);
      return undefined;
    };
    const common = { homeDir: '/home/ada', cwd: '/work', readFile };
    loadConfig({ ...common, flags: {}, env: {} });
    loadConfig({ ...common, flags: {}, env: { THROUGHLINE_HOME: '/env' } });
    loadConfig({ ...common, flags: { home: '/flag' }, env: { THROUGHLINE_HOME: '/env' } });
    expect(asked).toEqual(['/home/ada/.throughline/config.json', '/env/config.json', '/flag/config.json']);
  });

  it('derives paths inside the home from the configured home', () => {
    expect(load({ env: { THROUGHLINE_HOME: '/data' } })).toMatchObject({
      home: '/data',
      store: '/data/store.db',
      identity: '/data/identity.md',
    });
  });

  it('treats an empty variable as not set', () => {
    const env = {
      THROUGHLINE_PORT: '',
      THROUGHLINE_PROJECT: '',
      THROUGHLINE_IDENTITY: '',
      THROUGHLINE_TOOLSETS: '',
    };
    expect(load({ env, file: { port: 5 } })).toEqual({ ...load(), port: 5 });
    expect(load({ env: { THROUGHLINE_PORT: undefined } })).toEqual(load());
  });

  it.each(['THROUGHLINE_HOME', 'THROUGHLINE_STORE'])(
    'refuses an empty %s: it would open another store',
    (name) => {
      for (const value of ['', '  ']) {
        expect(refusalOf({ env: { [name]: value } })).toMatchObject({
          kind: 'invalid',
          code: 'config_value_invalid',
          message: expect.stringContaining(`environment variable ${name}`),
        });
      }
    },
  );

  it('ignores variables without our prefix', () => {
    expect(
      load({ env: { PATH: '/bin', HOME: '/x', MY_THROUGHLINE_PORT: 'x', throughline_port: '9' } }),
    ).toEqual(load());
  });

  it('refuses without a home folder of the person', () => {
    expect(refusalOf({ homeDir: '' })).toMatchObject({
      code: 'config_value_invalid',
      hint: expect.stringContaining('THROUGHLINE_HOME'),
    });
    expect(load({ homeDir: '', flags: { home: '/data' } }).store).toBe('/data/store.db');
  });
});
