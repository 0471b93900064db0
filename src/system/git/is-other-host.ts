import { win32 } from 'node:path';

/** Whether a Windows path names another network share than `from` does. Touching such a path signs in
 *  to that host with the user's credentials, so a hostile `.git` file must not choose it. */
export function isOtherHost(from: string, path: string): boolean {
  const root = win32.parse(path).root.toLowerCase();
  return root.startsWith('\\\\') && root !== win32.parse(from).root.toLowerCase();
}
