import { expect, test } from 'vitest'
import { readImportOptions } from './import-options.ts'

const COLUMNS = ['Ref', 'Name', 'Sum']
const OPTIONS = { mapping: { Ref: 'reference', Sum: 'totalAmount', Name: null }, delivery: 'Draft' }
function problemsOf(given: object): readonly string[] {
  try {
    readImportOptions({ ...OPTIONS, ...given }, COLUMNS)
  } catch (error) {
    return (error as { details: readonly { field: string; sentence: string }[] }).details.map(
      ({ field, sentence }) => `${field} ${sentence}`,
    )
  }
  return []
}

test('options are read; a column that is mapped to null is ignored', () => {
  const given = {
    ...OPTIONS,
    defaults: { currency: 'EUR', 'customField.3': 'x' },
    decimalMark: 'comma',
    dateOrder: 'dmy',
  }

  expect(readImportOptions(given, COLUMNS)).toEqual({
    mapping: { Ref: 'reference', Sum: 'totalAmount' },
    ...{
      defaults: { currency: 'EUR', 'customField.3': 'x' },
      delivery: 'draft',
      decimalMark: 'comma',
      dateOrder: 'DMY',
    },
  })
})

test.each<[object, readonly (string | RegExp)[]]>([
  [{ mapping: {} }, [/^mapping must map at least one column/]],
  [{ mapping: undefined }, [/^mapping is required/]],
  [{ mapping: { Total: 'totalAmount' } }, [/^mapping.Total is not a column/]],
  [{ mapping: { Ref: 'total' } }, [/^mapping.Ref must be null or one of reference, customerName/]],
  [{ mapping: { Ref: 'totalAmount', Sum: 'totalAmount' } }, [/^mapping.Sum is the second column/]],
  [{ delivery: 'fax' }, [/^delivery must be one of draft, publish, send/]],
  [{ defaults: { reference: 'x' } }, [/^defaults.reference must be a field/]],
  [{ defaults: { 'lines.quantity': '1' } }, [/^defaults.lines.quantity must be a field/]],
  [{ decimalMark: 'dot', dateOrder: 'YDM' }, [/^decimalMark must be one of/, /^dateOrder must be one of/]],
  [{ decimal: 'comma' }, [/^decimal is unknown/]],
])('%j is refused', (given, problems) => {
  expect(problemsOf(given)).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})
