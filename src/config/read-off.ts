import { join } from 'node:path';
import type { ListOption, Option } from './option.ts';
import { parseList } from './parse-list.ts';
import { type ReadFile, readConfigFile } from './read-config-file.ts';
import { options } from './schema.ts';

const isOffOption = (option: Option): option is ListOption => option.name === 'off';

/** The list of what is switched off, from config.json alone, whatever else stands there. */
export function readOff(home: string, homeDir: string, readFile: ReadFile): readonly string[] {
  const given = readConfigFile(join(home, 'config.json'), readFile).get('off');
  const option = (options as readonly Option[]).find(isOffOption);
  if (given === undefined || option === undefined) return [];
  return parseList(option, given, { place: 'file', label: 'key off in config.json', base: home, homeDir });
}
