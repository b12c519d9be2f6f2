import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets/secrets.ts'
import type { StoredCredential } from '../credentials/credential-store.ts'
import { sealContext } from '../credentials/make-secret.ts'
import { KeyMaterial } from './key-material.ts'

const owner = { organizationId: 'shop', credentialId: 'c1' }

function aCredential(secrets: Secrets, macKey: Buffer): StoredCredential & { readonly sealed: Buffer } {
  const sealed = secrets.seal(macKey.toString('base64'), sealContext(owner))
  return { credential: owner as StoredCredential['credential'], secret: { type: 'shared-secret', sealed }, sealed }
}

test('a secret is opened once for as long as its key is remembered', () => {
  const secrets = new Secrets(randomBytes(32))
  const macKey = randomBytes(32)
  const { sealed, ...found } = aCredential(secrets, macKey)
  const keys = new KeyMaterial(secrets)

  const first = keys.macKeyOf(found)
  sealed.fill(0)

  expect(first).toEqual(macKey)
  expect(keys.macKeyOf(found)).toEqual(macKey)
  expect(keys.macKeyOf(found)).toEqual(macKey)
})

test('bytes that are erased after use are there for the next one', () => {
  const secrets = new Secrets(randomBytes(32))
  const macKey = randomBytes(32)
  const { sealed: _, ...found } = aCredential(secrets, macKey)
  const keys = new KeyMaterial(secrets)

  keys.macKeyOf(found).fill(0)

  expect(keys.macKeyOf(found)).toEqual(macKey)
})

test('an unknown key gives a secret that nobody knows', () => {
  const keys = new KeyMaterial(new Secrets(randomBytes(32)))

  expect(keys.macKeyOf(undefined)).toHaveLength(32)
  expect(keys.macKeyOf(undefined)).toEqual(keys.macKeyOf(undefined))
})
