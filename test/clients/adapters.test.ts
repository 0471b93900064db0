import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { describeAdapterContract } from './adapter.contract.ts';
import { ADAPTER_EXAMPLES } from './adapter-examples.ts';

for (const adapter of CLIENTS.adapters)
  describeAdapterContract(adapter, ADAPTER_EXAMPLES[adapter.name] ?? {});

describe('the adapters together', () => {
  const names = CLIENTS.adapters.map(({ name }) => name);

  it('have names and titles of their own', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(CLIENTS.adapters.map(({ title }) => title)).size).toBe(names.length);
  });

  it('have one set of examples each, and there are no others', () => {
    expect(Object.keys(ADAPTER_EXAMPLES).toSorted()).toEqual(names.toSorted());
  });
});
