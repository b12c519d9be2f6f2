import { Agent, type IncomingMessage, request as startRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { findReportDefinition } from '../src/catalogue/report-definitions.ts'
import { openUnreadSockets } from './unread-sockets.ts'

/**
 * A merchant that misbehaves, in a process of its own: `node bench/fairness-attacks.ts <attack> <url> <key>`. It goes on
 * until it is killed, and writes a line once it has begun.
 */

type Target = { readonly url: string; readonly key: string }
type Call = {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: Buffer
  readonly encoding?: string
}
type Attack = (target: Target) => Promise<void>

const CONCURRENCY = 40
const MEBIBYTE = 1024 * 1024
const INVOICES = '/invoicing/v2/invoices'
const UPLOADS = '/ingest/v1/records/transaction'
const JSON_TYPE = 'application/json'
const NDJSON_TYPE = 'application/x-ndjson'

const ATTACKS: Readonly<Record<string, Attack>> = {
  'search flood': (target) => flood(target, CONCURRENCY, () => ({ method: 'GET', path: `${INVOICES}?search=a` })),
  'list flood': (target) =>
    flood(target, CONCURRENCY, () => ({ method: 'GET', path: `${INVOICES}?sort=totalAmount:desc&limit=1000` })),
  'silent uploads': silentUploads,
  'compression bombs': async (target) => {
    const body = gzipSync(Buffer.alloc(200 * MEBIBYTE, 'x\n'))
    await flood(target, 8, () => ({ method: 'POST', path: UPLOADS, type: NDJSON_TYPE, encoding: 'gzip', body }))
  },
  'slow readers': slowReaders,
  'image flood': async (target) => {
    const side = { width: 3_000, height: 3_000, channels: 3 as const, background: '#336699' }
    const logo = (await sharp({ create: side }).png().toBuffer()).toString('base64')
    const body = jsonOf({ headerStyle: {}, invoiceSettingsInformation: { merchantLogo: logo } })
    await flood(target, CONCURRENCY, () => ({
      method: 'PUT',
      path: '/invoicing/v2/invoiceSettings',
      type: JSON_TYPE,
      body,
    }))
  },
  'report flood': (target) =>
    flood(target, 8, () => ({
      method: 'POST',
      path: '/reporting/v3/reports',
      type: JSON_TYPE,
      body: jsonOf(anOrder()),
    })),
  'write flood': (target) =>
    flood(target, CONCURRENCY, () => ({ method: 'POST', path: INVOICES, type: JSON_TYPE, body: NEW_INVOICE })),
}

const NEW_INVOICE = jsonOf({
  customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com' },
  invoiceInformation: { description: 'Engine parts', dueDate: '2030-01-01', deliveryMode: 'none' },
  orderInformation: { amountDetails: { totalAmount: '246.00', currency: 'USD' } },
})

function jsonOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function anOrder(): object {
  return {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: findReportDefinition('TransactionRequestClass')?.defaultFields,
    reportName: `flood ${performance.now()}`.replace('.', '-'),
    reportMimeType: 'text/csv',
    reportStartTime: '2026-03-01T00:00:00Z',
    reportEndTime: '2026-03-31T00:00:00Z',
  }
}

/** Sends requests over n connections, each right after the response to the one before it, whatever that is. */
async function flood(target: Target, concurrency: number, next: () => Call): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const loop = async (): Promise<void> => {
    for (;;) await send(target, agent, next()).catch(() => sleep(10))
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

async function send({ url, key }: Target, agent: Agent, call: Call): Promise<void> {
  const { method, path, type, body, encoding } = call
  const headers = {
    authorization: `Bearer ${key}`,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    ...(body === undefined ? {} : { 'content-length': body.length }),
  }
  const answered = Promise.withResolvers<IncomingMessage>()
  startRequest(`${url}${path}`, { method, agent, headers }, answered.resolve).once('error', answered.reject).end(body)
  const ended = Promise.withResolvers<void>()
  const response = await answered.promise
  response.once('error', ended.reject).once('close', ended.resolve).resume()
  await ended.promise
}

/** Uploads whose bodies never come; one that is cut off is opened again. */
async function silentUploads({ url, key }: Target): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const open = (): void => {
    const socket = connect({ host, port: Number(port) })
    socket.write(
      `POST ${UPLOADS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: ${NDJSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    socket
      .on('error', () => {})
      .once('close', () => setTimeout(open, 10))
      .resume()
  }
  for (let count = 0; count < 4 * CONCURRENCY; count += 1) open()
}

/** Connections that ask for a large response and do not read it. */
async function slowReaders({ url }: Target): Promise<void> {
  for (;;) {
    const sockets = await openUnreadSockets({ url, path: '/docs/js/scalar.js' }, 5 * CONCURRENCY)
    await sleep(5_000)
    for (const socket of sockets) socket.destroy()
  }
}

const [name = '', url = '', key = ''] = process.argv.slice(2)
const attack = ATTACKS[name]
if (attack === undefined) throw new Error(`There is no attack ${name}.`)
const attacking = attack({ url, key })
process.stdout.write('begun\n')
await attacking
