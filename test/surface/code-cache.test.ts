import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/program.ts';
import { place } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SPY = `
const vm = require('node:vm');
const { Script } = vm;
vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    if (options.cachedData) process.stderr.write('rejected: ' + this.cachedDataRejected + '\\n');
  }
};`;

describe('the code cache', () => {
  it.each([['mcp'], ['session', 'list']])(
    'is taken by %s: half of a start is compiling otherwise',
    (...words) => {
      const { home, project } = place();
      const spy = join(tempFolder(), 'spy.cjs');
      writeFileSync(spy, SPY);
      const { stderr } = spawnSync(process.execPath, ['--require', spy, PROGRAM, ...words], {
        cwd: project,
        env: { PATH: process.env.PATH, THROUGHLINE_HOME: home },
        input: '',
        encoding: 'utf8',
      });
      expect(stderr).toContain('rejected: false');
      expect(stderr).not.toContain('rejected: true');
    },
  );
});
