import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'

/** The commands of the README's quick start. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
const run = promisify(execFile)

test('the quick start leads to a signed request, with curl and with the SDK', async () => {
  const folder = temporaryDataFolder()
  const service = await startService(folder)
  const type = async (lines: string): Promise<unknown> => {
    const there = lines
      .replaceAll('http://127.0.0.1:8080', service.url)
      .replaceAll('./data/', `${folder}/`)
      .replace('sdk-me.cjs', `sdk-me.cjs ${folder}`)
      .replaceAll('curl ', 'curl --silent ')
    const { stdout } = await run('bash', ['-euc', there], { cwd: root })
    return JSON.parse(stdout)
  }
  const blockWith = (words: string): string => {
    const found = blocks.find((block) => block.includes(words))
    if (found === undefined) throw new Error(`The README has no commands with "${words}".`)
    return found
  }

  const keyLine = blockWith('organizations/v1/me').split('\n')[0]
  const byCurl = await type(blockWith('organizations/v1/me'))
  const bySdk = await type(blockWith('sdk-me.cjs'))
  const invoice = await type(`${keyLine}\n${blockWith('"sendImmediately": true')}`)
  const invoices = await type(`${keyLine}\n${blockWith('$KEY" http://127.0.0.1:8080/invoicing')}`)
  const clock = await type(`${keyLine}\n${blockWith('sandbox/v1/clock')}`)

  const merchant = { organizationId: 'sandbox-merchant', parentId: 'sandbox-partner' }
  expect(byCurl).toMatchObject({ organization: merchant, authentication: { scheme: 'bearer' } })
  expect(bySdk).toMatchObject({
    organization: merchant,
    authentication: { scheme: 'http_signature' },
  })
  expect(invoice).toMatchObject({ id: '1', status: 'SENT' })
  expect(invoices).toMatchObject({ totalInvoices: 1, invoices: [{ id: '1' }] })
  expect(clock).toMatchObject({ now: expect.any(String), offsetMs: expect.any(Number) })
  await service.terminate()
})
