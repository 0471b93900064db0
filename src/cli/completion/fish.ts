import type { FlagSpec } from '../define-command.ts';
import { type CompletionNode, takesPath, valueFlags } from './completion-nodes.ts';

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** `is`: exactly at this position, where its words may follow. `in`: at it or anywhere behind it. */
const condition = (path: string, isExact: boolean) =>
  `-n ${quote(`__throughline_${isExact ? 'is' : 'in'} ${path === '' ? '""' : `"${path}"`}`)}`;

const valuePart = (flag: FlagSpec): readonly string[] => {
  if (flag.value === undefined) return [];
  if (takesPath(flag)) return ['-r -F'];
  return [`-x${flag.choices === undefined ? '' : ` -a ${quote(flag.choices.join(' '))}`}`];
};

const flagLine = (path: string, flag: FlagSpec): string =>
  [
    'complete -c throughline',
    condition(path, false),
    `-l ${flag.name}`,
    ...valuePart(flag),
    `-d ${quote(flag.description)}`,
  ].join(' ');

const nodeLines = ({ path, words, flags }: CompletionNode): readonly string[] => [
  ...words.map(
    ([word, text]) =>
      `complete -c throughline -f ${condition(path, true)} -a ${quote(word)} -d ${quote(text)}`,
  ),
  ...flags.map((flag) => flagLine(path, flag)),
];

export const fishCompletion = (
  nodes: readonly CompletionNode[],
) => `# Completion of throughline for fish. Load it with: throughline completion fish | source
function __throughline_place
    set -l place
    set -l skips 0
    for word in (commandline -opc)[2..-1]
        if test $skips = 1
            set skips 0
            continue
        end
        switch $word
            case ${valueFlags(nodes).join(' ')}
                set skips 1
            case '-*'
            case '*'
                set -a place $word
        end
    end
    string join ' ' -- $place
end
function __throughline_is
    set -l place (__throughline_place)
    test "$place" = "$argv[1]"
end
function __throughline_in
    set -l place (__throughline_place)
    test "$place" = "$argv[1]"; or string match -q -- "$argv[1] *" "$place"
end
complete -c throughline -f
${nodes.flatMap(nodeLines).join('\n')}`;
