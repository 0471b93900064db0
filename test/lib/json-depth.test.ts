import { describe, expect, it } from 'vitest';
import { parseCampaignFile } from '../../src/campaign/app/import/parse-campaign-file.ts';
import { claudeCode } from '../../src/clients/claude-code/index.ts';
import { parseLine } from '../../src/clients/claude-code/transcript.ts';
import { parseSettings } from '../../src/clients/shared/jsonc/settings-text.ts';
import { findJsonError, readConfigFile } from '../../src/config/read-config-file.ts';
import { isTooDeep, JsonTooDeepError, MAX_JSON_DEPTH, parseJson } from '../../src/lib/json-depth.ts';
import { nested } from '../support/nested-json.ts';

const DEPTHS = [5_000, 100_000];

describe('the depth of JSON', () => {
  it(`is accepted up to ${MAX_JSON_DEPTH} levels`, () => {
    for (const text of ['1', 'null', '[]', '{}', nested(1), nested(MAX_JSON_DEPTH)])
      expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is refused one level deeper, however deep, and however wide the level above', () => {
    for (const depth of [MAX_JSON_DEPTH + 1, ...DEPTHS]) {
      expect(isTooDeep(JSON.parse(nested(depth)))).toBe(true);
      expect(() => parseJson(nested(depth))).toThrow(JsonTooDeepError);
    }
    const wide = Array.from({ length: 100_000 }, () => [1]);
    expect(isTooDeep(wide)).toBe(false);
    expect(isTooDeep([...wide, JSON.parse(nested(5_000))])).toBe(true);
  });

  it.each(DEPTHS)('is refused with a clear error in every text that is parsed: %i levels', async (depth) => {
    const protocol = await claudeCode.hooks.protocol();
    const deep = nested(depth);
    const tooDeep = expect.stringContaining('is nested deeper than 100 levels');
    const refusals: readonly (readonly [() => unknown, string])[] = [
      [
        () => parseCampaignFile(`{"format":"throughline-campaign","campaign":${deep}}`),
        'campaign_file_invalid',
      ],
      [() => protocol.parse('stop', `{"session_id":"a","x":${deep}}`), 'hook_input_invalid'],
      [() => readConfigFile('/c.json', () => `{"x":${deep}}`), 'config_unreadable'],
    ];
    for (const [parse, code] of refusals)
      expect(parse).toThrow(expect.objectContaining({ kind: 'invalid', code, message: tooDeep }));
  });

  it.each(DEPTHS)(
    'overflows nothing where the text is broken as well, or only skipped: %i levels',
    (depth) => {
      const open = '['.repeat(depth);
      expect(findJsonError(open)).toBe(MAX_JSON_DEPTH + 1);
      expect(() => readConfigFile('/c.json', () => open)).toThrow(
        expect.objectContaining({ code: 'config_unreadable' }),
      );
      expect(() => parseSettings('/s.json', `{"x":${nested(depth)}}`)).toThrow(
        expect.objectContaining({ code: 'settings_too_deep' }),
      );
      expect(parseLine(`{"type":"user","message":{"content":${nested(depth)}}}`, 1)).toEqual([]);
    },
  );
});
