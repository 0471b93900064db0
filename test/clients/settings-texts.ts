/** Settings files as people have them. Ours must fit into each, and come out of it again. */
export const TEXTS: Readonly<Record<string, string>> = {
  'two spaces': '{\n  "model": "opus",\n  "env": {\n    "A": "1"\n  }\n}\n',
  'four spaces': '{\n    "model": "opus",\n    "env": {\n        "A": "1"\n    }\n}\n',
  tabs: '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  CRLF: '{\r\n  "model": "opus",\r\n  "env": {}\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "model": "opus"\n}\n',
  'a mark and CRLF': '\uFEFF{\r\n\t"model": "opus"\r\n}',
  'no newline at the end': '{\n  "model": "opus"\n}',
  minified: '{"model":"opus","env":{"A":"1"},"list":[1,2]}',
  'one spaced line': '{ "model": "opus", "env": { "A": "1" } }\n',
  'line comments': '{\n  // why\n  "model": "opus", // because\n  "env": {} // last\n  // the end\n}\n',
  'block comments': '/* top */ {\n  "model": /* in */ "opus" /* after */,\n  "a": 1 /* b */ }\n/* end */',
  'a comment in one line': '{"model":"opus" /* c */}',
  'a comment to the end of one line': '{"model":"opus" // c\n}',
  'trailing commas': '{\n  "model": "opus",\n  "list": [1, 2,],\n}\n',
  'a trailing comma and comments': '{\n  "model": "opus", // one\n  // two\n}\n',
  'a trailing comma in one line': '{"model":"opus",}',
  'commas first': '{\n    "model": "opus"\n  , "env": {}\n}\n',
  'no indentation': '{\n"model": "opus",\n"env": {\n"A": "1"\n}\n}\n',
  'only braces': '{}',
  'braces and a newline': '{}\n',
  'a comment alone in braces': '{\n  // nothing yet\n}\n',
  'nothing at all': '',
  'only a newline': '\n',
  'only a comment': '// settings\n',
  'keys twice': '{\n  "model": "opus",\n  "env": {},\n  "model": "haiku"\n}\n',
  emoji: '{\n  "größe": "👩‍👩‍👧 \\u00e9 \\ud83d\\ude00",\n  "日本": "語\\n"\n}\n',
  'numbers as they are written': '{\n  "a": 1.0,\n  "b": 1e5,\n  "c": 12345678901234567890\n}\n',
  'deep nesting': `{\n  "deep": ${'['.repeat(300)}${']'.repeat(300)}\n}\n`,
  'hooks of others': `{
  "hooks": {
    "SessionStart": [
      { "matcher": "startup", "hooks": [{ "type": "command", "command": "echo hi" }] },
      { "hooks": [{ "type": "command", "command": "date", "timeout": 3 }] }
    ],
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "guard" // never remove
          }
        ]
      }
    ]
  },
  "model": "opus"
}
`,
  'hooks of others, minified':
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}],"PreToolUse":[]},"model":"opus"}',
  'no hooks yet': '{\n  "hooks": {}\n}\n',
  'a list without hooks': '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus"\n}\n',
  'servers of others':
    '{\n  "numStartups": 4,\n  "mcpServers": {\n    "github": {\n      "command": "gh",\n      "env": { "TOKEN": "x" }\n    }\n  },\n  "projects": {}\n}',
  'blank lines between members': '{\n\n  "model": "opus",\n\n\n  "env": {}\n\n}\n\n\n',
  'spaces at the ends of lines': '{  \n  "model": "opus",\t\n  "env": {} \n} \n',
  'old line ends of a Mac': '{\r  "model": "opus"\r}\r',
  'mixed line ends': '{\r\n  "model": "opus",\n  "env": {}\r\n}\n',
  'mixed indentation': '{\n\t"model": "opus",\n    "env": {\n\t  "A": "1"\n    }\n}\n',
  'three spaces': '{\n   "model": "opus"\n}\n',
  'a comment between a key and its value': '{\n  "model" /* a */ : // b\n    "opus"\n}\n',
  'our entries in a comment':
    '{\n  // "hooks": { "Stop": [] }, "mcpServers": { "throughline": {} }\n  "model": "opus"\n}\n',
  'our entries in a string':
    '{\n  "note": "throughline mcp, /opt/throughline/dist/bin.js hook claude-code stop"\n}\n',
  'our keys further inside':
    '{\n  "profile": { "hooks": {}, "mcpServers": { "throughline": { "command": "mine" } }, "servers": {}, "mcp": {} }\n}\n',
  'a key that is empty': '{\n  "": 1,\n  " hooks": 2\n}\n',
  'keys of the prototype': '{\n  "__proto__": { "a": 1 },\n  "constructor": 2,\n  "toString": 3\n}\n',
  'separators of lines in strings': '{\n  "a": "x\u2028y\u2029z"\n}\n',
  'a long line': `{ "a": "${'x'.repeat(20_000)}" }\n`,
  'very many members': `{\n${Array.from({ length: 500 }, (_, at) => `  "k${at}": ${at}`).join(',\n')}\n}\n`,
};
