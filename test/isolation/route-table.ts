import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Row } from './row.ts'

/** A route as it is registered: `GET /invoicing/v2/invoices/:id`, and whether a key is needed. */
export type RegisteredRoute = { readonly route: string; readonly isPublic: boolean }

/** Starts an app and collects every route that is registered in it, hidden ones and those of plugins included. */
export async function withRouteTable<Started>(
  start: () => Promise<Started>,
): Promise<{ readonly started: Started; readonly routes: readonly RegisteredRoute[] }> {
  const registered: RouteOptions[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void registered.push(route))
  }
  subscribe('fastify.initialization', collect)
  try {
    const started = await start()
    return { started, routes: registered.flatMap(routesOf) }
  } finally {
    unsubscribe('fastify.initialization', collect)
  }
}

function routesOf({ method, url, config }: RouteOptions): readonly RegisteredRoute[] {
  const isPublic = config?.scope === undefined
  return [method].flat().map((one) => ({ route: `${one} ${url}`, isPublic }))
}

/** Mismatches between the registered routes and the rows. A HEAD route has the row of its GET. */
export function rowProblems(routes: readonly RegisteredRoute[], rows: readonly Row[]): readonly string[] {
  const known = new Set(routes.map(({ route }) => route))
  const withoutRow = routes.flatMap(({ route, isPublic }) => {
    const own = rows.filter((row) => row.route === route.replace(/^HEAD /, 'GET '))
    if (own.length === 0) return [`${route} has no row: add one to test/isolation/rows`]
    const declared = own.filter(({ scope }) => (scope === 'public') !== isPublic)
    return declared.map(() => `${route} is ${isPublic ? 'public' : 'not public'}, unlike its row`)
  })
  const withoutRoute = rows.filter(({ route }) => !known.has(route)).map(({ route }) => `${route} is not registered`)
  return [...withoutRow, ...withoutRoute]
}
