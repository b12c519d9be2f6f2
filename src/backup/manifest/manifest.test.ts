import { expect, test } from 'vitest'
import { backupIdOf, startOf } from './backup-id.ts'
import { FORM, formatManifest, type Manifest, readManifest } from './manifest.ts'

const manifest = { form: FORM, backupId: '20261118T090000Z-abcdef', moment: '2026-11-18T09:00:00Z' } as Manifest
const KEY = 'backups/20261118T090000Z-abcdef/manifest.json'

test('a manifest is read as it was written', () => {
  expect(readManifest(KEY, formatManifest(manifest))).toEqual(manifest)
})

test('a manifest that was cut off or changed anywhere is refused by its name', () => {
  const text = formatManifest(manifest)

  for (let length = 0; length < text.length - 1; length += 1) {
    expect(() => readManifest(KEY, text.slice(0, length))).toThrow(`${KEY} is damaged or incomplete`)
  }
  for (let at = 0; at < text.length - 1; at += 1) {
    const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
    expect(() => readManifest(KEY, changed)).toThrow(`${KEY} is damaged or incomplete`)
  }
})

test('a manifest of another form is refused with what to do', () => {
  const later = formatManifest({ ...manifest, form: 2 as typeof FORM })

  expect(() => readManifest(KEY, later)).toThrow(`${KEY} has form 2, and this version reads form 1`)
})

test('an id has the time of its backup, and other names are none', () => {
  const id = backupIdOf(Temporal.Instant.from('2026-11-18T09:00:00.6Z'), '1a2b3c4d-0000')

  expect(id).toBe('20261118T090001Z-1a2b3c')
  expect(startOf(id)?.toString()).toBe('2026-11-18T09:00:01Z')
  for (const other of ['', 'mine', '20261118T090001Z', `${id}x`]) expect(startOf(other)).toBeUndefined()
})
