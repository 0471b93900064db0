import type { FlagSpec } from '../define-command.ts';
import { type CompletionNode, takesPath, valueFlags } from './completion-nodes.ts';

type Entry = (word: string, description: string) => string;

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
 * The part that bash and zsh share. It reads `typed`, the words before the cursor, and `current`, the one at it; it sets
 * `entries` and `switches`, and where `flag` waits for its value, `choices` or `takes_path`.
 */
const caseScript = (
  nodes: readonly CompletionNode[],
  entry: Entry,
) => `  local place="" word flag="" takes_path=""
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

/** Bash splits `--flag=value` and `a:b` into three words; this joins them again. */
const JOIN_SPLIT_WORDS = `  local current="" index glue=""
  local -a typed=()
  for ((index = 1; index <= COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      [=:]*) glue=1; current+="\${COMP_WORDS[index]}" ;;
      *)
        if [[ -n $glue || $index == 1 ]]; then current+="\${COMP_WORDS[index]}"
        else typed+=("$current"); current="\${COMP_WORDS[index]}"; fi
        glue=""
        ;;
    esac
  done`;

export const bashCompletion = (
  nodes: readonly CompletionNode[],
) => `# Completion of throughline for bash. Load it with: source <(throughline completion bash)
_throughline() {
${JOIN_SPLIT_WORDS}
${caseScript(nodes, (word) => word)}
  local IFS=$'\\n'
  local -a offered=("\${entries[@]}")
  if [[ -n $flag ]]; then offered=("\${choices[@]}")
  elif [[ $current == -* ]]; then offered=("\${switches[@]}"); fi
  COMPREPLY=($(compgen -W "\${offered[*]}" -- "$current"))
  if [[ -n $takes_path ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _throughline throughline`;

/** In single quotes; the description follows the first colon. */
const entry = (word: string, description: string) => `'${`${word}:${description}`.replaceAll("'", "'\\''")}'`;

export const zshCompletion = (nodes: readonly CompletionNode[]): string => `#compdef throughline
# Completion of throughline for zsh. Load it after compinit with: source <(throughline completion zsh)
_throughline() {
  local current="\${words[CURRENT]}"
  local -a typed=("\${(@)words[2,CURRENT-1]}")
${caseScript(nodes, entry)}
  if [[ -n $flag ]]; then
    compset -P '--*='
    if [[ -n $takes_path ]]; then _files; else compadd -a choices; fi
  elif [[ $current == -* ]]; then _describe -o 'flag' switches
  else _describe 'command' entries; fi
}
if [[ "\${funcstack[1]}" == _throughline ]]; then _throughline "$@"; else compdef _throughline throughline; fi`;
