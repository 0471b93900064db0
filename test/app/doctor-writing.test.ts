import { expect, it } from 'vitest';
import { checkHomeFolder } from '../../src/app/doctor/check-home-folder.ts';
import type { HomeFacts } from '../../src/app/doctor/home-facts.ts';

const SIGHT: HomeFacts = {
  place: { home: '/h', store: '/h/store.db' },
  now: '2026-01-05T09:00:00.000Z',
  store: { state: 'missing' },
  attached: [],
  leftovers: [],
  backups: [],
  drafts: [],
  paths: [],
  unwritable: undefined,
  freeBytes: 1e9,
};

const writing = (unwritable: HomeFacts['unwritable']) =>
  checkHomeFolder({ ...SIGHT, unwritable }).find(({ check }) => check === 'writing');

it('reports whether the store can be written, why not, and what to do', () => {
  expect(writing(undefined)).toMatchObject({ status: 'ok', fix: null });
  expect(writing({ path: '/h', why: 'read_only_disk' })).toMatchObject({
    status: 'error',
    found: '/h is on a file system that is mounted read-only, so no store can be created.',
    fix: expect.stringContaining('Mount it for writing'),
  });
  expect(writing({ path: '/h', why: 'not_permitted' })).toMatchObject({
    status: 'error',
    found: 'You cannot write to /h, so no store can be created.',
    fix: expect.stringContaining('chown'),
  });
});
