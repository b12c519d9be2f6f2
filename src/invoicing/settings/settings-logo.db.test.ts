import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aPng, fromPixels, pixelsOf, pngChunk, somePixels, withChunk } from '../../../test/support/data/images.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'

const LOGO_BYTES_MAX = 1_048_576
const SECRET = 'nobody-may-read-this'
const size = { width: 40, height: 30 }
const app = await startApp()
let shops = 0

async function aShop() {
  shops += 1
  return settingsOf(app, await anOrganization(app, `shop${shops}`))
}

const logoOf = ({ body }: { readonly body: { readonly invoiceSettingsInformation: object } }) =>
  (body.invoiceSettingsInformation as { merchantLogo?: string }).merchantLogo
const bytesOf = (uri: string | undefined) => Buffer.from(uri?.split(',')[1] ?? '', 'base64')

/** Padded to a length with invisible data. */
async function aPngOf(length: number): Promise<Buffer> {
  const png = await aPng()
  return withChunk(png, pngChunk('prIv', Buffer.alloc(length - png.length - 12)))
}

test.each(['png', 'gif', 'jpeg'] as const)(
  'a %s is stored without metadata and returned as a data URI',
  async (format) => {
    const { get, put } = await aShop()
    const sent = await fromPixels(somePixels(size), size).toFormat(format).toBuffer()
    const behind = Buffer.concat([sent, Buffer.from(SECRET)])

    const changed = await put({ merchantLogo: behind.toString('base64') })

    const logo = logoOf(changed)
    expect(changed.status).toBe(200)
    expect(logo).toMatch(`data:image/${format};base64,`)
    expect(bytesOf(logo).includes(SECRET)).toBe(false)
    expect(logoOf(await get())).toBe(logo)
    if (format === 'png') expect(await pixelsOf(bytesOf(logo))).toEqual(await pixelsOf(sent))
  },
)

test('a logo that is sent back as it was read keeps every byte', async () => {
  const { put } = await aShop()
  const sent = await fromPixels(somePixels(size), size).jpeg({ quality: 60 }).toBuffer()
  const first = logoOf(await put({ merchantLogo: sent.toString('base64') }))

  const second = logoOf(await put({ merchantLogo: first }))

  expect(second).toBe(first)
})

test('a logo stays until it is replaced, or removed by an empty value', async () => {
  const { put } = await aShop()
  const first = logoOf(await put({ merchantLogo: (await aPng()).toString('base64') }))

  const kept = logoOf(await put({ shipTo: true }))
  const gone = logoOf(await put({ merchantLogo: '' }))

  expect(kept).toBe(first)
  expect(gone).toBeUndefined()
})

test('a logo of 1,048,576 bytes is accepted, and one byte more is not', async () => {
  const { put } = await aShop()
  const sized = async (length: number) => put({ merchantLogo: (await aPngOf(length)).toString('base64') })

  const [fits, tooLarge] = [await sized(LOGO_BYTES_MAX), await sized(LOGO_BYTES_MAX + 1)]

  expect(fits.status).toBe(200)
  expect(tooLarge).toMatchObject({ status: 400, body: { reason: 'INVALID_IMAGE' } })
})

test('a body of up to 2 MiB is read, a larger one has an invalid image', async () => {
  const { put } = await aShop()
  const frame = JSON.stringify({ invoiceSettingsInformation: { unknown: '' } }).length
  const sized = (length: number) => put({ unknown: 'x'.repeat(length - frame) })

  expect((await sized(2 * 1024 * 1024)).status).toBe(200)
  for (const length of [2 * 1024 * 1024 + 1, 5 * 1024 * 1024]) {
    const { status, body } = await sized(length)
    expect([status, body.reason]).toEqual([400, 'INVALID_IMAGE'])
    expect(body.message).toContain('merchantLogo is too large: the limit is 1048576 bytes')
    expect(body.details).toEqual([{ field: 'invoiceSettingsInformation.merchantLogo', reason: 'INVALID_DATA' }])
  }
})

test.each([
  ['no Base64', async () => '<svg/>', 'is not valid Base64'],
  ['no picture', async () => Buffer.from('<svg/>').toString('base64'), 'must be a gif, jpg or png'],
  [
    'another type than it claims',
    async () =>
      `data:image/png;base64,${(await fromPixels(somePixels(size), size).webp().toBuffer()).toString('base64')}`,
    'must be a gif, jpg or png',
  ],
  ['cut off', async () => (await aPng()).subarray(0, 60).toString('base64'), 'cannot be decoded'],
])('a logo that is %s is an invalid image', async (_name, make, sentence) => {
  const { get, put } = await aShop()

  const { status, body } = await put({ merchantLogo: await make(), shipTo: true })

  expect([status, body.reason]).toEqual([400, 'INVALID_IMAGE'])
  expect(body.message).toBe(`Invalid image: invoiceSettingsInformation.merchantLogo ${sentence}.`)
  expect(body.details).toEqual([{ field: 'invoiceSettingsInformation.merchantLogo', reason: 'INVALID_DATA' }])
  expect((await get()).body.invoiceSettingsInformation).toMatchObject({ shipTo: false })
})

test('a large response is replayed for its Idempotency-Key', async () => {
  const { put } = await aShop()
  const noise = { width: 500, height: 500 }
  const merchantLogo = (await aPng(noise)).toString('base64')
  const key = { 'idempotency-key': 'logo' }

  const first = await put({ merchantLogo }, key)
  const second = await put({ merchantLogo }, key)
  const other = await put({ merchantLogo, shipTo: true }, key)

  expect(first.text.length).toBeGreaterThan(1_000_000)
  expect([first.status, first.replayed, second.replayed, other.status]).toEqual([200, null, 'true', 409])
  expect(second.text === first.text).toBe(true)
  const { rows } = await app.database.pool.query<{ bytes: string }>('select sum(bytes) as bytes from idempotency_usage')
  expect(Number(rows[0]?.bytes)).toBeGreaterThan(first.text.length)
})
