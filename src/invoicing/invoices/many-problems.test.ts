import { expect, test } from 'vitest'
import { itemizedRequest, readOnCreate } from '../../../test/support/data/invoice-request.ts'
import { ContentRefusal } from '../../kernel/reading/reading.ts'
import { LINE_FIELDS, LINES_MAX } from '../rules/terms/invoice-fields.ts'

test('a refusal names every offending field, even if the maximum number of lines is wrong', () => {
  const line = Object.fromEntries(Object.values(LINE_FIELDS).map(({ path }) => [path, {}]))
  const lines = Array.from({ length: LINES_MAX }, () => line)
  const { problems } = readOnCreate(itemizedRequest({ 'orderInformation.lineItems': lines }))

  const { message, details } = new ContentRefusal(problems)

  expect(new Set(details.map(({ field }) => field)).size).toBe(LINES_MAX * Object.keys(line).length)
  expect(message).toMatch(/; and 290 more\.$/)
})
