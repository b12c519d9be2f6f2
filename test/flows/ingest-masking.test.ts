import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fieldsOfKind, KINDS, type RecordKind } from '../../src/catalogue/kinds.ts'
import { ndjson } from '../support/http/ingest-client.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'

const CARD = '4111111111111111'
const GROUPED = '5555 5555 5555 4444'
const ACCOUNT = 'DE89370400440532013000'
/** Whatever separates its digits, and in any field. */
const FORBIDDEN = /4111[ -]?1111[ -]?1111|5555[ -]?5555[ -]?5555|89370400440532013|0532013000/

const maskedFields = (kind: RecordKind) => fieldsOfKind(kind).filter(({ masking }) => masking !== undefined)

/** One record for each way of writing a number, good ones and bad ones, with it in every field that is masked. */
function linesOf(kind: RecordKind): string {
  const records = [CARD, Number(CARD), GROUPED, ACCOUNT].map((value, index) => {
    const fields = Object.fromEntries(maskedFields(kind).map(({ wireName }) => [wireName, value]))
    const envelope = { merchantId: 'sandbox-merchant', occurredAt: '2026-03-09T10:00:00Z' }
    return { recordId: `masked-${index}`, ...envelope, fields }
  })
  const [first] = records
  return ndjson(
    ...records,
    { ...first, recordId: 'bad', fields: { ...first?.fields, [CARD]: CARD, [GROUPED]: 1 } },
    { ...first, recordId: 'bad', [CARD]: CARD },
    { ...first, merchantId: CARD },
    `{"recordId": "${CARD}" "${GROUPED}"`,
    `"${CARD}"`,
  )
}

test('full numbers in masked fields reach no table, file, response or log', async () => {
  const folder = await startedDataFolder()
  const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'trace' })
  const { merchant } = JSON.parse(readFileSync(`${folder}/sandbox-credentials.json`, 'utf8'))
  const authorization = `Bearer ${merchant.bearer.key}`
  const engine = engineOfService(service)
  const kinds = Object.values(KINDS).filter((kind) => maskedFields(kind).length > 0)
  const seen: string[] = []

  for (const kind of kinds) {
    const response = await fetch(`${service.url}/ingest/v1/records/${kind.name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-ndjson' },
      body: linesOf(kind),
    })
    const text = await response.text()
    const { accepted, rejectedCount, _links } = JSON.parse(text)
    const file = await fetch(`${service.url}${_links.rejected.href}`, {
      headers: { authorization },
    })
    const rows = await engine.rows(`select * from ${kind.table}`)
    seen.push(text, await file.text(), JSON.stringify(rows))
    expect([kind.name, accepted, rejectedCount]).toEqual([kind.name, 4, 5])
  }
  await service.terminate()
  seen.push(service.output(), readFileSync(`${folder}/logs/stores.log`, 'utf8'))

  expect(kinds.length).toBeGreaterThan(1)
  expect(seen.filter((text) => FORBIDDEN.test(text))).toEqual([])
  expect(seen.join('')).toContain('411111xxxxxx1111')
  expect(seen.join('')).toContain('records ingested')
})
