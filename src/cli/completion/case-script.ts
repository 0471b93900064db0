import type { FlagSpec } from '../define-command.ts';
import { type CompletionNode, takesPath, valueFlags } from './completion-data.ts';

/** How a shell writes something that may follow: alone, or with what it does. */
export type Entry = (word: string, description: string) => string;

const list = (pairs: CompletionNode['words'], entry: Entry) =>
  `(${pairs.map(([word, text]) => entry(word, text)).join(' ')})`;

function valueCases(flags: readonly FlagSpec[]): readonly string[] {
  const paths = flags.filter(takesPath).map(({ name }) => `--${name}`);
  return [
    '      case "$flag" in',
    ...flags.flatMap(({ name, choices }) =>
      choices === undefined ? [] : [`        --${name}) choices=(${choices.join(' ')}) ;;`],
    ),
    ...(paths.length === 0 ? [] : [`        ${paths.join('|')}) takes_path=1 ;;`]),
    '      esac',
  ];
}

const nodeCase = ({ path, words, flags }: CompletionNode, entry: Entry): string =>
  [
    path === '' ? "    '')" : `    '${path}'|'${path} '*)`,
    ...(words.length === 0 ? [] : [`      [[ $place == '${path}' ]] && entries=${list(words, entry)}`]),
    `      switches=${list(
      flags.map(({ name, description }) => [`--${name}`, description]),
      entry,
    )}`,
    ...valueCases(flags),
    '      ;;',
  ].join('\n');

/**
 * What bash and zsh write alike. It reads `typed`, the words before the cursor, and `current`, the one at it; it sets
 * `entries` and `switches`, and where `flag` waits for its value, `choices` or `takes_path`.
 */
export const caseScript = (
  nodes: readonly CompletionNode[],
  entry: Entry,
): string => `  local place="" word flag="" takes_path=""
  local -a entries switches choices
  for word in "\${typed[@]}"; do
    if [[ -n $flag ]]; then flag=""; continue; fi
    case "$word" in
      ${valueFlags(nodes).join('|')}) flag="$word" ;;
      -*) ;;
      *) place="\${place:+$place }$word" ;;
    esac
  done
  if [[ $current == --*=* ]]; then flag="\${current%%=*}"; current="\${current#*=}"; fi
  case "$place" in
${[...nodes]
  .sort((a, b) => b.path.length - a.path.length)
  .map((node) => nodeCase(node, entry))
  .join('\n')}
  esac`;
