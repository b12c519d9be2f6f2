import { expect, test } from 'vitest'
import { wantsFile } from './wants-file.ts'

const CSV = 'text/csv'
const XML = 'application/xml'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test.each([
  [CSV, undefined, false],
  [CSV, '', false],
  [CSV, '*/*', false],
  [CSV, 'application/json', false],
  [CSV, 'application/hal+json', false],
  [CSV, 'application/hal+json, text/csv', false],
  [CSV, 'text/csv, */*;q=0.1', false],
  [CSV, 'text/csv, application/json;q=0', true],
  [CSV, 'text/csv', true],
  [CSV, 'TEXT/CSV; charset=utf-8', true],
  [CSV, 'text/*', true],
  [CSV, 'text/csv, application/xml', true],
  [CSV, 'text/csv;q=0', false],
  [CSV, 'application/xml', false],
  [CSV, 'text/html', false],
  [XML, 'application/xml', true],
  [XML, 'text/xml', true],
  [XML, 'application/*', false],
  [XML, 'text/csv', false],
  [XML, 'application/hal+json;q=0.5, application/xml', false],
  [XLSX, XLSX, true],
  [XLSX, 'text/*', false],
] as const)('for a report in %s and Accept %j, sending the file is %j', (mimeType, accept, isFile) => {
  expect(wantsFile({ mimeType, accept, download: undefined })).toBe(isFile)
  expect(wantsFile({ mimeType, accept, download: false })).toBe(isFile)
  expect(wantsFile({ mimeType, accept, download: true })).toBe(true)
})
