import { expect, it } from 'vitest';
import { Stopper } from '../../src/lib/stopper.ts';

it('calls each listener once, except those that were removed', () => {
  const stopper = new Stopper();
  const called: string[] = [];
  const removed = () => called.push('removed');
  stopper.signal.addEventListener('abort', () => called.push('first'));
  stopper.signal.addEventListener('abort', removed);
  stopper.signal.addEventListener('abort', () => called.push('second'));
  stopper.signal.removeEventListener('abort', removed);
  expect(stopper.signal.aborted).toBe(false);
  stopper.abort();
  stopper.abort();
  expect(stopper.signal.aborted).toBe(true);
  expect(called).toEqual(['first', 'second']);
});
