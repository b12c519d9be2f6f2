import { expect, test } from 'vitest'
import { AllowedMethods } from './allowed-methods.ts'

test.each([
  ['/reports', ['GET', 'HEAD']],
  ['/reports/17', ['DELETE']],
  ['/reports/17/lines', []],
  ['/files/a/b.csv', ['PUT']],
  ['/v1/things:search', ['POST']],
  ['/xreports', []],
  ['/pay/17', ['GET']],
])('%s allows %j', (path, methods) => {
  const allowed = new AllowedMethods()
  allowed.add('/reports', 'HEAD')
  allowed.add('/reports', ['GET'])
  allowed.add('/reports/:id', 'DELETE')
  allowed.add('/files/*', 'PUT')
  allowed.add('/v1/things::search', 'POST')
  allowed.add('/pay/:id(\\d+)', 'GET')

  expect(allowed.of(path)).toEqual(methods)
})
