import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function withFile<T>(
  path: string,
  { flags, mode }: { readonly flags: string; readonly mode?: number },
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, mode)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Makes what was written to the file, or which names a folder has, survive a power cut. */
export async function sync(path: string): Promise<void> {
  await withFile(path, { flags: 'r' }, (file) => file.sync())
}

/** Makes the folder and those above it, where they are missing, for the owner alone. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '')
}
