/** Files of instructions as people have them. */
export const MARKDOWN_TEXTS: Readonly<Record<string, string>> = {
  'no text': '',
  'one line feed': '\n',
  'a heading': '# Rules\n\nUse tabs.\n',
  'no newline at the end': '# Rules\n\nUse tabs.',
  'blank lines at the end': '# Rules\n\n\n\n',
  CRLF: '# Rules\r\n\r\nUse tabs.\r\n',
  'CRLF and no newline at the end': '# Rules\r\n\r\nUse tabs.',
  'a byte order mark': '\uFEFF# Rules\n',
  'a mark and nothing else': '\uFEFF',
  'a carriage return at the end': 'Use tabs.\r',
  'mixed line ends': 'One\r\ntwo\nthree\n',
  'spaces at the end': '# Rules\n   ',
  'a comment of another program': '<!-- begin -->\nTheirs\n<!-- end -->\n',
  'our words': 'We use throughline: call throughline mcp.\n',
  'dollar signs': 'Set $PATH to $& and $1.\n',
  'another alphabet': '# 規則\n\nタブを使う。\n',
};
