import type { FlagSpec } from '../define-command.ts';
import { type CompletionNode, valueFlags } from './completion-data.ts';

/** In single quotes; a colon would end the word that is described. */
const entry = (word: string, description: string) => `'${`${word}:${description}`.replaceAll("'", "'\\''")}'`;

const choicesCase = (flags: readonly FlagSpec[]): readonly string[] => {
  const chosen = flags.filter((flag) => flag.choices !== undefined);
  if (chosen.length === 0) return [];
  return [
    '      case "$before" in',
    ...chosen.map((flag) => `        --${flag.name}) choices=(${flag.choices?.join(' ')}) ;;`),
    '      esac',
  ];
};

const nodeCase = ({ path, words, flags }: CompletionNode): string =>
  [
    path === '' ? "    '')" : `    '${path}'|'${path} '*)`,
    `      entries=(${words.map(([word, text]) => entry(word, text)).join(' ')})`,
    `      options=(${flags.map(({ name, description }) => entry(`--${name}`, description)).join(' ')})`,
    ...choicesCase(flags),
    '      ;;',
  ].join('\n');

export const zshCompletion = (nodes: readonly CompletionNode[]): string => `#compdef throughline
# Completion of throughline for zsh. Load it with: source <(throughline completion zsh)
_throughline() {
  local place="" word skips="" before="\${words[CURRENT-1]}"
  local -a entries options choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $skips ]]; then skips=""; continue; fi
    case "$word" in
      ${valueFlags(nodes).join('|')}) skips=1 ;;
      -*) ;;
      *) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${[...nodes]
  .sort((a, b) => b.path.length - a.path.length)
  .map(nodeCase)
  .join('\n')}
  esac
  if [[ -n $skips ]]; then
    if (( \${#choices} )); then compadd -a choices; else _files; fi
  elif [[ "\${words[CURRENT]}" == -* ]]; then _describe 'flag' options
  else _describe 'command' entries; fi
}
if [[ "\${funcstack[1]}" == _throughline ]]; then _throughline "$@"; else compdef _throughline throughline; fi`;
