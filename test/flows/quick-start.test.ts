import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { introduction } from '../../src/main/introduction.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'

/** The commands of the README, and of the beginning of the API reference. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
const run = promisify(execFile)

test('the quick look leads to an invoice, a page and mails, and to a signed request with the SDK', async () => {
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

  const first = blockWith('"sendImmediately": true')
  const keyLine = first.split('\n')[0]
  const invoice = (await type(first)) as { readonly invoiceInformation: { readonly paymentLink: string } }
  const page = await fetch(invoice.invoiceInformation.paymentLink)
  const key = (await type(`${keyLine}\nnode -p "JSON.stringify('$KEY')"`)) as string
  const mails = async () =>
    (await fetch(`${service.url}/sandbox/v1/messages`, { headers: { authorization: `Bearer ${key}` } })).json()
  const byCurl = await type(`${keyLine}\n${blockWith('organizations/v1/me')}`)
  const bySdk = await type(blockWith('sdk-me.cjs'))
  const invoices = await type(`${keyLine}\n${blockWith('$KEY" http://127.0.0.1:8080/invoicing')}`)
  const clock = await type(`${keyLine}\n${blockWith('sandbox/v1/clock')}`)

  const merchant = { organizationId: 'sandbox-merchant', parentId: 'sandbox-partner' }
  expect(byCurl).toMatchObject({ organization: merchant, authentication: { scheme: 'bearer' } })
  expect(bySdk).toMatchObject({
    organization: merchant,
    authentication: { scheme: 'http_signature' },
  })
  expect(invoice).toMatchObject({ id: '1', status: 'SENT' })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('$250.05')])
  await expect.poll(mails).toMatchObject({ messages: [{ kind: 'invoice', to: 'tanya.lee@example.com' }] })
  expect(invoices).toMatchObject({ totalInvoices: 1, invoices: [{ id: '1' }] })
  expect(clock).toMatchObject({ now: expect.any(String), offsetMs: expect.any(Number) })
  await service.terminate()
})

test('the API reference begins with commands of the README', () => {
  const begin = introduction({ mode: 'sandbox', baseUrl: 'http://127.0.0.1:8080' })

  const commands = [...begin.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)

  expect(commands).toHaveLength(1)
  expect(blocks).toEqual(expect.arrayContaining(commands))
})
