import { expect, test } from 'vitest'
import { dataUriOf, LOGO_BYTES_MAX, readLogo } from './logo.ts'

const bytes = Buffer.from([0, 1, 2, 250, 251, 252, 253])
const text = bytes.toString('base64')

test.each([
  ['Base64', text],
  ['Base64 without padding', text.replace(/=+$/, '')],
  ['Base64 in lines', ` ${text.slice(0, 4)}\r\n${text.slice(4)}\n`],
  ['a data URI, as answers carry it', dataUriOf({ type: 'image/png', bytes })],
  ['a data URI of any type, which counts for nothing', `DATA:text/html;charset=x;base64,${text}`],
])('a logo is read from %s', (_name, sent) => {
  expect(readLogo(sent)).toEqual({ bytes })
})

test.each([['<svg/>'], ['AAA-_w=='], ['AAAAA'], ['A=AA'], ['AAAA==='], ['data:image/png,AAAA'], [7], [{}], [true]])(
  'a logo is not read from %j',
  (sent) => {
    expect(readLogo(sent)).toMatchObject({ problem: expect.stringMatching(/Base64/) })
  },
)

test('a logo has at most 1,048,576 bytes', () => {
  const sized = (length: number) => readLogo(Buffer.alloc(length).toString('base64'))

  expect(LOGO_BYTES_MAX).toBe(1_048_576)
  expect(sized(LOGO_BYTES_MAX)).toHaveProperty('bytes')
  expect(sized(LOGO_BYTES_MAX + 1)).toEqual({
    problem: 'is too large: the limit is 1048576 bytes',
  })
})
