import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { packageUrl } from '../../processes/program-files.ts'
import { onFirstUse } from '../errors/on-first-use.ts'
import { StaticResponse } from '../pages/static-response.ts'

/** Drawn from web/reference/icon.svg; not every browser takes an icon as SVG. */
const ICON = packageUrl('web/reference/icon.png')
const HEADERS = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }

/** The icon of our own pages. Browsers ask for it without being asked to, and report a 404 in the console. */
export const iconRoute: FastifyPluginAsync = async (app) => {
  const icon = onFirstUse(async () => new StaticResponse(await readFile(ICON), HEADERS))
  app.get('/favicon.ico', { schema: { hide: true } }, async (request, reply) => (await icon()).send(request, reply))
}
