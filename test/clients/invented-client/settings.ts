import { join } from 'node:path';
import {
  type ClientPlace,
  type FindConnected,
  type ListParts,
  type ListSnippets,
  SCOPES,
  type Scope,
} from '../../../src/app/ports/client-settings.ts';
import {
  inHome,
  inProject,
  locateFile,
  programStart,
  serverStart,
  tomlSnippet,
} from '../../../src/clients/shared/snippet.ts';
import { EVENTS } from './events.ts';

/** A file of lines `event = command`, which is no JSON. */
const hooksFile = ({ homeDir, projectDir }: ClientPlace, scope: Scope) =>
  join(scope === 'user' ? homeDir : projectDir, '.quill', 'hooks.conf');

const lineOf = (place: ClientPlace, scope: Scope, [native, event]: readonly [string, string]) => {
  const { command, args } = programStart(place, scope, ['hook', 'quill', event]);
  return `${native} = ${[command, ...args].join(' ')}`;
};

const OWN = /^(talk\.[a-z]+) = (.*hook quill [a-z-]+.*)$/;
/** It stands before our lines, so that a file that ends without a newline can be restored to the byte. */
const MARK = '\n# throughline\n';

const without = (text: string) => {
  const at = text.indexOf(MARK);
  if (at === -1) return text;
  const lines = text.slice(at + MARK.length).split('\n');
  const rest = lines.slice(lines.findLastIndex((line) => OWN.test(line)) + 1);
  return text.slice(0, at) + rest.join('\n');
};

export const listParts: ListParts = (place, scope) => {
  const path = hooksFile(place, scope);
  return [
    {
      path,
      what: 'hooks',
      isShared: scope === 'project',
      isLocked: false,
      add: (text) => {
        const lines = Object.entries(EVENTS).map((entry) => `${lineOf(place, scope, entry)}\n`);
        return { text: `${without(text)}${MARK}${lines.join('')}`, made: [], notice: null };
      },
      remove: without,
    },
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const paths = (scope === 'user' ? inHome : inProject)('.quill', 'servers.toml');
  return [tomlSnippet(locateFile(paths, place), serverStart(place, scope))];
};

function hooksIn(path: string, text: string, scope: Scope) {
  const own = text.split('\n').flatMap((line) => {
    const [, native, command] = OWN.exec(line) ?? [];
    return native === undefined || command === undefined ? [] : [{ native, command }];
  });
  const [first] = own;
  if (first === undefined) return null;
  const [command = '', ...args] = first.command.split(' ');
  const natives = own.map(({ native }) => native);
  return {
    path,
    events: natives,
    missing: Object.keys(EVENTS).filter((native) => !natives.includes(native)),
    offBecause: null,
    caution: null,
    start: scope === 'project' ? null : { command, args: args.with(-1, 'check'), env: {} },
  };
}

export const findConnected: FindConnected = (place, read) =>
  SCOPES.map((scope) => {
    const path = hooksFile(place, scope);
    let text = '';
    try {
      text = read(path) ?? '';
    } catch {
      // None of our entries runs from a file that cannot be read.
    }
    return { scope, hooks: hooksIn(path, text, scope), server: null, hasPlugin: false };
  });
