import { rmSync } from 'node:fs'
import { request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createBearerKey, type SCOPES } from '../../../src/organizations/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { FileStore } from '../../../src/platform/file-store/file-store.ts'
import { openFileStore } from '../../../src/platform/file-store/open-file-store.ts'
import type { HttpLimits } from '../../../src/platform/http/server/http-limits.ts'
import { downloadRoutes, reportingErrors } from '../../../src/reporting/index.ts'
import { anOrganization, aTester, testSecrets } from '../data/organizations.ts'
import { aDatabase } from '../processes/queue-node.ts'
import { fileResources } from '../run/file-resources.ts'
import { anAbsentEngine } from '../stores/absent-engine.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { startAuthenticatedApp } from './authenticated-app.ts'

/** Nobody is there: reports are served from what was stored of them. */
const NO_RECORDS = {
  engine: anAbsentEngine(),
  baseUrl: 'https://pay.example.com',
  agingLookBackDays: 180,
}

type Headers = Readonly<Record<string, string>>
export type Keyed = Awaited<ReturnType<typeof anOrganization>>

/** A report store in a folder that goes away with the test file. */
export async function aReportStore(): Promise<FileStore> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  return openFileStore({ kind: 'folder', folder })
}

/** The routes of reports that are there, with a partner above two merchants and another beside them. */
export async function startReportsApp(
  given: { readonly reports?: FileStore; readonly limits?: Partial<HttpLimits> } = {},
) {
  const { database } = await aDatabase()
  const reports = given.reports ?? (await aReportStore())
  const app = await startAuthenticatedApp({
    database,
    routes: [downloadRoutes({ ...NO_RECORDS, database, reports, machineClock: systemClock })],
    http: { errorShapes: [reportingErrors], limits: given.limits ?? {} },
  })
  const partner = await anOrganization({ database }, 'partner', { type: 'partner' })
  const shop = await anOrganization({ database }, 'shop', { parentId: 'partner' })
  const sister = await anOrganization({ database }, 'sister', { parentId: 'partner' })
  const foreign = await anOrganization({ database }, 'foreign')

  /** The same organization with a key that may do this alone. */
  async function withScope(by: Keyed, scope: (typeof SCOPES)[number]): Promise<Keyed> {
    const deps = { db: database, machineClock: systemClock, secrets: testSecrets }
    const { organizationId } = by.organization
    const terms = { label: scope, scopes: [scope], expiresAt: undefined }
    return { ...by, bearer: await createBearerKey(deps, { organizationId, by: aTester }, terms) }
  }

  /** Nothing is decoded, and no header is added but the key. */
  async function ask(by: Keyed | undefined, path: string, headers: Headers = {}, method = 'GET') {
    const authorization = by === undefined ? {} : { authorization: `Bearer ${by.bearer.key}` }
    return answerOf(`${app.url}/reporting/v3${path}`, {
      method,
      headers: { ...authorization, ...headers },
    })
  }

  return { ...app, database, reports, partner, shop, sister, foreign, ask, withScope }
}

async function answerOf(url: string, options: { method: string; headers: Headers }) {
  return new Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly bytes: Buffer
    readonly text: string
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
    readonly body: any
  }>((resolve, reject) => {
    const request = startRequest(url, options, (answer) => {
      buffer(answer).then((bytes) => {
        const text = bytes.toString()
        const isJson = /^application\/(?:hal\+)?json/.test(String(answer.headers['content-type']))
        const body = isJson && text !== '' ? JSON.parse(text) : undefined
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text, body })
      }, reject)
    })
    request.once('error', reject)
    request.end()
  })
}
