import { expect, test } from 'vitest'
import { exposureOf } from './exposure.ts'

test.each([
  ['sandbox', undefined, undefined, ['hasDocs', 'hasOpenApi', 'hasMetrics']],
  ['sandbox', false, undefined, ['hasOpenApi', 'hasMetrics']],
  ['sandbox', undefined, 9464, ['hasDocs', 'hasOpenApi']],
  ['live', undefined, undefined, []],
  ['live', false, undefined, []],
  ['live', true, undefined, ['hasDocs', 'hasOpenApi']],
  ['live', true, 9464, ['hasDocs', 'hasOpenApi']],
] as const)('%s mode with QUITTANCE_DOCS %s and metrics port %s shows %j', (mode, docs, metricsPort, shown) => {
  const exposure = exposureOf({ docs, metricsPort }, mode)

  expect(Object.keys(exposure).filter((name) => exposure[name as keyof typeof exposure])).toEqual(shown)
})
