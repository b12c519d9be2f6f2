import { randomBytes } from 'node:crypto'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { openDataFolder } from '../files/data-folder.ts'
import { loadSecrets, Secrets, secretKeyFileOf } from './secrets.ts'

const secrets = new Secrets(Buffer.alloc(32, 7))

test('a sealed value opens with the same key and context', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, context) => {
      const plain = Buffer.from(bytes)
      const sealed = secrets.seal(plain, context)

      expect(secrets.open(sealed, context)).toEqual(plain)
      expect(sealed.equals(secrets.seal(plain, context))).toBe(false)
    }),
  )
})

test('a sealed value does not open with another key, another context or a changed bit', () => {
  const sealed = secrets.seal('a secret', 'shop1')
  const other = new Secrets(Buffer.alloc(32, 8))

  expect(() => other.open(sealed, 'shop1')).toThrow()
  expect(() => secrets.open(sealed, 'shop2')).toThrow()
  for (let position = 0; position < sealed.length; position += 1) {
    const changed = Buffer.from(sealed)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(() => secrets.open(changed, 'shop1')).toThrow()
  }
})

test('an authentication code depends on the key, the purpose and the data', () => {
  const code = secrets.code('audit', 'entry')

  expect(secrets.isCodeOf(code, 'audit', 'entry')).toBe(true)
  expect(secrets.isCodeOf(code, 'audit', 'other')).toBe(false)
  expect(secrets.isCodeOf(code, 'other', 'entry')).toBe(false)
  expect(secrets.isCodeOf(code.subarray(1), 'audit', 'entry')).toBe(false)
})

test('the data folder keeps a key that only its owner may read', () => {
  const folder = openDataFolder(temporaryFolder())

  const first = loadSecrets({ secretKey: undefined }, folder)
  const second = loadSecrets({ secretKey: undefined }, folder)

  expect(second.open(first.seal('a secret', ''), '').toString()).toBe('a secret')
  expect(statSync(secretKeyFileOf(folder)).mode & 0o777).toBe(0o600)
})

test('the configured key is used instead, and a damaged file is named', () => {
  const folder = openDataFolder(temporaryFolder())
  const key = randomBytes(32)
  writeFileSync(secretKeyFileOf(folder), 'short', { mode: 0o600 })

  const configured = loadSecrets({ secretKey: key.toString('base64') }, folder)

  expect(configured.code('x', 'y')).toEqual(new Secrets(key).code('x', 'y'))
  expect(() => loadSecrets({ secretKey: undefined }, folder)).toThrow(/secret\.key is damaged/)
})

test('a key that others can read is refused with the command that repairs it', () => {
  const folder = openDataFolder(temporaryFolder())
  loadSecrets({ secretKey: undefined }, folder)
  const file = secretKeyFileOf(folder)
  chmodSync(file, 0o640)

  const load = () => loadSecrets({ secretKey: undefined }, folder)

  expect(load).toThrow(`The secret key ${file} can be read by other users (mode 640): run "chmod 600 ${file}".`)
  chmodSync(file, 0o600)
  expect(load).not.toThrow()
})
