/** The headings of the help, and which commands stand under each; by name, or by the first word of it. */
export const HELP_GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Where things stand', names: ['boot', 'loops', 'search', 'recall'] },
  { title: 'Say and keep', names: ['remember', 'note', 'checkpoint', 'resolve', 'forget'] },
  { title: 'Sessions and projects', names: ['session', 'project', 'capture'] },
  { title: 'Campaigns', names: ['campaign'] },
  {
    title: 'Agents',
    names: ['install', 'uninstall', 'print-config', 'mcp', 'serve', 'hook', 'tools', 'on', 'off'],
  },
];
