const MAX_PATH = 300;

const CODE =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi rb php java kt kts scala groovy gradle go rs swift dart ' +
  'c h cc cpp cxx hh hpp cs vb lua pl pm ex exs erl hs ml clj cljs elm zig nim jl sol wgsl glsl asm ' +
  'sh bash zsh fish ps1 bat sql graphql gql proto prisma tf tfvars hcl nix cmake css scss sass less html htm';
const DOCUMENT =
  'md mdx rst adoc txt pdf docx xlsx pptx json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf xml xsd csv tsv ' +
  'ipynb tex log diff patch snap svg png jpg jpeg gif webp wasm sqlite vsix tgz zip service plist';
const EXTENSIONS = new Set(`${CODE} ${DOCUMENT}`.split(' '));
const SHORT_EXTENSIONS = new Set('c h d r s'.split(' '));
const DOMAINS = new Set('com org net io dev ai app co edu gov info cloud uk de git'.split(' '));

const WELL_KNOWN = new Set(
  (
    'README LICENSE LICENCE CHANGELOG CONTRIBUTING CODEOWNERS NOTICE justfile gradlew go.mod go.sum go.work bun.lockb ' +
    'yarn.lock Cargo.lock poetry.lock uv.lock flake.lock composer.lock bun.lock deno.lock mix.lock ' +
    '.gitignore .gitattributes .gitmodules .gitconfig .gitkeep .npmrc .npmignore .nvmrc .node-version .python-version ' +
    '.ruby-version .tool-versions .editorconfig .prettierrc .prettierignore .eslintrc .eslintignore .babelrc .swcrc ' +
    '.dockerignore .bashrc .bash_profile .zshrc .profile .vimrc .htaccess .mailmap .clang-format .cursorrules'
  ).split(' '),
);
/** What every name without a dot contains. */
const DOTLESS = new RegExp([...[...WELL_KNOWN].filter((name) => !name.includes('.')), '[a-z]file'].join('|'));
const MAKE_LIKE =
  /^(?:Make|Docker|Container|Jenkins|Vagrant|Proc|Gem|Rake|Pip|Brew|Tilt|Caddy|Just|Pod|Fast)file(?:\.[\w.-]+)?$/;
const DOT_ENV = /^\.env(?:\.[\w-]+)*$/;
const PRODUCT =
  /^(?:node|next|vue|nuxt|react|express|three|d3|nest|ember|backbone|angular|chart|moment|alpine|discord|solid)\.js$/i;
const OBJECT = /^(?:this|self|console|process|window|req|res|ctx|Math|JSON|Object|Array)\./;
const VERSION = /^v?\d+(?:\.(?:\d+|x))+$/i;
const IP_ADDRESS = /^\d+(?:\.\d+){3}$/;

const ONE_CASE = /^(?:[a-z0-9]+|[A-Z0-9]+)$/;
const RC_FILE = /^\.[\w-]*(?:rc|ignore|profile|history)$/;

// CJK characters are left out of words: prose runs into a path without a space there. Backticks keep such names.
const LETTERS = '[\\w@+~.\\-\\\\/:$#%*\\u00C0-\\u1FFF]';
const ROUTE_FOLDER = '(?<=[\\\\/])(?:\\([\\w-]{1,64}\\)|\\[{1,2}[\\w.-]{1,64}\\]{1,2})(?=[\\\\/.])';
const WORD = `${LETTERS}+(?:${ROUTE_FOLDER}${LETTERS}*){0,8}`;
const QUOTED = '`([^`\\s"\'<>|*?,;={}]{1,300})`';
const WEB_ADDRESS = '[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\\s"\'`<>]*';
const MENTION = new RegExp(`${QUOTED}|${WEB_ADDRESS}|${WORD}`, 'g');

/** What every file name has. Most texts name no file, and this is much faster than to look at each of their words. */
const mayNameFiles = (text: string): boolean => /\.[A-Za-z]/.test(text) || DOTLESS.test(text);

export function extractFilePaths(text: string, max = 50): string[] {
  if (!mayNameFiles(text)) return [];
  const files = new Set<string>();
  for (const path of mentions(text)) {
    if (files.size >= max) break;
    files.add(path);
  }
  return [...files];
}

function* mentions(text: string): Generator<string> {
  for (const match of text.matchAll(MENTION)) {
    const [word, quoted] = match;
    if (quoted === undefined) {
      if (mayName(word) && !isFragment(text, match.index, word)) yield* pathsIn(word);
      continue;
    }
    const paths = [...pathsIn(quoted)];
    if (paths.length > 0) yield* paths;
    else if (/[^\w.\-\\/:]/.test(quoted)) yield* mentions(quoted);
  }
}

/** A file name has a dot, or is a well-known one without; most words have neither. */
const mayName = (word: string): boolean => word.includes('.') || DOTLESS.test(word);

/** Called like a method, or the rest of something that is no path (`${dir}/a.ts`, `<root>/a.ts`). */
function isFragment(text: string, start: number, word: string): boolean {
  const end = start + word.length;
  if (text[end] === '(' && !/^\(\d+,\d+\)/.test(text.slice(end, end + 24))) return true;
  return start > 0 && /^[./\\]/.test(word) && /[\p{L}\p{N})\]}>?…]/u.test(text.charAt(start - 1));
}

function* pathsIn(word: string): Generator<string> {
  if (word.length > 2 * MAX_PATH || word.includes('://') || /^[^/:]+@[^/:]*:/.test(word)) return;
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(word)?.[0] ?? '';
  const parts = word.slice(drive.length).split(':');
  for (const [index, part] of parts.entries()) {
    if (index > 0 && (drive !== '' || /^\d+(?:[\\/]|$)/.test(part))) continue;
    const path = parsePath(drive, trim(part));
    if (path !== undefined) yield path;
  }
}

/** Without the marks prose and markup put around a path: bullets, bold, a full stop, `#L12`, an `@` mention. */
function trim(part: string): string {
  const isBold = /^\*[^*]+\*+$/.test(part.replace(/^\*+/, '*').replace(/[.]+$/, ''));
  const bare = part.replace(/[.\\*-]+$/, '').replace(isBold ? /^\*+/ : /^(?:[-#]+|\*+(?=[^/.*]))/, '');
  return bare.replace(/(?<=.)#.*$/, '').replace(/^@(?=[^/])/, '');
}

function parsePath(drive: string, path: string): string | undefined {
  const isUnc = drive === '' && path.startsWith('\\\\');
  const isEscape = drive === '' && path.startsWith('\\') && !isUnc;
  const isMixed = path.includes('/') && path.includes('\\');
  if (path.length > MAX_PATH || path.includes('*') || isEscape || isMixed) return undefined;
  const folders = path.split(/[\\/]+/).filter((segment) => segment !== '.');
  const name = folders.pop() ?? '';
  if (folders.some(isElided) || isHost(folders[0] ?? '') || !isFileName(name, folders.length === 0))
    return undefined;
  const isWindows = isUnc || (drive !== '' && path.includes('\\'));
  return (isUnc ? '\\' : drive) + [...folders, name].join(isWindows ? '\\' : '/');
}

/** `src/.../a.ts`, and abbreviations such as `a.m./p.m.` */
function isElided(folder: string): boolean {
  return folder.endsWith('.') && folder !== '..';
}

function isHost(folder: string): boolean {
  if (folder.startsWith('.') || !folder.includes('.')) return false;
  return folder.startsWith('www.') || IP_ADDRESS.test(folder) || DOMAINS.has(extensionOf(folder));
}

function isFileName(name: string, isAlone: boolean): boolean {
  if (WELL_KNOWN.has(name) || MAKE_LIKE.test(name) || DOT_ENV.test(name)) return true;
  const stem = name.slice(0, name.lastIndexOf('.'));
  const extension = extensionOf(name);
  if (!isAlone && RC_FILE.test(name)) return true;
  if (/^\.*$/.test(stem) || VERSION.test(name) || !/^[a-z][a-z0-9]{0,9}$/.test(extension)) return false;
  if (!ONE_CASE.test(name.slice(stem.length + 1))) return false;
  if (isAlone) return EXTENSIONS.has(extension) && !isExpression(name, stem, extension);
  return extension.length === 1 ? SHORT_EXTENSIONS.has(extension) : !DOMAINS.has(extension);
}

function isExpression(name: string, stem: string, extension: string): boolean {
  if (PRODUCT.test(name) || OBJECT.test(name) || /@(?!\d)/.test(stem)) return true;
  return extension.length === 1 && stem.length === 1;
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
