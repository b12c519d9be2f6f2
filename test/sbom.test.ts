import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeSbom, productionPackages, readLock } from '../scripts/sbom.ts'

const sbom = await makeSbom()
const packages = productionPackages(await readLock())

const keyOf = ({ name, version }: { readonly name: string; readonly version?: string | undefined }) =>
  `${name}@${version}`
const hashOf = (integrity = '') => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

test('the bill of materials has every production package of the lock file, of all platforms, and no other', () => {
  const listed = new Set(sbom.components.map(keyOf))

  expect([...listed].sort()).toEqual([...new Set(packages.map(keyOf))].sort())
  for (const platform of ['linux-x64', 'linux-arm64']) {
    expect([...listed].filter((name) => name.includes(platform)).length).toBeGreaterThan(2)
  }
})

test('every package of the bill has its licence and the hash of the lock file', () => {
  const integrities = new Map(packages.map((locked) => [keyOf(locked), hashOf(locked.integrity)]))

  const wrong = sbom.components.filter(
    (component) =>
      (component.licenses ?? []).length === 0 ||
      component.hashes?.[0]?.alg !== 'SHA-512' ||
      component.hashes[0].content !== integrities.get(keyOf(component)),
  )

  expect(wrong.map(keyOf)).toEqual([])
})

test('the bill names the product, and neither the machine that wrote it nor its registry', () => {
  const text = JSON.stringify(sbom)

  expect(sbom.metadata.component.name).toBe('quittance')
  expect(text).not.toContain(fileURLToPath(new URL('..', import.meta.url)))
  expect(text).not.toContain(hostname())
  expect(text).not.toMatch(/registry|resolved|timestamp|serialNumber|\/tmp|https:/)
})
