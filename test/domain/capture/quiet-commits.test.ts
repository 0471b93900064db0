import { describe, expect, it } from 'vitest';
import { branchesPushed } from '../../../src/domain/capture/command.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const hashesOf = (talk: Talk) => talk.digest().commits.map(({ hash }) => hash);
const begun = () => converse('main').person('read the tides').writes('tide.ts');
const quietly = (talk: Talk) => talk.runs("git commit -qam 'Read the tides'");

describe('a commit that git did not report', () => {
  it.each([
    ['Committed as `4d5e6f7`.', '4d5e6f7'],
    ['Committed 4d5e6f7 with the tides.', '4d5e6f7'],
    ['Committed on top of `4d5e6f7`.', ''],
    ['Committed, and nothing else changed since 4d5e6f7 but that.', ''],
    ['The branch is at **4d5e6f7** now.', '4d5e6f7'],
    ['Committed on 4d5e6f7, as you said.', ''],
    ['It was so before `4d5e6f7`.', ''],
    ['Committed, the branch comes from `4d5e6f7`.', ''],
    ['Está hecho, sobre `4d5e6f7`.', ''],
    ['Auf `4d5e6f7` committet.', ''],
    ['Committed as 4d5e6f7, on top of `9a8b7c6`.', '4d5e6f7'],
    ['The format is `4d5e6f7`.', '4d5e6f7'],
  ])('has the hash that its report names, unless that is behind another word: %s', (said, hash) => {
    expect(hashesOf(quietly(begun()).agent(said))).toEqual([hash]);
  });

  it('has no hash of another commit', () => {
    const talk = begun().runs('git commit -am Tides', '[main 4d5e6f71] Tides\n 1 file changed');
    quietly(talk.agent('The tides are committed.').person('and the moon').writes('moon.ts'));
    expect(hashesOf(talk.agent('The moon is behind `4d5e6f7`.'))).toEqual(['4d5e6f71', '']);
  });
});

describe('a commit that was amended quietly by the command that made it', () => {
  const MADE = '[main 4d5e6f7] Read the tides\n 1 file changed';
  const amends = (options: string, log: string) =>
    hashesOf(
      begun().runs(
        `git commit -am "Read the tides" && git commit ${options}--amend --no-edit; git log --oneline -1`,
        `${MADE}${log}`,
      ),
    );

  it('has the hash that the log shows, or none', () => {
    expect(amends('-q ', '\n9a8b7c6 (HEAD -> main) Read the tides')).toEqual(['9a8b7c6']);
    expect(amends('-q ', '\n9a8b7c6 Something else')).toEqual(['']);
    expect(amends('-q ', '')).toEqual(['']);
  });

  it('has the hash that git reported if nothing was amended quietly', () => {
    const text = 'git commit -am "Read the tides"; git commit -q --dry-run; git log --oneline -1';
    expect(hashesOf(begun().runs(text, `${MADE}\n9a8b7c6 Read the tides`))).toEqual(['4d5e6f7']);
  });
});

describe('a push of several branches', () => {
  const OUTPUT = [
    'To example.org:almanac.git',
    '   1111111..2222222  main -> main',
    ' * [new branch]      moon -> moon',
    ' ! [rejected]        tides -> tides (fetch first)',
    '!\trefs/heads/stars -> refs/heads/stars [remote rejected]',
  ].join('\n');

  it('takes none that was rejected', () => {
    expect(branchesPushed(OUTPUT)).toEqual(['main', 'main', 'moon', 'moon']);
  });
});
