import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { tarEntries } from './tar-entries.ts'

const FILES = { 'base/5/1259': 1_234_567, 'base/5/empty': 0, 'base/5/block': 512, 'global/pg_control': 8_192 }

/** A tar file by the system's own program. */
function aTarFile(): Buffer {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'base/5'), { recursive: true })
  mkdirSync(join(folder, 'global'))
  for (const [path, bytes] of Object.entries(FILES)) writeFileSync(join(folder, path), Buffer.alloc(bytes, path))
  return execFileSync('tar', ['-c', '--format=ustar', '-C', folder, 'base', 'global'], { maxBuffer: 10_000_000 })
}

async function* cut(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes)
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function read(source: AsyncIterable<Uint8Array>, isWanted = (_: string): boolean => true) {
  const files: Record<string, Buffer> = {}
  const folders: string[] = []
  for await (const { path, isFolder, content } of tarEntries(source)) {
    if (isFolder) folders.push(path)
    else if (isWanted(path)) files[path] = await whole(content)
  }
  return { files, folders }
}

test.each([1_000, 512, 65_536, 10_000_000])(
  'a tar file is taken apart, however it arrives: %i bytes',
  async (bytes) => {
    const { files, folders } = await read(cut(aTarFile(), bytes))

    expect(folders.sort()).toEqual(['base', 'base/5', 'global'])
    expect(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, content.length]))).toEqual(FILES)
    for (const [path, content] of Object.entries(files)) {
      expect(content.equals(Buffer.alloc(content.length, path)), path).toBe(true)
    }
  },
)

test('a file that nobody reads is passed over', async () => {
  const { files } = await read(cut(aTarFile(), 4_096), (path) => path.startsWith('global'))

  expect(Object.keys(files)).toEqual(['global/pg_control'])
  expect(files['global/pg_control']?.length).toBe(8_192)
})

test('a tar file that was cut off, damaged, or has a link is refused', async () => {
  const whole = aTarFile()
  const damaged = Buffer.from(whole)
  damaged[0] = (damaged[0] ?? 0) ^ 1
  const folder = temporaryFolder()
  execFileSync('ln', ['-s', '/elsewhere', join(folder, 'link')])
  const withLink = execFileSync('tar', ['-c', '--format=ustar', '-C', folder, 'link'])

  await expect(read(cut(whole.subarray(0, 100_000), 4_096))).rejects.toThrow('The tar file ends in the middle.')
  await expect(read(cut(damaged, 4_096))).rejects.toThrow('A header of the tar file is damaged.')
  await expect(read(cut(withLink, 4_096))).rejects.toThrow(
    'The tar file has link, which is neither a file nor a folder.',
  )
})
