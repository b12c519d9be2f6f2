import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, normalize, sep } from 'node:path'

// Globs would name several files, backslashes are escapes, and `::` opens an archive.
const UNPLAIN = /[*?{}[\]\\|\0]|::/

/** Whether this is the plain path of a file in the exports folder, after following every link on the way. */
export function isExportPath(exportsFolder: string, path: string): boolean {
  if (!isAbsolute(path) || UNPLAIN.test(path) || normalize(path) !== path) return false
  try {
    const root = realpathSync(exportsFolder)
    const folder = realpathSync(dirname(path))
    return (folder === root || folder.startsWith(root + sep)) && !isLink(path)
  } catch {
    // A folder that does not exist holds no exports.
    return false
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}
