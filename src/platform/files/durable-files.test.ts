import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { writeDurably } from './durable-files.ts'

const MEBIBYTE = 1024 * 1024

test('a file does not count as written if an early flush lost part of it', async () => {
  const path = join(temporaryFolder(), 'file')
  const lost = new Error('EIO: i/o error, fdatasync')
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < 40; index += 1) yield new Uint8Array(MEBIBYTE)
  }

  await using file = await open(path, 'w')
  // The disk's failure is reported to the first who asks; from then on flushes succeed.
  vi.spyOn(file, 'datasync').mockRejectedValueOnce(lost)

  await expect(writeDurably(file, content())).rejects.toBe(lost)
})
