import { describe, expect, it } from 'vitest';
import { extractFilePaths } from '../../src/domain/extract-file-paths.ts';

describe('extractFilePaths finds', () => {
  it.each(
    'README LICENSE LICENCE CHANGELOG CONTRIBUTING CODEOWNERS NOTICE justfile Justfile gradlew Makefile Dockerfile Procfile'.split(
      ' ',
    ),
  )('%s, which has no dot, alone and in a folder', (name) => {
    expect(extractFilePaths(`See ${name} and docs/${name}, please.`)).toEqual([name, `docs/${name}`]);
  });

  it.each([
    ['I changed src/app/end-session.ts today.', ['src/app/end-session.ts']],
    ['see ./a/b.py:12 and a/b.py:12:5', ['a/b.py']],
    ['opened C:\\x\\y.ts and C:\\\\x\\\\z.ts, C:/q/r.md', ['C:\\x\\y.ts', 'C:\\x\\z.ts', 'C:/q/r.md']],
    ['C:\\x\\y.ts:12:4 - error', ['C:\\x\\y.ts']],
    ['Makefile, package.json; Dockerfile.dev', ['Makefile', 'package.json', 'Dockerfile.dev']],
    ['read docs/README.md!', ['docs/README.md']],
    ['fix `src/a.ts` and `b.py`', ['src/a.ts', 'b.py']],
    ['put it in .env.local, .env and .gitignore', ['.env.local', '.env', '.gitignore']],
    ['path/with-dash/and_underscore.tsx', ['path/with-dash/and_underscore.tsx']],
    [
      '(lib/x.ts) [lib/y.ts](lib/z.ts) "lib/q.ts" <lib/r.ts>',
      ['lib/x.ts', 'lib/y.ts', 'lib/z.ts', 'lib/q.ts', 'lib/r.ts'],
    ],
    ['src/a.ts(12,5): error TS2345', ['src/a.ts']],
    ['tests/test_a.py::TestA::test_b failed', ['tests/test_a.py']],
    ['**src/a.ts**: done. **.env.local** too, **b.md.**', ['src/a.ts', '.env.local', 'b.md']],
    ['look at @src/a.ts#L10-L20', ['src/a.ts']],
    ['../up/a.go ~/.bashrc /etc/nginx/nginx.conf', ['../up/a.go', '~/.bashrc', '/etc/nginx/nginx.conf']],
    ['src\\win\\a.cs', ['src/win/a.cs']],
    ['\\\\server\\share\\a.txt', ['\\\\server\\share\\a.txt']],
    [
      'app/(auth)/login/page.tsx app/[slug]/page.tsx pages/[id].tsx',
      ['app/(auth)/login/page.tsx', 'app/[slug]/page.tsx', 'pages/[id].tsx'],
    ],
    ['src/routes/+page.svelte app/routes/$id.tsx', ['src/routes/+page.svelte', 'app/routes/$id.tsx']],
    ['node_modules/@types/node/index.d.ts', ['node_modules/@types/node/index.d.ts']],
    ['--config=biome.json', ['biome.json']],
    ['`npx vitest run test/a.test.ts`', ['test/a.test.ts']],
    ['`--out=dist/a.js`', ['dist/a.js']],
    ['请看src/app.ts文件', ['src/app.ts']],
    ['`docs/说明.md` und größe/übersicht.md', ['docs/说明.md', 'größe/übersicht.md']],
    ['{\\"file\\": \\"src/a.ts\\"}', ['src/a.ts']],
    [
      'go.mod yarn.lock notes/2024-01-02.md .mcp.json',
      ['go.mod', 'yarn.lock', 'notes/2024-01-02.md', '.mcp.json'],
    ],
    ['a/b.xyz main.c', ['a/b.xyz', 'main.c']],
    ['.github/workflows/ci.yml', ['.github/workflows/ci.yml']],
  ])('%s', (text, expected) => {
    expect(extractFilePaths(text)).toEqual(expected);
  });
});

describe('extractFilePaths leaves out', () => {
  it.each([
    'https://example.com/a/b.ts and http://x.org/wiki/Foo_(bar)/baz.html',
    'see:https://example.com/a.ts',
    'example.com www.example.xyz/a.html example.com/a/b.ts github.com/o/r/blob/main/a.ts',
    'localhost:3000/index.html 127.0.0.1/index.html 127.0.0.1:80/index.html',
    '1.2.3 v1.2.3 ^1.2.3 release/v1.2.x 1/2.5',
    'e.g. this, i.e. that, etc. a.m./p.m. U.S./U.K.',
    'and/or I/O n/a. TCP/IP he/she. finished/done.The next',
    '2024-01-02 2024/01/02 01.02.2024 12/31/2024.',
    'foo.bar() res.json() fs.readFileSync(x) `foo.bar()` `res.json()` app/session.end()',
    'console.log process.env this.md Math.log System.Text.Json',
    'Node.js, Next.js and Vue.js',
    '123e4567-e89b-12d3-a456-426614174000 rec_01HXYZ.abcdef eyJhbGci.eyJzdWIi.c2ln',
    'me@example.com me@host.py git@github.com:foo/bar.git git@github.com:foo/bar.ts owner/repo.git',
    'a .ts file, *.ts, src/**/*.ts, **/foo.ts, src/*/foo.ts, src/{a,b}.ts',
    '$' + '{dir}/file.ts <root>/file.ts src/…/a.ts src/.../a.ts',
    'application/vnd.api+json application/json text/html',
    '@scope/pkg origin/main src/app/ ~/.claude /repo/.git',
    '/\\d+\\.ts$/ \\section.tex',
    '',
  ])('%s', (text) => {
    expect(extractFilePaths(text)).toEqual([]);
  });
});

describe('extractFilePaths', () => {
  it('names each file once, in order of appearance', () => {
    expect(extractFilePaths('b/b.ts a/a.ts ./b/b.ts b/b.ts:3 `a/a.ts`')).toEqual(['b/b.ts', 'a/a.ts']);
  });

  it('stops at the limit', () => {
    const text = Array.from({ length: 80 }, (_, i) => `src/f${i}.ts`).join(' ');
    expect(extractFilePaths(text)).toHaveLength(50);
    expect(extractFilePaths(text, 3)).toEqual(['src/f0.ts', 'src/f1.ts', 'src/f2.ts']);
    expect(extractFilePaths(text, 0)).toEqual([]);
  });

  it.each([
    'a',
    '.',
    '/',
    '`',
    '`a',
    ':',
    '*',
    '@',
    '#',
    '\\',
    '(',
    '/(',
    '/(a',
    '/[',
    '/[a',
    '[',
    'a.',
    'a/',
    './',
    '../',
    'a:',
    'a://',
    '`a.b',
    'a.ts(',
    'é',
    '中',
    '😀',
    '\ud800',
    'a b ',
    '-',
    'a/b.',
    '*a',
    'aB.',
    '1.',
    'a@',
    '\\n',
    '/(a)/',
    '/[a]',
  ])('finishes on 100 KB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    // Quadratic work would run into the timeout.
    for (const input of [text, text.slice(0, 590), `x ${text}!`])
      expect(extractFilePaths(input)).toBeInstanceOf(Array);
  });
});
