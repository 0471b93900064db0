const MAX_LENGTH = 1024;
const FORBIDDEN = /\.\.|@\{|[\p{Cc} ~^:?*[\\]/u;

/** git check-ref-format for names under `refs/`: such a name cannot leave the folder it is joined to.
 *  Also refuses `refs/heads/.invalid`, which a reftable repository keeps in HEAD. */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > MAX_LENGTH || name.endsWith('.')) return false;
  if (FORBIDDEN.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
