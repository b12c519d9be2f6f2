import { describe, expect, test } from 'vitest'
import { FILE_BYTES_MAX } from '../../../../src/invoicing/imports/invoice-import.ts'
import { IMPORT_TARGETS } from '../../../../src/invoicing/imports/reading/import-fields.ts'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { csvText } from '../../files/csv-text.ts'
import { words } from '../../words/imports/en-US.ts'
import type { Words } from '../../words/words.ts'
import { fieldLabels } from './field-labels.ts'
import { problemOfContent, problemOfRefusal } from './file-problem.ts'
import { problemText } from './problem-text.ts'
import { templateColumns } from './template-columns.ts'

const LIMITS = { size: '10', rows: '20,000', columns: '100' }
const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['is required', 'is missing'],
  ['is required with strict validation; it is computed with lenient validation', 'is missing'],
  ['must be a date such as 2026-03-09', 'is not a date such as 2026-03-09'],
  ['must be a valid date (YYYY-MM-DD)', 'is not a date such as 2026-03-09'],
  ['can have at most 2 decimal places', 'has more than 2 decimals'],
  ['must be a whole number from 1 to 999999999', 'is not a whole number from 1 to 999999999'],
  [
    'is the reference of line 7 too: the lines of one invoice must follow each other',
    'is also the reference in line 7',
  ],
  ['has 3 cells, and the header has 5', 'has 3 cells instead of 5'],
  ['appears to contain personal data (card number)', words.reasons.personalData],
  ['met an internal error; the log has the details', undefined],
])('the sentence %j is said as %j', (sentence, said) => {
  expect(problemText(sentence, words.reasons)).toBe(said)
})

describe('a file is looked at before it is sent', () => {
  test.each([
    ['a.csv', bytes('a;b\nf\u00fcnf;1'), undefined],
    ['a.csv', new Uint8Array(), words.fileProblems.empty],
    ['a.xlsx', bytes('a'), words.fileProblems.notCsv],
    ['a.csv', Uint8Array.of(0x50, 0x4b, 3, 4, 0), words.fileProblems.notCsv],
    ['a.csv', Uint8Array.of(0x66, 0xfc, 0x6e), words.fileProblems.notUtf8],
    ['a.csv', new Uint8Array(FILE_BYTES_MAX + 1), 'This file has more than 10 MB. Divide it.'],
  ])('%s', (name, content, problem) => {
    expect(problemOfContent(name, content)?.(words.fileProblems, LIMITS)).toBe(problem)
  })
})

test.each([
  [413, '', 'This file has more than 10 MB. Divide it.'],
  [400, 'The file has more than 20000 rows: divide it.', 'This file has more than 20,000 rows. Divide it.'],
  [400, 'The file has 101 columns; at most 100 are read.', 'This file has more than 100 columns.'],
  [
    400,
    'Two columns are named “A\nB”: each needs a name of its own.',
    'Two columns are named A\nB. Each needs its own name.',
  ],
  [400, 'The row at line 7 is not UTF-8 text: save the file as CSV UTF-8.', words.fileProblems.notUtf8],
  [400, 'The row at line 7 cannot be read: it is longer than 1 MiB.', words.fileProblems.line({ line: '7' })],
  [400, 'Something new.', words.fileProblems.other],
])('the refusal %d %j is said in words', (status, message, said) => {
  expect(problemOfRefusal({ status, message })(words.fileProblems, LIMITS)).toBe(said)
})

describe.each(LANGUAGES)('in %s', async (language) => {
  const areas = Object.fromEntries(
    await Promise.all(
      ['imports', 'editor', 'detail', 'settings'].map(async (area) => [
        area,
        (await import(`../../words/${area}/${language}.ts`)).words,
      ]),
    ),
  ) as Words
  const { full, short, groups } = fieldLabels(areas, [{ id: '3', label: 'Cost center' }])

  test('every field has a name, and no two that are offered together have the same', () => {
    expect(IMPORT_TARGETS.filter((field) => full(field) === field)).toEqual([])
    for (const { fields } of groups) expect(new Set(fields.map(short)).size).toBe(fields.length)
    expect(full('customField.3')).toBe('Cost center')
  })

  test('the template has columns that are recognized', () => {
    const columns = templateColumns((field) => [short(field).replace(/\s*[(（].*$/, '')])

    expect(new Set(columns).size).toBe(7)
    // None needs the name that programs use.
    expect(columns.filter((column) => /[a-z][A-Z]/.test(column))).toEqual([])
  })
})

test('a file for spreadsheets has semicolons beside decimal commas, and no formulas', () => {
  expect(
    csvText(
      [
        ['a', '=1+1'],
        ['b', 'c"d'],
      ],
      'en-US',
    ),
  ).toBe('\ufeff"a","\'=1+1"\r\n"b","c""d"\r\n')
  expect(csvText([['a', 'b']], 'de-DE')).toBe('\ufeff"a";"b"\r\n')
})
