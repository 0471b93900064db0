import { type ConfigInput, loadConfig } from '../../src/config/load-config.ts';
import { ThroughlineError } from '../../src/domain/error.ts';

export interface Given extends Partial<Omit<ConfigInput, 'readFile'>> {
  /** The content of config.json; an object is written as JSON. */
  readonly file?: unknown;
}

export const inputOf = ({ file, ...given }: Given): ConfigInput => ({
  flags: {},
  env: {},
  homeDir: '/home/ada',
  cwd: '/work/here',
  readFile: (path) => {
    if (!path.endsWith('/config.json')) throw new Error(`asked for ${path}`);
    return typeof file === 'object' && file !== null ? JSON.stringify(file) : (file as string | undefined);
  },
  ...given,
});

export const load = (given: Given = {}) => loadConfig(inputOf(given));

export function refusalOf(given: Given): ThroughlineError {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}
