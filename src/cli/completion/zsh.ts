import { caseScript } from './case-script.ts';
import type { CompletionNode } from './completion-data.ts';

/** In single quotes; a colon ends the word that is described. */
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
