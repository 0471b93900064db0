import { describe, expect, expectTypeOf, it } from 'vitest';
import { describeOption, propertyName } from '../../src/config/option.ts';
import { type Config, options, type Toolset } from '../../src/config/schema.ts';
import { load } from './load.ts';

describe('the schema', () => {
  it('gives the config its types', () => {
    expectTypeOf<Config['home']>().toEqualTypeOf<string>();
    expectTypeOf<Config['project']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Config['readOnly']>().toEqualTypeOf<boolean>();
    expectTypeOf<Config['toolsets']>().toEqualTypeOf<readonly Toolset[]>();
    expectTypeOf<Config['redactPatterns']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Config['lostAfterMinutesWithHooks']>().toEqualTypeOf<number>();
  });

  it('has one property in the config for each option', () => {
    expect(Object.keys(load())).toEqual(options.map(propertyName));
    expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
  });

  it('describes each in whole sentences', () => {
    for (const { description } of options) expect(description).toMatch(/^[A-Z].*[^.]\.$/);
  });

  it('accepts its own defaults', () => {
    for (const row of options.map(describeOption)) {
      if (row.flag === undefined || row.default === 'none') continue;
      const value = row.default.replace('<home>', '/home/ada/.throughline');
      expect(load({ flags: { [row.flag.slice(2)]: value } }), row.name).toEqual(load());
    }
  });
});

describe('describeOption', () => {
  const row = (name: string) => options.map(describeOption).find((candidate) => candidate.name === name);

  it('gives a row for each option, in order', () => {
    expect(options.map(describeOption).map(({ name }) => name)).toEqual(options.map(({ name }) => name));
  });

  it('has names, bounds and default', () => {
    expect(row('lost_after_hours')).toEqual({
      name: 'lost_after_hours',
      type: 'number',
      bounds: 'a number above 0 and at most 87600',
      allowed: undefined,
      default: '12',
      description: 'Hours without activity after which a session without hooks counts as lost.',
      flag: '--lost-after-hours',
      env: 'THROUGHLINE_LOST_AFTER_HOURS',
      key: 'lost_after_hours',
    });
    expect(row('toolsets')).toMatchObject({
      default: 'session,memory,capture',
      allowed: expect.arrayContaining(['compat']),
    });
    expect(row('project')).toMatchObject({ default: 'none' });
  });

  it('leaves out the places that do not accept it', () => {
    expect(row('home')).toMatchObject({ flag: '--home', env: 'THROUGHLINE_HOME', key: undefined });
    expect(row('redact_patterns')).toMatchObject({ flag: undefined, key: 'redact_patterns' });
  });
});
