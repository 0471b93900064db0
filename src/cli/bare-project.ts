const SCOPED = ['install', 'uninstall', 'print-config'];

/** `install CLIENT --project`, without a name after it, means this project's own settings: --scope project. */
export function withBareProject(argv: readonly string[]): readonly string[] {
  if (!SCOPED.includes(argv[0] ?? '')) return argv;
  return argv.flatMap((word, index) => {
    const next = argv[index + 1];
    const isBare = word === '--project' && (next === undefined || next.startsWith('-'));
    return isBare ? ['--scope', 'project'] : [word];
  });
}
