import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockPart } from '../../src/clients/shared/marked-block.ts';
import { AGENT_INSTRUCTIONS } from '../../src/mcp/agent-instructions.ts';
import { sandbox } from './settings-sandbox.ts';

const FILE = { path: '/home/ada/lantern/AGENTS.md', isShared: true };
const part = blockPart(FILE, AGENT_INSTRUCTIONS);

describe('a marked block', () => {
  it('is added once to any text, and its removal restores the bytes', () => {
    const anyText = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('\n', '\r\n', '\r', '\uFEFF', '# Rules')))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: after } = part.add(text);
        expect(part.add(after).text).toBe(after);
        expect(part.remove(after, null)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is updated in place, and keeps what a person wrote around it', () => {
    const old = blockPart(FILE, 'Older words').add('# Rules\n').text;
    const edited = `${old}\n# More rules\n`;
    const { text } = part.add(edited);
    expect(text).not.toContain('Older words');
    expect(text.indexOf('# Rules')).toBeLessThan(text.indexOf(AGENT_INSTRUCTIONS));
    expect(text.indexOf('# More rules')).toBeGreaterThan(text.indexOf(AGENT_INSTRUCTIONS));
    expect(part.remove(text, null)).toBe('# Rules\n\n# More rules\n');
  });

  it('whose end is missing is left alone, with a notice', () => {
    const broken = '# Rules\n\n<!-- throughline:begin -->\nno end\n';
    expect(part.add(broken)).toMatchObject({
      text: broken,
      notice: expect.stringContaining('no end marker. It was not changed.'),
    });
    expect(part.remove(broken, null)).toBe(broken);
  });
});

describe('instructions in AGENTS.md', () => {
  it('go into the project, and are removed again', async () => {
    const here = sandbox();
    const file = `${here.projectDir}/AGENTS.md`;
    here.write(file, '# Rules\r\nUse tabs.');
    const services = here.services({ place: { instructions: AGENT_INSTRUCTIONS } });
    await (await services.planInstall('agents-md', 'project')).apply();
    expect(here.read(file)).toContain('call `start_session`');
    expect(here.read(file)).toContain('call `end_session`');
    expect(here.read(file)).not.toMatch(/[^\r]\n/);
    const files = here.listFiles();
    const again = await (await services.planInstall('agents-md', 'project')).apply();
    expect(again.map(({ action }) => action)).toEqual(['none']);
    expect(here.listFiles()).toEqual(files);
    await (await services.planUninstall('agents-md', 'project')).apply();
    expect(here.read(file)).toBe('# Rules\r\nUse tabs.');
    expect(here.listFiles()).toEqual(['lantern/AGENTS.md']);
  });

  it('are refused for a person, because agents read the file of a project', async () => {
    await expect(sandbox().services().planInstall('agents-md', 'user')).rejects.toMatchObject({
      code: 'scope_unknown',
    });
  });
});
