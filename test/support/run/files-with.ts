import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files below the folder that hold one of the texts. */
export function filesWith(folder: string, ...texts: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = contentOf(file)
      return texts.some((text) => content.includes(text))
    })
}

/** A file that has just been removed holds nothing. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
