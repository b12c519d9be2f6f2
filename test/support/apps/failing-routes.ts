import Type from 'typebox'
import { AppError } from '../../../src/kernel/errors.ts'
import type { RoutePlugin } from '../../../src/platform/http/server/create-http-app.ts'

const Body = Type.Object({
  name: Type.String({ maxLength: 5 }),
  limits: Type.Object({ from: Type.Integer() }),
})

/** Routes below a service's prefix that fail in every way the service itself may. */
export function failingRoutes(prefix: string): RoutePlugin {
  return async (app) => {
    app.post(`${prefix}/things`, { schema: { body: Body } }, async () => ({}))
    app.get(`${prefix}/missing`, async () => {
      throw new AppError('not-found', 'NOT_FOUND', 'There is no such thing.')
    })
    app.get(`${prefix}/broken`, async () => {
      throw new Error('password of the database is hunter2')
    })
    app.get(`${prefix}/unauthenticated`, async () => {
      throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'No key.')
    })
    app.get(`${prefix}/refused`, async () => {
      throw new AppError('conflict', 'TAKEN', 'Taken by <"A & B">.', [{ field: 'name', reason: 'INVALID_DATA' }])
    })
  }
}

/** How to get each failure of a route plugin made above: name, request, status. */
export const FAILURES: readonly (readonly [string, string, RequestInit, number])[] = [
  ['an unknown path', '/nowhere', {}, 404],
  ['another method', '/things', { method: 'DELETE' }, 405],
  ['a missing object', '/missing', {}, 404],
  ['a refusal', '/refused', {}, 409],
  ['another content type', '/things', { ...post('<a/>', 'text/xml') }, 415],
  ['a body too large', '/things', { ...post(`"${'x'.repeat(1024 * 1024)}"`) }, 413],
  ['malformed JSON', '/things', { ...post('{"name": }') }, 400],
  ['wrong fields', '/things', { ...post('{"name":"too long","limits":{}}') }, 400],
  ['a path that cannot be decoded', '/%E0%A4', {}, 400],
  ['a bug', '/broken', {}, 500],
]

export function post(body: string, contentType = 'application/json'): RequestInit {
  return { method: 'POST', headers: { 'content-type': contentType }, body }
}
