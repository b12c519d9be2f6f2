import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileResponse, type ServedFile } from './file-response.ts'

const file: ServedFile = {
  name: 'Daily.csv',
  contentType: 'text/csv; charset=utf-8',
  bytes: 5_000,
  sha256: 'abc',
  isCompressible: true,
}
const TAG = '"abc"'
const PACKED_TAG = '"abc-gzip"'

describe('the whole file', () => {
  test('a plain request gets the whole file uncompressed, with its length', () => {
    expect(fileResponse(file, {})).toEqual({
      status: 200,
      headers: {
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'content-disposition': 'attachment; filename="Daily.csv"',
        'content-length': '5000',
        'content-type': 'text/csv; charset=utf-8',
        etag: TAG,
        vary: 'accept-encoding',
      },
      part: undefined,
      isCompressed: false,
    })
  })

  test('a client that accepts gzip gets the file compressed, without a length and with its own ETag', () => {
    const { status, headers, isCompressed } = fileResponse(file, { acceptEncoding: 'br, gzip' })

    expect({ status, isCompressed }).toEqual({ status: 200, isCompressed: true })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: PACKED_TAG })
    expect(headers).not.toHaveProperty('content-length')
  })

  test.each([
    ['is in a compressed format', { ...file, isCompressible: false }],
    ['is small', { ...file, bytes: 1_000 }],
  ])('the file is sent uncompressed where it %s', (_why, given) => {
    expect(fileResponse(given, { acceptEncoding: 'gzip' })).toMatchObject({ isCompressed: false })
  })
})

describe('a part of the file', () => {
  test('a part is never compressed', () => {
    const response = fileResponse(file, { range: 'bytes=0-9', acceptEncoding: 'gzip' })

    expect(response).toMatchObject({ status: 206, part: { start: 0, end: 9 }, isCompressed: false })
    expect(response.headers).toMatchObject({
      'content-length': '10',
      'content-range': 'bytes 0-9/5000',
      etag: TAG,
    })
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  test.each([
    ['the same tag', TAG, 206],
    ['another tag', '"other"', 200],
    ['a weak tag', `W/${TAG}`, 200],
    ['the tag of the compressed form', PACKED_TAG, 200],
    ['a date', 'Mon, 09 Mar 2026 10:00:00 GMT', 200],
  ])('If-Range with %s decides between the part and the whole file', (_what, ifRange, status) => {
    const response = fileResponse(file, { range: 'bytes=0-9', ifRange })

    expect(response).toMatchObject({ status, isCompressed: false })
  })

  test('a part outside the file is refused with the file’s length', () => {
    expect(fileResponse(file, { range: 'bytes=5000-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */5000' },
    })
  })

  test('a request for several parts gets the whole file, uncompressed', () => {
    const asked = { range: 'bytes=0-1,4-5', acceptEncoding: 'gzip' }

    expect(fileResponse(file, asked)).toMatchObject({ status: 200, isCompressed: false })
  })
})

describe('a file that the client has', () => {
  test.each([
    [TAG, undefined, TAG],
    [`W/${TAG}`, undefined, TAG],
    [`"x", ${TAG}`, undefined, TAG],
    [PACKED_TAG, 'gzip', PACKED_TAG],
    [PACKED_TAG, undefined, PACKED_TAG],
    [TAG, 'gzip', TAG],
    ['*', 'gzip', PACKED_TAG],
  ])('a file known as %s is not sent again with Accept-Encoding %s', (ifNoneMatch, acceptEncoding, etag) => {
    const response = fileResponse(file, { ifNoneMatch, acceptEncoding, range: undefined })

    expect(response).toMatchObject({ status: 304, headers: { etag } })
    expect(response.headers).not.toHaveProperty('content-length')
  })

  test('a file is sent if the client has another version', () => {
    expect(fileResponse(file, { ifNoneMatch: '"other", abc' }).status).toBe(200)
  })
})

test('for any request, length and part agree and compressed content has no length', () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('gzip', 'bytes=1-5', TAG)), {
    nil: undefined,
  })
  const asked = fc.record({ range: text, ifRange: text, ifNoneMatch: text, acceptEncoding: text })
  fc.assert(
    fc.property(asked, (request) => {
      const { status, headers, part, isCompressed } = fileResponse(file, request)

      const length = headers['content-length']
      if (status === 206) expect(length).toBe(String((part?.end ?? 0) - (part?.start ?? 0) + 1))
      if (status === 200) expect(length).toBe(isCompressed ? undefined : '5000')
      expect(part !== undefined).toBe(status === 206)
    }),
  )
})
