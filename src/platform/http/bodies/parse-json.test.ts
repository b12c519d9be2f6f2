import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../kernel/errors.ts'
import { findJsonSyntaxError } from './json-syntax.ts'
import { parseJson } from './parse-json.ts'

describe('exact numbers', () => {
  test.each([
    ['12.50', 12.5],
    ['-0.1', -0.1],
    ['1e3', 1000],
    ['1.5E-3', 0.0015],
    ['1e21', 1e21],
    ['9007199254740992', 9007199254740992],
    ['0.00000000000000000', 0],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678.90', '123456789012345678.90'],
    ['-99999999999999999.99', '-99999999999999999.99'],
    ['0.1000000000000000000001', '0.1000000000000000000001'],
    ['1e400', '1e400'],
    ['1e-400', '1e-400'],
  ])('%s is read as %j', (source, expected) => {
    expect(parseJson(`{"amount": ${source}}`)).toEqual({ amount: expected })
  })

  test('every decimal arrives as the same decimal, as number or as text', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.stringMatching(/^\d{1,6}$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`)

    fc.assert(
      fc.property(decimal, (source) => {
        const value = (parseJson(`[${source}]`) as unknown[])[0]
        expect(typeof value === 'number' ? value : Number(value)).toBe(Number(source))
        if (typeof value === 'string') expect(value).toBe(source)
      }),
    )
  })

  test('a number with any exponent arrives as number only if that is the same decimal', () => {
    const number = fc
      .tuple(fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?$/), fc.integer({ min: -330, max: 330 }))
      .map(([mantissa, exponent]) => `${mantissa}E${exponent}`)

    fc.assert(
      fc.property(number, (source) => {
        const value = (parseJson(`[${source}]`) as unknown[])[0]
        if (typeof value === 'number') expect(fractionOf(String(value))).toEqual(fractionOf(source))
        else expect(value).toBe(source)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['["12345678901234567890", "\\"1e400", "1e400\\\\"]', '{"12345678901234567890":1,"a\\"1e400":"1e400"}'])(
    'digits in names and strings stay as they are: %s',
    (text) => {
      const withNumber = `[${text},1e400]`

      expect(parseJson(withNumber)).toEqual([JSON.parse(text), '1e400'])
    },
  )

  test('strings are read as the engine reads them', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/__proto__|constructor/.test(text))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('harmful names', () => {
  test.each(['{"a":{"__proto__":{"x":1}}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{"x":1}}}'])(
    '%s is refused',
    (text) => {
      expect(() => parseJson(text)).toThrow(AppError)
    },
  )

  test('constructor as an ordinary name is accepted', () => {
    expect(parseJson('{"constructor":"Builder Ltd"}')).toEqual({ constructor: 'Builder Ltd' })
  })
})

describe('1 MiB', () => {
  const zeros = '0'.repeat(1024 * 1024)

  test.each([
    ['a fraction of many digits', `[1.${zeros}1]`, [`1.${zeros}1`]],
    ['a whole number of many digits', `[1${zeros}]`, [`1${zeros}`]],
    ['many zeros', `[0.${zeros}]`, [0]],
  ])('1 MiB of %s is read quickly', (_, text, expected) => {
    expect(parseJson(text)).toEqual(expected)
  })
})

describe('malformed JSON', () => {
  test.each(['{12345678901234567890:1}', '{1e400:1}'])('a number is not a name: %s', (text) => {
    expect(() => parseJson(text)).toThrow('not valid JSON')
  })

  test('deeply nested JSON is refused', () => {
    const depth = 200_000

    expect(() => parseJson(`${'['.repeat(depth)}1e400${']'.repeat(depth)}`)).toThrow(AppError)
    expect(() => parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toThrow('nested too deeply')
    expect(() => parseJson('['.repeat(depth))).toThrow('not valid JSON')
    expect(parseJson(`["${'['.repeat(depth)}\\"", ${'{"a":'.repeat(900)}1${'}'.repeat(900)}]`)).toHaveLength(2)
  })

  test.each([
    '{12345678901234567890: 1}',
    '{"a": 1, 12345678901234567890: 2}',
    '[1 12345678901234567890]',
    '[012345678901234567890]',
    '[1.2.34567890123456789]',
    '[12345678901234567890.]',
    '[--12345678901234567890]',
    '[12345678901234567890abc]',
    '12345678901234567890 12345678901234567890',
    '[.12345678901234567890]',
  ])('a long number does not make %s valid', (text) => {
    expect(() => parseJson(text)).toThrow('not valid JSON')
  })

  test.each([
    ['', 0, 1, 1],
    ['{', 1, 1, 2],
    ['{"a":}', 5, 1, 6],
    ['{"a":1,}', 7, 1, 8],
    ['[1,\n 2,\n x]', 9, 3, 2],
    ['{"a":"b', 5, 1, 6],
    ['{"a" 1}', 5, 1, 6],
    ['{"a":01}', 6, 1, 7],
    ['{} {}', 3, 1, 4],
    ['{"a":"\u0001"}', 5, 1, 6],
    ["{'a':1}", 1, 1, 2],
  ])('%j stops being JSON at offset %i, line %i, column %i', (text, offset, line, column) => {
    expect(findJsonSyntaxError(text)).toEqual({ offset, line, column })
    expect(() => parseJson(text)).toThrow(`line ${line}, column ${column}`)
  })

  test('the refusal does not repeat the body', () => {
    expect(() => parseJson('{"number":"4111111111111111",}')).toThrow(/^[^4]*\(offset 29\)\.$/)
  })

  test('the second reading agrees with the engine on what is JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '0', '\\', ' ', 'e'))
      .map(([text, at, insert]) => {
        const index = at % (text.length + 1)
        return text.slice(0, index) + insert + text.slice(index + 1)
      })

    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(findJsonSyntaxError(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Numerator and denominator of a decimal, both as whole numbers without a common power of ten. */
function fractionOf(decimal: string): readonly [bigint, bigint] {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  let [digits, power] = [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length]
  if (digits === 0n) return [0n, 1n]
  while (digits % 10n === 0n) [digits, power] = [digits / 10n, power + 1]
  return power >= 0 ? [digits * 10n ** BigInt(power), 1n] : [digits, 10n ** BigInt(-power)]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
