import { expect, test } from 'vitest'
import { lowerCase } from '../../../src/kernel/lower-case.ts'
import { AMOUNT_SCALE, DECIMAL_SCALE } from '../../../src/kernel/stored-column.ts'
import type { Dialect } from '../../../src/platform/engine/dialect.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import { aRecord, type ContractRecord, insertRecords, OCCURRED_MS, TABLE } from './contract-records.ts'

const MERCHANT = 'dialect'
const DAYS = Date.UTC(2026, 2, 9) / 86_400_000
const NOTE = `It's <b>&"x"</b> \\ é`

/** All its columns have a value. */
const FULL: ContractRecord = aRecord({
  merchant_id: MERCHANT,
  record_id: 'full',
  content_hash: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
  note: NOTE,
  currency: 'ÄBC',
  paid_at: -1,
  due_on: DAYS,
  quantity: -7,
  amount: 999_999_999_999_999_999n,
  rate: 150_000_000,
  rare_texts: { a: 'x', 'k/\'"é': '\\' },
  rare_integers: { days: DAYS, few: -3n },
  rare_decimals: { amount: -1_234_000_000n, fine: 1n },
  rare_instants: { at: OCCURRED_MS },
})
/** It has only the columns that every record has. */
const BARE: ContractRecord = aRecord({ merchant_id: MERCHANT, record_id: 'bare' })

type Evaluated = string | number | null
/** A title, an expression, and its value in the record with all columns and in the one without. */
type Case = readonly [string, (d: Dialect) => string, full: Evaluated, bare?: Evaluated]

const isSo = (condition: string): string => `case when ${condition} then 'yes' else 'no' end`

const zerosOf = (d: Dialect, amount: string): string => d.amountZeros(amount, d.keptText(amount, AMOUNT_SCALE))
const XML_CHARACTERS = `[&<>"']`

const LITERALS: readonly Case[] = [
  ['text', (d) => d.text(`a'b''\\c"\n\t;--é🎉`), `a'b''\\c"\n\t;--é🎉`],
  ['empty text', (d) => d.text(''), ''],
  ['instant', (d) => d.ms(d.instant(OCCURRED_MS)), OCCURRED_MS],
  ['early instant', (d) => d.instantText(d.instant(-1)), '1969-12-31T23:59:59.999'],
  ['instant of a column', (d) => isSo(`occurred_at = ${d.instant(OCCURRED_MS)}`), 'yes', 'yes'],
  ['date', (d) => isSo(`due_on = ${d.date('2026-03-09')}`), 'yes', 'no'],
  ['hash', (d) => isSo(`content_hash = ${d.hash('00112233445566778899aabbccddeeff')}`), 'yes', 'no'],
  ['textList', (d) => `length(${d.textList([d.text('a'), 'note'])})`, 2],
  ['empty textList', (d) => `length(${d.textList([])})`, 0],
]

const MAPS: readonly Case[] = [
  ['text in a map', (d) => d.inMap('rare_texts', 'a', 'text'), 'x', ''],
  ['odd key', (d) => d.inMap('rare_texts', 'k/\'"é', 'text'), '\\', ''],
  ['integer in a map', (d) => d.inMap('rare_integers', 'few', 'integer'), -3, null],
  [
    'date in a map',
    (d) => d.textOf(`coalesce(${d.inMap('rare_integers', 'days', 'date')}, ${d.date('1970-01-02')})`),
    '2026-03-09',
    '1970-01-02',
  ],
  ['amount in a map', (d) => d.keptText(d.inMap('rare_decimals', 'amount', 'amount'), AMOUNT_SCALE), '-12.3400'],
  ['no amount in a map', (d) => isSo(`${d.inMap('rare_decimals', 'none', 'amount')} is null`), 'yes', 'yes'],
  ['decimal in a map', (d) => d.decimalText(d.inMap('rare_decimals', 'fine', 'decimal'), 8), '0.00000001'],
  ['no decimal in a map', (d) => isSo(`${d.inMap('rare_decimals', 'none', 'decimal')} is null`), 'yes', 'yes'],
  ['instant in a map', (d) => d.ms(d.inMap('rare_instants', 'at', 'instant')), OCCURRED_MS, null],
  ['withoutKeys', (d) => d.inMap(d.withoutKeys('rare_texts', ['a', 'b']), 'a', 'text'), '', ''],
  ['withoutKeys, others', (d) => d.inMap(d.withoutKeys('rare_texts', ['a', 'b']), 'k/\'"é', 'text'), '\\', ''],
]

const TIMES: readonly Case[] = [
  ['instant of an expression', (d) => isSo(`${d.instant(d.ms('occurred_at'))} = occurred_at`), 'yes', 'yes'],
  ['ms', (d) => d.ms('paid_at'), -1, null],
  ['instantText', (d) => d.instantText('occurred_at'), '2026-03-09T10:00:00.123'],
  ['textOf a date', (d) => d.textOf('due_on'), '2026-03-09'],
  ['month', (d) => d.month('occurred_at'), 202603, 202603],
  ['year', (d) => d.year(d.ms('occurred_at')), 2026, 2026],
]

const NUMBERS: readonly Case[] = [
  ['wholes', (d) => d.wholes('quantity', 2), -3, null],
  ['wholes of a number', (d) => d.wholes('8', 3), 2],
  ['modulo', (d) => d.modulo('quantity', 3), 2, null],
  ['decimal', (d) => d.decimalText(d.decimal('quantity', 4), 4), '-7.0000'],
  ['decimalText', (d) => d.decimalText('amount', 4), '99999999999999.9999'],
  ['decimalText of a rate', (d) => d.decimalText('rate', 2), '1.50'],
  ['decimalText without decimals', (d) => d.decimalText('quantity', 0), '-7'],
  ['plainDecimal', (d) => d.plainDecimal('rate'), '1.5'],
  ['plainDecimal of wholes', (d) => d.plainDecimal(d.decimal('100', 8)), '100'],
  ['plainDecimal of zero', (d) => d.plainDecimal(d.decimal('0', 8)), '0'],
  ['keptText', (d) => d.keptText('amount', AMOUNT_SCALE), '99999999999999.9999'],
  ['keptText of a rate', (d) => d.keptText('rate', DECIMAL_SCALE), '1.50000000'],
  ['amountZeros', (d) => zerosOf(d, 'amount'), 0],
  ['amountZeros of a map', (d) => zerosOf(d, d.inMap('rare_decimals', 'amount', 'amount')), 2],
  ...(['5', '5.1', '5.12', '5.123', '-0.5', '0'] as const).map(
    (amount): Case => [
      `amountZeros of ${amount}`,
      (d) => zerosOf(d, `cast(${amount} as decimal(18, ${AMOUNT_SCALE}))`),
      AMOUNT_SCALE - (amount.split('.')[1]?.length ?? 0),
    ],
  ),
]

const TEXTS: readonly Case[] = [
  ['textOf a number', (d) => d.textOf('quantity'), '-7', null],
  ['textOf a text', (d) => d.textOf('currency'), 'ÄBC', ''],
  ['areEmpty', (d) => isSo(d.areEmpty(['note', 'currency'])), 'no', 'yes'],
  ['areEmpty of one', (d) => isSo(d.areEmpty(['note'])), 'no', 'yes'],
  ['areEmpty, one is not', (d) => isSo(d.areEmpty([`''`, 'note', `''`])), 'no', 'yes'],
  ['firstByte', (d) => isSo(`${d.firstByte('note')} in (45, 73)`), 'yes', 'no'],
  ['firstByte of another script', (d) => isSo(`${d.firstByte('currency')} in (45, 65)`), 'no', 'no'],
  ['lowerAscii', (d) => d.lowerAscii('currency'), 'Äbc', ''],
  ['lowerAll', (d) => d.lowerAll('currency'), 'äbc', ''],
  ...['İΟΔΥΣΣΕΥΣ ΣΑΣ', 'ẞǅ', 'Ᲊ Ꟛ 𐵐 𐵥 𖺠 𖺸'].map(
    (each): Case => [`lowerAll of ${each}`, (d) => d.lowerAll(d.text(each)), lowerCase(each)],
  ),
  ['trimmed', (d) => d.trimmed(d.text('\t x\t y \t'), ' \t'), 'x\t y'],
  ['trimmedEnd', (d) => d.trimmedEnd(d.text('0.1500'), '0'), '0.15'],
  ['beginsWith', (d) => isSo(d.beginsWith('note', `It's`)), 'yes', 'no'],
  ['containsOneOf', (d) => isSo(d.containsOneOf('note', [';', '\t', '\\'])), 'yes', 'no'],
  ['containsOneOf, other characters', (d) => isSo(d.containsOneOf('note', [';', '\t', 'i', '\n'])), 'no', 'no'],
  ...[';', '\t', '\r', '\n', '＝'].map(
    (each): Case => [
      `containsOneOf of ${JSON.stringify(each)}`,
      (d) => isSo(d.containsOneOf(d.text(`é${each}`), ['&', each])),
      'yes',
    ],
  ),
  ['containsAny', (d) => isSo(d.containsAny('note', ['?', '</'], '[\\x00-\\x1F]')), 'yes', 'no'],
  ['containsAny, other texts', (d) => isSo(d.containsAny('note', ['?', 'it', '.'], '[\\x00-\\x1F]')), 'no', 'no'],
  ...['\u0001', '\t', '\n', '\r', '\u001f'].map(
    (each): Case => [
      `containsAny of ${JSON.stringify(each)}`,
      (d) => isSo(d.containsAny(d.text(`é${each}`), ['&', '\uFFFF'], '[\\x00-\\x08\\x0B-\\x1F]')),
      each === '\t' || each === '\n' ? 'no' : 'yes',
    ],
  ),
  [
    'containsAny of a rare character',
    (d) => isSo(d.containsAny(d.text('é\uFFFF'), ['\uFFFE', '\uFFFF'], '\\r')),
    'yes',
  ],
  ['containsAny in an empty text', (d) => isSo(d.containsAny(d.text(''), ['&'], '\\r')), 'no'],
  ['matches', (d) => isSo(d.matches('note', `^It's .*\\\\ [^a-z]$`)), 'yes', 'no'],
  ['replaced', (d) => d.replaced('note', `'s`, `\\1'`), `It\\1' <b>&"x"</b> \\ é`, ''],
  ['replacedAll', (d) => d.replacedAll('note', '[^a-zA-Z]+', '_'), 'It_s_b_x_b_', ''],
  [
    'replacedAll, with parts of the match',
    (d) => d.replacedAll(d.text('a;\u00a0=b;c\t＝'), '([;\\x{9}])([\\x{a0}"]*[\\x{3d}\\x{ff1d}])', `\\1'\\2`),
    `a;'\u00a0=b;c\t'＝`,
  ],
  [
    'xmlEscaped',
    (d) => d.xmlEscaped('note', d.matches('note', XML_CHARACTERS)),
    'It&apos;s &lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt; \\ é',
    '',
  ],
  ['xmlEscaped of a plain text', (d) => d.xmlEscaped('currency', d.matches('currency', XML_CHARACTERS)), 'ÄBC', ''],
  ['jsonText', (d) => d.jsonLine(d.jsonText('note')), JSON.stringify(NOTE), '""'],
  [
    'jsonText of odd characters',
    (d) => d.jsonLine(d.jsonText(d.text('/\b\f\n\r\t\u0001\u2028\u2029🎉'))),
    '"/\\b\\f\\n\\r\\t\\u0001\\u2028\\u2029🎉"',
  ],
  [
    'chosen',
    (d) =>
      d.chosen(
        d.lowerAll('currency'),
        [
          { key: 'eur', value: 'E' },
          { key: 'äbc', value: `A'` },
        ],
        '?',
      ),
    `A'`,
    '?',
  ],
  ['nth', (d) => d.nth([10, 20, 30], d.modulo('quantity', 3)), 30],
]

/** Every function of the dialect gives the same on both engines, for values of a table and for literals. */
export function describeDialect(engine: () => Engine): void {
  test.each([
    ['literals', LITERALS],
    ['maps', MAPS],
    ['times', TIMES],
    ['numbers', NUMBERS],
    ['texts', TEXTS],
  ])('expressions of the dialect have one value: %s', async (_group, cases) => {
    const { dialect } = engine()
    await insertRecords(engine(), [FULL, BARE])
    const cells = cases.map(([, expression], index) => `${expression(dialect)} as "c${index}"`)
    const evaluated = async (id: string): Promise<Readonly<Record<string, Evaluated>>> => {
      const where = `merchant_id = ${dialect.text(MERCHANT)} and record_id = ${dialect.text(id)}`
      const query = `select ${cells.join(',\n')} from ${dialect.newest(TABLE)} where ${where}`
      const [row] = await engine().rows<Readonly<Record<string, Evaluated>>>(query)
      return row ?? {}
    }

    const [full, bare] = [await evaluated('full'), await evaluated('bare')]

    for (const [index, [about, , inFull, inBare]] of cases.entries()) {
      expect(full[`c${index}`], about).toEqual(inFull)
      if (inBare !== undefined) expect(bare[`c${index}`], `${about}, bare`).toEqual(inBare)
    }
  })
}
