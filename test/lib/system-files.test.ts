import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextStep } from '../../src/domain/next-step.ts';
import { openFiles } from '../../src/system/files/open-files.ts';

vi.mock('node:fs/promises', async (importOriginal) => ({ ...(await importOriginal<typeof fs>()) }));
const hooks = fs as { -readonly [Name in keyof typeof fs]: (typeof fs)[Name] };
const isRoot = process.getuid?.() === 0;

let base: string;
let root: string;
let outside: string;

beforeEach(async () => {
  base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'throughline-files-')));
  root = join(base, 'root');
  outside = join(base, 'outside');
  await fs.mkdir(root);
  await fs.mkdir(outside);
  await fs.writeFile(join(outside, 'secret.txt'), 'secret');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await fs.rm(base, { recursive: true, force: true });
});

const files = () => openFiles({ roots: [root] });
const read = (path: string, maxBytes = 1000) =>
  files().readTextFile(path, { field: 'identity_path', maxBytes });
const write = (path: string, text = 'new') =>
  files().writeFileAtomically(path, text, { field: 'campaign_path' });
const newest = (dir: string, extension = '.jsonl') =>
  files().newestFile(dir, { field: 'transcript_dir', extension });
const outsideRoots = { kind: 'denied', code: 'path_outside_roots' };

describe('a closed folder', () => {
  it('is not opened through a link or by its own name, except for the roots inside it', async () => {
    const closed = join(root, 'closed');
    await fs.mkdir(join(closed, 'own'), { recursive: true });
    for (const path of ['secret.txt', join('own', 'mine.txt')])
      await fs.writeFile(join(closed, path), 'text');
    await fs.symlink(closed, join(root, 'link'));
    const guarded = openFiles({ roots: [root, join(closed, 'own')], closed: join(root, 'link') });
    const text = (path: string) => guarded.readTextFile(path, { field: 'identity_path', maxBytes: 9 });
    for (const name of ['closed', 'link']) {
      await expect(text(join(root, name, 'secret.txt'))).rejects.toMatchObject(outsideRoots);
      expect((await text(join(root, name, 'own', 'mine.txt'))).text).toBe('text');
    }
  });
});

describe('every path', () => {
  const openers = [
    ['readTextFile', read],
    ['newestFile', newest],
    ['writeFileAtomically', write],
  ] as const;

  it.each(openers)('%s refuses a relative path and one that begins with ~', async (_, open) => {
    await expect(open('notes.md')).rejects.toMatchObject({ kind: 'invalid', code: 'path_not_absolute' });
    await expect(open('')).rejects.toMatchObject({ code: 'path_not_absolute' });
    await expect(open('~/notes.md')).rejects.toMatchObject({
      code: 'path_not_absolute',
      hint: 'Pass the full path of the home folder.',
    });
  });

  it.each(openers)('%s refuses a path with a NUL or of absurd length', async (_, open) => {
    await expect(open(`${root}/a\0b`)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(open(`${root}${'/a'.repeat(5000)}`)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each(openers)(
    '%s refuses what is outside, naming field, path, roots and the way to allow it',
    async (_, open) => {
      const path = join(outside, 'secret.txt');
      const error = await open(path).catch((refusal: unknown) => refusal);
      expect(error).toMatchObject({ ...outsideRoots, allowed: [root] });
      expect(error).toMatchObject({ message: expect.stringContaining(path) });
      expect(error).toMatchObject({
        message: expect.stringMatching(/^(identity_path|transcript_dir|campaign_path) /),
      });
      expect(error).toMatchObject({
        hint: expect.stringContaining('allowed_roots'),
        next: [nextStep('config.set', { key: 'allowed_roots' })],
      });
    },
  );

  it.each(openers)('%s is not led out by .., a look-alike of the root, or a link', async (_, open) => {
    await fs.mkdir(`${root}b`);
    await fs.symlink(outside, join(root, 'folder'));
    await fs.symlink(join(outside, 'secret.txt'), join(root, 'file'));
    await fs.symlink(join(root, 'folder'), join(root, 'twice'));
    await expect(open(`${root}/../outside/secret.txt`)).rejects.toMatchObject(outsideRoots);
    await expect(open(`${root}b/x`)).rejects.toMatchObject(outsideRoots);
    await expect(open(`${root}b`)).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'folder', 'secret.txt'))).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'folder', 'not', 'there', 'yet'))).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'twice', 'secret.txt'))).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'file'))).rejects.toMatchObject(outsideRoots);
    expect(await fs.readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it.each(openers)('%s follows no link that leads nowhere or in a circle', async (_, open) => {
    await fs.symlink(join(outside, 'later'), join(root, 'nowhere'));
    await fs.symlink(join(root, 'circle'), join(root, 'circle'));
    await expect(open(join(root, 'nowhere'))).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'nowhere', 'below'))).rejects.toMatchObject(outsideRoots);
    await expect(open(join(root, 'circle'))).rejects.toMatchObject(outsideRoots);
    expect(await fs.readdir(outside)).toEqual(['secret.txt']);
  });

  it('may be named through a link, when it ends inside', async () => {
    await fs.writeFile(join(root, 'a.md'), 'a');
    await fs.symlink(root, join(base, 'alias'));
    await fs.symlink(join(root, 'a.md'), join(root, 'b.md'));
    expect(await read(join(base, 'alias', 'b.md'))).toEqual({
      path: join(root, 'a.md'),
      text: 'a',
      isCut: false,
    });
  });

  it('may be inside a root that is itself a link', async () => {
    await fs.writeFile(join(root, 'a.md'), 'a');
    await fs.symlink(root, join(base, 'alias'));
    const linked = openFiles({ roots: [join(base, 'none'), join(base, 'alias')] });
    const file = await linked.readTextFile(join(root, 'a.md'), { field: 'f', maxBytes: 10 });
    expect(file.text).toBe('a');
  });

  it('takes no relative root, which would mean wherever the process was started', () => {
    expect(() => openFiles({ roots: ['somewhere'] })).toThrow('absolute');
    expect(() => openFiles({ roots: [''] })).toThrow('absolute');
  });

  it('is outside when there are no roots at all', async () => {
    const none = openFiles({ roots: [] });
    await expect(none.readTextFile('/etc/hosts', { field: 'f', maxBytes: 10 })).rejects.toMatchObject(
      outsideRoots,
    );
  });
});

describe('a root that does not exist', () => {
  it('has nothing to read, nothing newest, and is not made by writing', async () => {
    await fs.rm(root, { recursive: true });
    await expect(read(join(root, 'a.md'))).rejects.toMatchObject({ code: 'file_not_found' });
    expect(await newest(join(root, 'sub'))).toBeUndefined();
    await expect(write(join(root, 'sub', 'a.md'))).rejects.toMatchObject({ code: 'folder_not_found' });
    await expect(read(join(outside, 'secret.txt'))).rejects.toMatchObject(outsideRoots);
    expect(await fs.readdir(base)).toEqual(['outside']);
  });

  it('opens nothing when it is a link that leads nowhere', async () => {
    await fs.rm(root, { recursive: true });
    await fs.symlink(join(base, 'gone'), root);
    await expect(read(join(root, 'a.md'))).rejects.toMatchObject(outsideRoots);
  });
});

describe('readTextFile', () => {
  it('reads text in any language whole, and answers the real path', async () => {
    const text = 'naïve 日本語 🐉\r\nline';
    await fs.writeFile(join(root, 'a.md'), text);
    expect(await read(join(root, '.', 'x', '..', 'a.md'))).toEqual({
      path: join(root, 'a.md'),
      text,
      isCut: false,
    });
  });

  it('takes an empty file, and one of exactly the limit', async () => {
    await fs.writeFile(join(root, 'empty'), '');
    await fs.writeFile(join(root, 'full'), 'abcd');
    expect(await read(join(root, 'empty'))).toMatchObject({ text: '', isCut: false });
    expect(await read(join(root, 'full'), 4)).toMatchObject({ text: 'abcd', isCut: false });
  });

  it('cuts at the limit, never within a character', async () => {
    await fs.writeFile(join(root, 'a'), 'aé日🐉z');
    const cut = async (maxBytes: number) => {
      const { text, isCut } = await read(join(root, 'a'), maxBytes);
      return isCut ? text : `whole ${text}`;
    };
    const byLimit = await Promise.all([0, 1, 2, 3, 5, 6, 9, 10, 11].map(cut));
    expect(byLimit).toEqual(['', 'a', 'a', 'aé', 'aé', 'aé日', 'aé日', 'aé日🐉', 'whole aé日🐉z']);
  });

  it('reads a file of many chunks', async () => {
    const text = '日本'.repeat(50_000);
    await fs.writeFile(join(root, 'long'), text);
    expect((await read(join(root, 'long'), 1_000_000)).text).toBe(text);
    expect((await read(join(root, 'long'), 200_000)).text).toHaveLength(66_666);
  });

  it('drops a byte order mark', async () => {
    await fs.writeFile(join(root, 'a'), '\uFEFFtext');
    expect(await read(join(root, 'a'))).toMatchObject({ text: 'text', isCut: false });
  });

  it('leaves out a last character that is only half written', async () => {
    await fs.writeFile(join(root, 'a'), Buffer.from('ab日').subarray(0, 4));
    expect(await read(join(root, 'a'))).toMatchObject({ text: 'ab', isCut: true });
  });

  it('refuses what is not text', async () => {
    await fs.writeFile(join(root, 'nul'), 'a\0b');
    await fs.writeFile(join(root, 'latin'), Buffer.from([0x61, 0xe9, 0x62]));
    await expect(read(join(root, 'nul'))).rejects.toMatchObject({ kind: 'invalid', code: 'file_not_text' });
    await expect(read(join(root, 'latin'))).rejects.toMatchObject({ code: 'file_not_text' });
  });

  it('says so when there is no such file', async () => {
    await fs.writeFile(join(root, 'a'), '');
    await expect(read(join(root, 'none'))).rejects.toMatchObject({
      kind: 'not_found',
      code: 'file_not_found',
    });
    await expect(read(join(root, 'no', 'ne'))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(read(join(root, 'a', 'b'))).rejects.toMatchObject({ code: 'not_a_folder' });
  });

  it('reads no folder, pipe, socket or device, and does not wait for one', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((done) => server.once('listening', done));
    const notRegular = { kind: 'invalid', code: 'not_a_regular_file' };
    await expect(read(root)).rejects.toMatchObject(notRegular);
    await expect(read(join(root, 'pipe'))).rejects.toMatchObject(notRegular);
    await expect(read(join(root, 'socket'))).rejects.toMatchObject(notRegular);
    server.close();
    const everywhere = openFiles({ roots: ['/dev'] });
    await expect(everywhere.readTextFile('/dev/zero', { field: 'f', maxBytes: 9 })).rejects.toMatchObject(
      notRegular,
    );
  });

  it.skipIf(isRoot)('names the cause when the file may not be read', async () => {
    await fs.writeFile(join(root, 'a'), 'a', { mode: 0o000 });
    await expect(read(join(root, 'a'))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'file_unavailable',
    });
  });

  it('is not fooled by a file swapped for a link after the check', async () => {
    const path = join(root, 'a.md');
    await fs.writeFile(path, 'mine');
    await whenOpening(path, async () => {
      await fs.rm(path);
      await fs.symlink(join(outside, 'secret.txt'), path);
    });
    await expect(read(path)).rejects.toMatchObject(outsideRoots);
  });

  const swapped = async () => {
    const sub = join(root, 'sub');
    await fs.mkdir(sub);
    await fs.writeFile(join(sub, 'secret.txt'), 'mine');
    const swap = async () => {
      await fs.rename(sub, join(base, 'away'));
      await fs.symlink(outside, sub);
    };
    const swapBack = async () => {
      await fs.rm(sub);
      await fs.rename(join(base, 'away'), sub);
    };
    return { path: join(sub, 'secret.txt'), swap, swapBack };
  };

  it('is not fooled by a folder swapped for a link after the check', async () => {
    const { path, swap } = await swapped();
    await whenOpening(path, swap);
    await expect(read(path)).rejects.toMatchObject(outsideRoots);
  });

  it('is not fooled by a folder that is swapped only for a moment', async () => {
    const { path, swap, swapBack } = await swapped();
    await whenOpening(path, swap, swapBack);
    expect((await read(path)).text).toBe('mine');
  });

  it('reads a file that somebody replaces meanwhile', async () => {
    const path = join(root, 'a.md');
    await fs.writeFile(path, 'old');
    await whenOpening(path, undefined, async () => {
      await fs.writeFile(join(root, 'b.md'), 'new');
      await fs.rename(join(root, 'b.md'), path);
    });
    expect((await read(path)).text).toBe('new');
  });

  it('asks the system itself to follow no link and to wait for nothing', async () => {
    await fs.writeFile(join(root, 'a.md'), '');
    const open = vi.spyOn(hooks, 'open');
    await read(join(root, 'a.md'));
    const guards = constants.O_NOFOLLOW | constants.O_NONBLOCK;
    expect(Number(open.mock.calls[0]?.[1]) & guards).toBe(guards);
  });
});

describe('openFile', () => {
  const openAt = (path: string, roots = [root]) =>
    openFiles({ roots }).openFile(path, { field: 'transcript_path' });

  it('reads any part of a regular file, as large as it was when it was opened', async () => {
    await fs.writeFile(join(root, 'a'), 'one two three');
    const file = await openAt(join(root, 'a'));
    const buffer = Buffer.alloc(3);
    expect(file).toMatchObject({ path: join(root, 'a'), size: 13 });
    expect(await file.read(buffer, 0, 3, 4)).toMatchObject({ bytesRead: 3 });
    expect(buffer.toString()).toBe('two');
    await file.close();
  });

  it('opens no folder, pipe, socket or device, and does not wait for one', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    await new Promise((done) => server.once('listening', done));
    const notRegular = { kind: 'invalid', code: 'not_a_regular_file' };
    for (const name of ['.', 'pipe', 'socket'])
      await expect(openAt(join(root, name))).rejects.toMatchObject(notRegular);
    server.close();
    await expect(openAt('/dev/zero', ['/dev'])).rejects.toMatchObject(notRegular);
  });

  it('refuses a path outside, and one that is missing', async () => {
    await expect(openAt(join(outside, 'secret.txt'))).rejects.toMatchObject(outsideRoots);
    await expect(openAt(join(root, 'none'))).rejects.toMatchObject({ code: 'file_not_found' });
  });

  it('is not fooled by a folder that is a link only while the file is opened, where descriptors have no path', async () => {
    vi.spyOn(hooks, 'readlink').mockRejectedValue(new Error('as on macOS'));
    await fs.mkdir(join(root, 'sub'));
    await fs.writeFile(join(root, 'sub', 'secret.txt'), 'mine');
    const path = join(root, 'sub', 'secret.txt');
    const { open } = await vi.importActual<typeof fs>('node:fs/promises');
    vi.spyOn(hooks, 'open').mockImplementation(async (asked, flags, mode) => {
      await fs.rename(join(root, 'sub'), join(base, 'away'));
      await fs.symlink(outside, join(root, 'sub'));
      const handle = await open(asked, flags, mode);
      await fs.rm(join(root, 'sub'));
      await fs.rename(join(base, 'away'), join(root, 'sub'));
      return handle;
    });
    await expect(openAt(path)).rejects.toMatchObject(outsideRoots);
    vi.restoreAllMocks();
    vi.spyOn(hooks, 'readlink').mockRejectedValue(new Error('as on macOS'));
    await (await openAt(path)).close();
  });
});

/** Once, around the opening of this path. */
async function whenOpening(
  path: string,
  before?: () => Promise<void>,
  after?: () => Promise<void>,
): Promise<void> {
  const { open } = await vi.importActual<typeof fs>('node:fs/promises');
  vi.spyOn(hooks, 'open').mockImplementation(async (asked, flags, mode) => {
    if (asked !== path) return open(asked, flags, mode);
    vi.restoreAllMocks();
    await before?.();
    const handle = await open(asked, flags, mode);
    await after?.();
    return handle;
  });
}

describe('sizeOf', () => {
  it('is the size of a regular file inside of the roots, and of nothing else', async () => {
    await fs.writeFile(join(root, 'a.jsonl'), '12345');
    expect(files().sizeOf(join(root, 'a.jsonl'))).toBe(5);
    expect(files().sizeOf(root)).toBeUndefined();
    expect(files().sizeOf(join(root, 'missing.jsonl'))).toBeUndefined();
    expect(files().sizeOf(join(outside, 'secret.txt'))).toBeUndefined();
    expect(files().sizeOf(`${root}/../outside/secret.txt`)).toBeUndefined();
    expect(files().sizeOf('a.jsonl')).toBeUndefined();
  });
});

describe('newestFile', () => {
  const put = async (name: string, seconds: number) => {
    await fs.writeFile(join(root, name), name);
    await fs.utimes(join(root, name), seconds, seconds);
  };

  it('finds the file changed last among those with the extension', async () => {
    await put('b.jsonl', 300);
    await put('a.jsonl', 200);
    await put('c.json', 900);
    expect(await newest(root)).toBe(join(root, 'b.jsonl'));
    expect(await newest(root, 'json')).toBe(join(root, 'c.json'));
  });

  it('is definite when two were changed at the same time', async () => {
    for (const name of ['b.jsonl', 'c.jsonl', 'a.jsonl']) await put(name, 200);
    expect(await newest(root)).toBe(join(root, 'c.jsonl'));
  });

  it('counts a file from before 1970', async () => {
    await put('a.jsonl', -1000);
    expect(await newest(root)).toBe(join(root, 'a.jsonl'));
  });

  it('passes over links and folders', async () => {
    await put('a.jsonl', 200);
    await fs.mkdir(join(root, 'folder.jsonl'));
    await fs.symlink(join(outside, 'secret.txt'), join(root, 'link.jsonl'));
    expect(await newest(root)).toBe(join(root, 'a.jsonl'));
  });

  it('finds none in an empty folder or in none, and refuses a file', async () => {
    expect(await newest(root)).toBeUndefined();
    expect(await newest(join(root, 'none'))).toBeUndefined();
    await put('a.jsonl', 200);
    await expect(newest(join(root, 'a.jsonl'))).rejects.toMatchObject({ code: 'not_a_folder' });
  });
});

describe('writeFileAtomically', () => {
  const modeOf = async (path: string) => (await fs.stat(path)).mode & 0o777;

  it('writes the text, for its owner only, and answers the path', async () => {
    const path = join(root, 'a.md');
    expect(await write(path, 'naïve 🐉')).toBe(path);
    expect(await fs.readFile(path, 'utf8')).toBe('naïve 🐉');
    expect(await modeOf(path)).toBe(0o600);
  });

  it('makes the folders that are missing, for their owner only', async () => {
    await write(join(root, 'x', 'y', 'a.md'));
    expect(await modeOf(join(root, 'x'))).toBe(0o700);
    expect(await modeOf(join(root, 'x', 'y'))).toBe(0o700);
    expect(await fs.readdir(join(root, 'x', 'y'))).toEqual(['a.md']);
  });

  it('replaces what was there, whole: a reader never sees a part', async () => {
    const path = join(root, 'a.md');
    await write(path, 'old');
    const reader = await fs.open(path);
    await write(path, 'new');
    expect(await reader.readFile('utf8')).toBe('old');
    await reader.close();
    expect(await fs.readFile(path, 'utf8')).toBe('new');
  });

  it('writes to the file a link inside the root leads to, and keeps the link', async () => {
    await fs.writeFile(join(root, 'a.md'), 'old');
    await fs.symlink(join(root, 'a.md'), join(root, 'link'));
    expect(await write(join(root, 'link'))).toBe(join(root, 'a.md'));
    expect(await fs.readlink(join(root, 'link'))).toBe(join(root, 'a.md'));
    expect(await fs.readFile(join(root, 'a.md'), 'utf8')).toBe('new');
  });

  it('lets many writers of one file through, the last one whole', async () => {
    const path = join(root, 'deep', 'a.md');
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5000));
    await Promise.all(texts.map((text) => write(path, text)));
    expect(texts).toContain(await fs.readFile(path, 'utf8'));
    expect(await fs.readdir(join(root, 'deep'))).toEqual(['a.md']);
  });

  it('does not replace a folder or a pipe, nor make a folder of a file', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await fs.writeFile(join(root, 'file'), 'kept');
    await expect(write(root)).rejects.toMatchObject({ code: 'not_a_regular_file' });
    await expect(write(join(root, 'pipe'))).rejects.toMatchObject({ code: 'not_a_regular_file' });
    await expect(write(join(root, 'file', 'a.md'))).rejects.toMatchObject({ code: 'not_a_folder' });
    await expect(write(join(root, 'file', 'b', 'a.md'))).rejects.toMatchObject({ code: 'not_a_folder' });
    expect((await fs.readdir(root)).sort()).toEqual(['file', 'pipe']);
  });

  it.each(['rename', 'open'] as const)('leaves the old file and no other when %s fails', async (step) => {
    const path = join(root, 'a.md');
    await write(path, 'old');
    vi.spyOn(hooks, step).mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    await expect(write(path)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'file_unavailable',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await fs.readdir(root)).toEqual(['a.md']);
    expect(await fs.readFile(path, 'utf8')).toBe('old');
  });

  it('syncs every folder that changed, and the file before it is renamed', async () => {
    const { open, rename } = await vi.importActual<typeof fs>('node:fs/promises');
    const steps: string[] = [];
    vi.spyOn(hooks, 'open').mockImplementation(async (path, flags, mode) => {
      const handle = await open(path, flags, mode);
      const opened = await fs.realpath(String(path));
      const sync = handle.sync.bind(handle);
      handle.sync = () => {
        steps.push(`sync ${opened.replace(root, '').replace(/[^/]*\.tmp$/, 'temporary')}`);
        return sync();
      };
      return handle;
    });
    vi.spyOn(hooks, 'rename').mockImplementation((from, to) => {
      steps.push('rename');
      return rename(from, to);
    });
    await write(join(root, 'x', 'y', 'a.md'));
    expect(steps).toEqual(['sync ', 'sync /x', 'sync /x/y/temporary', 'rename', 'sync /x/y']);
  });

  it('writes nothing outside when a folder is swapped for a link after the check', async () => {
    const { mkdir } = await vi.importActual<typeof fs>('node:fs/promises');
    vi.spyOn(hooks, 'mkdir').mockImplementation((async (path: string) => {
      await fs.symlink(outside, join(root, 'sub'));
      return mkdir(path);
    }) as unknown as typeof fs.mkdir);
    await expect(write(join(root, 'sub', 'a.md'))).rejects.toMatchObject(outsideRoots);
    expect(await fs.readdir(outside)).toEqual(['secret.txt']);
  });

  it.runIf(process.platform === 'linux')(
    'keeps to the folder it opened when a link takes its place',
    async () => {
      const { rename } = await vi.importActual<typeof fs>('node:fs/promises');
      await fs.mkdir(join(root, 'sub'));
      vi.spyOn(hooks, 'rename').mockImplementation(async (from, to) => {
        await rename(join(root, 'sub'), join(base, 'away'));
        await fs.symlink(outside, join(root, 'sub'));
        return rename(from, to);
      });
      await write(join(root, 'sub', 'a.md'), 'mine');
      expect(await fs.readdir(outside)).toEqual(['secret.txt']);
      expect(await fs.readFile(join(base, 'away', 'a.md'), 'utf8')).toBe('mine');
    },
  );
});
