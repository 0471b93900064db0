/** Claude Code files a transcript under the folder it worked in, every other character than letters and digits a dash. */
const folderName = (folder: string) => folder.replace(/[^A-Za-z0-9]/g, '-');

const parentOf = (path: string) => path.split(/[\\/]/).at(-2) ?? '';

/** Whether the place of a transcript says that it is of another project than that of these folders. */
export function isOfOtherProject(path: string, folders: readonly (string | null)[]): boolean {
  const parent = parentOf(path);
  if (!/[\\/]projects[\\/][^\\/]+[\\/][^\\/]+$/.test(path)) return false;
  return !folders.some((folder) => {
    if (folder === null) return false;
    const own = folderName(folder);
    return parent === own || parent.startsWith(`${own}-`);
  });
}
