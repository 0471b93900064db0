import { caseScript } from './case-script.ts';
import type { CompletionNode } from './completion-data.ts';

/** Bash hands over `--flag=value` and `a:b` in three words; they are put together again. */
const GATHER = `  local current="" index glue=""
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
): string => `# Completion of throughline for bash. Load it with: source <(throughline completion bash)
_throughline() {
${GATHER}
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
