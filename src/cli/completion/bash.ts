import { type CompletionNode, valueFlags } from './completion-data.ts';

/** The path and whatever words follow it. */
const pattern = (path: string) => (path === '' ? '""' : `"${path}"|"${path} "*`);

const nodeCase = ({ path, words, flags }: CompletionNode): string => {
  const choices = flags
    .filter((flag) => flag.choices !== undefined)
    .map((flag) => `          --${flag.name}) values="${flag.choices?.join(' ')}" ;;`);
  return [
    `    ${pattern(path)})`,
    `      words="${words.map(([word]) => word).join(' ')}"`,
    `      flags="${flags.map(({ name }) => `--${name}`).join(' ')}"`,
    ...(choices.length === 0 ? [] : ['        case "$before" in', ...choices, '        esac']),
    '      ;;',
  ].join('\n');
};

export const bashCompletion = (
  nodes: readonly CompletionNode[],
): string => `# Completion of throughline for bash. Load it with: source <(throughline completion bash)
_throughline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local place="" word skips="" words="" flags="" values="" takes="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ -n $skips ]]; then skips=""; continue; fi
    case "$word" in
      ${valueFlags(nodes).join('|')}) skips=1 ;;
      -*) ;;
      *) place="\${place:+$place }$word" ;;
    esac
  done
  takes="$skips"
  case "$place" in
${[...nodes]
  .sort((a, b) => b.path.length - a.path.length)
  .map(nodeCase)
  .join('\n')}
  esac
  if [[ -n $takes ]]; then
    if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
    else COMPREPLY=($(compgen -f -- "$current")); fi
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -F _throughline throughline`;
