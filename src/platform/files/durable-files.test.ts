import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { withFile, writeDurably } from './durable-files.ts'

const MEBIBYTE = 1024 * 1024

test('a file does not count as written if an early flush lost part of it', async () => {
  const path = join(temporaryFolder(), 'file')
  await writeFile(path, '')
  const lost = new Error('EIO: i/o error, fdatasync')
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < 40; index += 1) yield new Uint8Array(MEBIBYTE)
  }

  const written = withFile(path, { flags: 'w' }, async (file) => {
    // The disk's failure is reported to the first who asks; from then on flushes succeed.
    vi.spyOn(file, 'datasync').mockRejectedValueOnce(lost)
    await writeDurably(file, content())
  })

  await expect(written).rejects.toBe(lost)
})
