/** A single letter before the colon is a drive on Windows. */
const SCHEME = /^([a-z][a-z\d+.-]+):/i;
const URL_INSIDE = /[a-z\d+.-]{2}:\/\//i;

type Located = { readonly path: string } | { readonly problem: string };

/** The path that a URL or plain path names, undecoded, or a problem that never repeats the URL: it may have a password. */
export function storePathOf(location: string): Located {
  if (location.trim() === '') return { problem: 'is empty' };
  if (location.includes('\0')) return { problem: 'contains a NUL character' };
  if (/^\s/.test(location)) return { problem: 'begins with a space' };
  const scheme = SCHEME.exec(location)?.[1];
  if (scheme === undefined)
    return URL_INSIDE.test(location)
      ? { problem: 'contains a URL, but does not begin with one' }
      : { path: location };
  if (scheme.toLowerCase() !== 'sqlite')
    return {
      problem: `must be a path or a URL that begins with sqlite:; it begins with ${scheme.toLowerCase()}:`,
    };
  return pathAfterScheme(location.slice(scheme.length + 1));
}

function pathAfterScheme(rest: string): Located {
  if (/^(?:\/\/\/?)?\s*$/.test(rest)) return { problem: 'is empty after sqlite:' };
  if (SCHEME.test(rest.trimStart()) || URL_INSIDE.test(rest))
    return { problem: 'contains a second URL after sqlite:' };
  if (/[?#]/.test(rest)) return { problem: 'contains ? or #, which a sqlite: URL cannot have' };
  if (/^\/+:memory:$/i.test(rest)) return { problem: 'names no file after sqlite:' };
  if (!rest.startsWith('//')) return { path: rest };
  if (!rest.startsWith('///')) return { problem: 'contains a host, which a file path cannot have' };
  // In a URL a drive has a slash before it: sqlite:///C:/store.db.
  return { path: rest.slice(/^\/\/\/[a-z]:[\\/]/i.test(rest) ? 3 : 2) };
}
