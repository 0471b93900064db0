import type { FlagSpec, ServingCommand } from './define-command.ts';
import { subcommandsOf } from './find-command.ts';

interface CompletionNode {
  readonly path: string;
  readonly words: readonly (readonly [string, string])[];
  readonly flags: readonly FlagSpec[];
}

const firstWord = (name: string) => name.split(' ')[0] ?? '';

function rootNode(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode {
  const words = commands.flatMap(({ name, aliases = [], summary }): [string, string][] => {
    const first = firstWord(name);
    const subcommands = subcommandsOf(commands, first).map((one) => one.name.slice(first.length + 1));
    return [
      [first, first === name ? summary : subcommands.join(', ')],
      ...aliases.map((alias): [string, string] => [alias, summary]),
    ];
  });
  return { path: '', words: [...new Map(words)], flags };
}

function groupNodes(commands: readonly ServingCommand[], flags: readonly FlagSpec[]): CompletionNode[] {
  const names = new Set(commands.map(({ name }) => firstWord(name)));
  return [...names].flatMap((path) => {
    const words = subcommandsOf(commands, path).map(({ name, summary }): [string, string] => [
      name.slice(path.length + 1),
      summary,
    ]);
    return words.length === 0 ? [] : [{ path, flags, words }];
  });
}

const commandNodes = (command: ServingCommand, shared: readonly FlagSpec[]): CompletionNode[] => {
  const { choices = [], choicesAfter = {} } = command.positionals?.[0] ?? {};
  const flags = [...command.flags, ...shared];
  const node = (path: string, offered: readonly string[]): CompletionNode => ({
    path,
    words: offered.map((choice): [string, string] => [choice, '']),
    flags,
  });
  return [command.name, ...(command.aliases ?? [])].flatMap((path) => [
    node(path, choices),
    ...Object.entries(choicesAfter).map(([choice, next]) => node(`${path} ${choice}`, next)),
  ]);
};

const inHelp = ({ path, words, flags }: CompletionNode): CompletionNode => ({
  path: `help ${path}`.trimEnd(),
  words,
  flags,
});

export function completionNodes(commands: readonly ServingCommand[], shared: readonly FlagSpec[]) {
  const ways = [rootNode(commands, shared), ...groupNodes(commands, shared)];
  const others = commands.filter(({ name }) => name !== 'help');
  return [...ways, ...ways.map(inHelp), ...others.flatMap((command) => commandNodes(command, shared))];
}

const valueFlags = (nodes: readonly CompletionNode[]): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ flags }) =>
      flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
    ),
  ),
];

const takesPath = ({ value }: FlagSpec): boolean => value === 'PATH';

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
