import type { FastifyInstance } from 'fastify'
import { notActivated } from '../../stores/restored-copy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a copy that is not activated serves this route although its method is not one that only reads. */
    isServedByCopy?: boolean
  }
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what would change a restored copy, before the caller is known or the body is read. */
export function addCopyGate(app: FastifyInstance, isCopy: () => boolean): void {
  app.addHook('onRequest', async ({ method, routeOptions: { config } }) => {
    if (READING_METHODS.has(method) || config.isServedByCopy === true || !isCopy()) return
    throw notActivated()
  })
}
