import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTemporaryInstall, stableNodePath } from '../../src/main/client-place.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('a Node of Homebrew is named by the link that stays when the next version comes', () => {
  const brew = tempFolder();
  const node = join(brew, 'Cellar', 'node@20', '20.1.0', 'bin', 'node');
  mkdirSync(join(node, '..'), { recursive: true });
  writeFileSync(node, '');
  expect(stableNodePath(node)).toBe(node);
  mkdirSync(join(brew, 'opt'));
  symlinkSync('../Cellar/node@20/20.1.0', join(brew, 'opt', 'node@20'));
  expect(stableNodePath(node)).toBe(join(brew, 'opt', 'node@20', 'bin', 'node'));
  expect(stableNodePath('/usr/bin/node')).toBe('/usr/bin/node');
});

it('recognizes a program that npx runs by its path', () => {
  expect(isTemporaryInstall('/home/ada/.npm/_npx/0a1b/node_modules/throughline/dist/bin.js')).toBe(true);
  expect(isTemporaryInstall('C:\\Users\\ada\\AppData\\npm-cache\\_npx\\0a1b\\dist\\bin.js')).toBe(true);
  expect(isTemporaryInstall('/usr/lib/node_modules/throughline/dist/bin.js')).toBe(false);
});
