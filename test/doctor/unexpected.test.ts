import { expect, it } from 'vitest';
import { doctor } from '../../src/app/doctor/doctor.ts';
import { ok } from '../../src/app/doctor/finding.ts';
import type { DoctorDeps } from '../../src/app/doctor/home-facts.ts';
import { machineFacts } from '../../src/system/machine-facts.ts';

const stumbling = (): never => {
  throw new TypeError('nobody thought of this');
};

const PARTS: DoctorDeps = {
  place: { home: '/nowhere/home', store: '/nowhere/home/store.db' },
  machine: machineFacts,
  clock: { now: stumbling },
  store: {
    examine: stumbling,
    listBackups: () => [],
    listLeftovers: stumbling,
    repairInPlace: stumbling,
    recover: stumbling,
    removeDraft: stumbling,
  },
};

it('turns an unexpected error into a finding, and reports the other findings', () => {
  const report = doctor(PARTS, [ok('versions', 'as ever')], { isFull: false, isRepair: true });
  expect(report.status).toBe('error');
  expect(report.repairs).toMatchObject([{ check: 'repair', status: 'error' }]);
  expect(report.findings).toMatchObject([
    { check: 'versions', status: 'ok' },
    { check: 'home', status: 'error', found: expect.stringContaining('nobody thought of this') },
  ]);
});
