import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPresent } from '../../src/app/clients/plan-changes.ts';
import { PLACE } from './client-place.ts';

const quill = { paths: () => ['/home/ada/.quill'], programs: ['quill'] };
const withFiles =
  (...files: string[]) =>
  (path: string) =>
    files.includes(path);

describe('a client is on the machine', () => {
  it('if it left a folder, or its program is on the PATH', () => {
    const place = { ...PLACE, env: { PATH: ['/usr/bin', '/opt/bin'].join(delimiter) } };
    expect(isPresent(quill, place, withFiles('/home/ada/.quill'))).toBe(true);
    expect(isPresent(quill, place, withFiles('/opt/bin/quill'))).toBe(true);
    expect(isPresent(quill, place, withFiles('/elsewhere/quill', 'quill'))).toBe(false);
    expect(isPresent(quill, PLACE, withFiles('quill', '/quill'))).toBe(false);
    expect(isPresent({ paths: () => [] }, place, () => true)).toBe(false);
  });

  it('on Windows by the programs that can be started there', () => {
    const place = { ...PLACE, platform: 'windows' as const, env: { Path: '/bin' } };
    expect(isPresent(quill, place, withFiles('/bin/quill.cmd'))).toBe(true);
    expect(isPresent(quill, place, withFiles('/bin/quill'))).toBe(false);
  });
});
