/** A single letter before the colon is a drive on Windows. */
const SCHEME = /^([a-z][a-z\d+.-]+):/i;

/**
 * The path of the file that a store's URL or plain path names, or why there is none. Nothing is decoded, because a path may contain
 * a percent sign. A problem never repeats the URL, because that may contain a password.
 */
export function storePathOf(location: string): { readonly path: string } | { readonly problem: string } {
  const scheme = SCHEME.exec(location)?.[1];
  if (scheme === undefined) return { path: location };
  if (scheme.toLowerCase() !== 'sqlite')
    return { problem: `begins with ${scheme.toLowerCase()}:, not with sqlite:` };
  const rest = location.slice(scheme.length + 1);
  if (!rest.startsWith('//')) return { path: rest };
  return rest.startsWith('///') ? { path: rest.slice(2) } : { problem: 'names a host, and a file has none' };
}
