import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { globalFlags } from '../../src/cli/flags.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { ALL_COMMANDS, COMMANDS } from '../../src/main/command-list.ts';
import { ROOT } from '../support/program.ts';

const FOLDERS = [join(ROOT, 'src', 'cli', 'commands'), join(ROOT, 'src', 'campaign', 'cli', 'commands')];
/** The commands that each file defines. */
const commandsByFile = () => {
  const names = ALL_COMMANDS.map(({ name }) => name);
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file !== 'index.ts')
      .map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const defined = [...text.matchAll(/^ +name: '([a-z -]+)',$/gm)].map(([, name = '']) => name);
        return { file, commands: defined.filter((name) => names.includes(name)) };
      }),
  );
};

/** As a shell would split it: words, and what stands in double quotes. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** The part of an example that is ours: what stands after the pipe, or inside <( ). */
const ownPart = (example: string) =>
  /(?:^|[|(] *)throughline ([^|)]*)/.exec(example)?.[1]?.trim() ??
  example.slice(example.indexOf('throughline ') + 12);

describe('the definitions', () => {
  it('have each command in one file, which is named after one of its commands or their first word', () => {
    const files = commandsByFile();
    const defined = files.flatMap(({ commands }) => commands);
    const expected = ALL_COMMANDS.map(({ name }) => name).filter((name) => name !== 'help');
    expect(defined.sort()).toEqual(expected.sort());
    const isNamedAfter = (file: string, name: string) =>
      [name.replaceAll(' ', '-'), name.split(' ')[0]].includes(file.replace(/\.ts$/, ''));
    const misnamed = files.filter(({ file, commands }) => !commands.some((name) => isNamedAfter(file, name)));
    expect(misnamed).toEqual([]);
  });

  it('have names and aliases that are taken once, of one or two words', () => {
    const names = ALL_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(?:[ -][a-z]+)?$/.test(name))).toEqual([]);
    const firsts = names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? '');
    expect(firsts.filter((first) => names.includes(first))).toEqual([]);
  });

  it('have flags that take a value everywhere or nowhere, because flags may come before the command', () => {
    const all = [...globalFlags(), ...ALL_COMMANDS.flatMap(({ flags }) => flags)];
    const values = new Map<string, Set<boolean>>();
    for (const { name, value } of all) {
      values.set(name, (values.get(name) ?? new Set()).add(value !== undefined));
    }
    expect([...values].filter(([, kinds]) => kinds.size > 1).map(([name]) => name)).toEqual([]);
  });

  it('use no name of a setting or of a common flag for a flag of their own', () => {
    const taken = globalFlags().map(({ name }) => name);
    const own = ALL_COMMANDS.flatMap(({ flags }) => flags.map(({ name }) => name));
    expect(own.filter((name) => taken.includes(name))).toEqual([]);
  });

  it('have only their last argument repeatable, and none needed after one that is not', () => {
    for (const { name, positionals = [] } of ALL_COMMANDS) {
      expect(
        positionals.slice(0, -1).some(({ isRepeatable }) => isRepeatable),
        name,
      ).toBe(false);
      const optional = positionals.map(({ isOptional }) => isOptional === true);
      expect(optional, name).toEqual(optional.toSorted((a, b) => Number(a) - Number(b)));
    }
  });

  it.each(ALL_COMMANDS.map((command) => [command.name, command] as const))(
    '%s has a sentence, and examples that parse',
    (name, { summary, examples, effect }) => {
      expect(summary).toMatch(/^[A-Z].*\.$|…$/);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        if (effect === 'serve' && !example.startsWith('throughline')) continue;
        const line = parseCommandLine(wordsOf(ownPart(example)), ALL_COMMANDS);
        if (name === 'help') expect(line).toMatchObject({ about: 'help' });
        else expect(line, example).toMatchObject({ command: { name } });
        if (!('about' in line)) {
          COMMANDS.find((one) => one.name === name)?.parse(line.flags, line.words);
        }
      }
    },
  );
});
