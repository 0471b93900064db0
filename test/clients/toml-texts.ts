/** TOML settings as people have them. Our server must fit into each, and come out of it again. */
export const TOML_TEXTS: Readonly<Record<string, string>> = {
  'one key': 'model = "gpt-5"\n',
  'no newline at the end': 'model = "gpt-5"',
  'nothing at all': '',
  'only a newline': '\n',
  'only spaces': '   ',
  'only a comment': '# settings\n',
  'a comment without a newline': '# settings',
  'empty lines at the end': 'model = "gpt-5"\n\n\n',
  CRLF: 'model = "gpt-5"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  'CRLF without the last': 'model = "gpt-5"\r\n[tui]\r\ntheme = "dark"',
  'a byte order mark': '\uFEFFmodel = "gpt-5"\n',
  'a byte order mark alone': '\uFEFF',
  comments:
    '# top\nmodel = "gpt-5" # why\n\n# about the table\n[tui] # here\n# inside\ntheme = "dark"\n# end\n',
  'tables and keys': 'a = 1\n[b]\nc = 2\n[b.d]\ne = [1, 2]\n',
  'lists of tables':
    '[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "echo"\n',
  'the same keys in every item of a list':
    '[[a]]\nb = 1\n[a.c]\nd = 1\n[[a]]\nb = 2\n[a.c]\nd = 2\n[[a.e]]\nf = 1\n[[a.e]]\nf = 2\n',
  'servers of others':
    '[mcp_servers.github]\ncommand = "gh"\nargs = ["mcp"]\n\n[mcp_servers.github.env]\nTOKEN = "x"\n',
  'a table of servers': '[mcp_servers]\ngithub = { command = "gh" }\n\n[tui]\ntheme = "dark"\n',
  'an empty table of servers': '[mcp_servers]\n',
  'dotted servers': 'mcp_servers.github.command = "gh"\nmcp_servers.github.args = []\n',
  'inline servers': 'mcp_servers = { github = { command = "gh", args = ["a"] } }\n',
  'inline servers in one line without spaces': 'mcp_servers={github={command="gh"}}',
  'no inline servers': 'mcp_servers = {}\nmodel = "x"\n',
  'no inline servers, with a space': 'mcp_servers = { }\n',
  'inline servers with a comma at the end': 'mcp_servers = { github = { command = "gh" }, }\n',
  'inline servers over lines': 'mcp_servers = {\n  github = { command = "gh" }, # mine\n}\n',
  'quoted keys': '[projects."/home/ada/my project"]\ntrust_level = "trusted"\n["a.b".c]\n\'d e\' = 1\n',
  'headers with spaces': '[ a . b ]\nc = 1\n  [ d ]\n  e = 2\n',
  'a name that begins like ours':
    '[mcp_servers.throughline-old]\ncommand = "x"\n[mcp_servers_throughline]\nx = 1\n',
  'a table that begins like ours': '[other.mcp_servers.throughline]\ncommand = "node"\n',
  'our lines in a string':
    'notes = """\n[mcp_servers.throughline]\ncommand = "node"\nargs = ["throughline", "mcp"]\n"""\n',
  'our lines in a literal string': "notes = '''\n[mcp_servers.throughline]\ncommand = 'x'\n'''\n",
  'our lines in comments': '# [mcp_servers.throughline]\n# command = "node"\nmodel = "x"\n',
  'strings of every kind':
    'a = "q\\"uo\\\\te # no comment"\nb = \'C:\\Users\\x\'\nc = """a ""quoted"" b"""\nd = """\\\n  e \\\n  f"""\ng = \'\'\'it\'\'s\'\'\'\n',
  'values of every kind':
    'a = 1_000\nb = -0.5e+3\nc = inf\nd = true\ne = 1979-05-27T07:32:00Z\nf = 1979-05-27 07:32:00\ng = 0xDEAD\n',
  'a list over lines': 'args = [ # first\n  "a", # one\n  "b", [1, 2], { x = "]" },\n]\n',
  'indented keys': '[tui]\n\ttheme = "dark"\n\t[tui.keys]\n\t\tquit = "q"\n',
  emoji: '"größe" = "👩‍👩‍👧 \\u00e9 \\U0001F600"\n# 日本語\n',
  'tabs around signs': 'a\t=\t1\t# c\n[\tb\t]\t# d\n',
  'an empty string': 'a = \'\'\nb = ""\nc = \'\'\'\'\'\'\nd = """"""\n',
  'very many tables': Array.from({ length: 400 }, (_, index) => `[t${index}]\nx = ${index}\n`).join('\n'),
};
