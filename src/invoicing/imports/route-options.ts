import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { ONCE_REFUSALS, REFUSALS } from '../http/refusal-contract.ts'
import {
  ImportCheckResponse,
  ImportId,
  ImportList,
  ImportOptionsBody,
  ImportResponse,
  ImportResults,
  ImportResultsQuery,
  ImportsQuery,
  UploadedImport,
  UploadQuery,
} from './contract.ts'
import { COLUMNS_MAX, FILE_BYTES_MAX, ROWS_MAX } from './invoice-import.ts'

const tags = ['Portal']
const READ = { scope: 'invoices:read' } as const
const CHANGE = { scope: 'invoices', documentedHeaders: OnceHeaders } as const
const ABOUT_ONE = { tags, querystring: ActingFor, params: ImportId }

export const UPLOAD = {
  bodyLimit: FILE_BYTES_MAX,
  config: {
    ...CHANGE,
    documentedQuery: UploadQuery,
    documentedBody: Type.String({ description: 'A CSV file; its first row has the names of the columns.' }),
    documentedResponses: { 201: UploadedImport, ...ONCE_REFUSALS, 400: failureWhen('INVALID_CSV: the line and why.') },
  },
  schema: {
    operationId: 'uploadInvoiceImport',
    summary: 'Upload a file of invoices',
    description:
      `UTF-8, with or without a byte order mark; up to ${FILE_BYTES_MAX / 1024 / 1024} MiB, ${ROWS_MAX} rows and ${COLUMNS_MAX} columns. ` +
      'Nothing is imported yet: read the import for its columns and a suggested mapping, check it, and run it.',
    tags,
    consumes: ['text/csv'],
  },
} as const
export const LIST = {
  config: { ...READ, documentedQuery: ImportsQuery, documentedResponses: { 200: ImportList, ...REFUSALS } },
  schema: { operationId: 'listInvoiceImports', summary: 'List imports of invoices', tags },
} as const
export const GET = {
  config: { ...READ, documentedResponses: { 200: ImportResponse, ...REFUSALS } },
  schema: { operationId: 'getInvoiceImport', summary: 'Read the columns and the progress of an import', ...ABOUT_ONE },
} as const
export const RESULTS = {
  config: { ...READ, documentedQuery: ImportResultsQuery, documentedResponses: { 200: ImportResults, ...REFUSALS } },
  schema: {
    operationId: 'getInvoiceImportResults',
    summary: 'List the results of an import by line',
    ...{ tags, params: ImportId },
  },
} as const
export const CHECK = {
  config: {
    scope: 'invoices',
    documentedBody: ImportOptionsBody,
    documentedResponses: {
      200: ImportCheckResponse,
      ...REFUSALS,
      409: failureWhen('IMPORT_STARTED: the file was run already.'),
      429: failureWhen('The organization already has 2 files in progress; see Retry-After.'),
    },
  },
  schema: {
    operationId: 'checkInvoiceImport',
    summary: 'Try an import without storing anything',
    description:
      'Reads the whole file as a run would, and names every problem by its line and column. Lines of the same reference that follow each other are the line items of one invoice.',
    ...ABOUT_ONE,
  },
} as const
export const RUN = {
  config: {
    ...CHANGE,
    documentedBody: ImportOptionsBody,
    documentedResponses: {
      200: UploadedImport,
      ...ONCE_REFUSALS,
      409: failureWhen('IMPORT_STARTED, TOO_MANY_IMPORTS, or a refusal of the Idempotency-Key.'),
    },
  },
  schema: {
    operationId: 'runInvoiceImport',
    summary: 'Import the invoices of a file',
    description:
      'In your name, one after the other; lines with problems are left out and listed. A line that was imported before, by its reference, its invoice number or else its content, adds nothing. The options are remembered for files with the same header.',
    ...ABOUT_ONE,
  },
} as const
export const STOP = {
  config: { ...CHANGE, documentedResponses: { 200: UploadedImport, ...ONCE_REFUSALS } },
  schema: {
    operationId: 'stopInvoiceImport',
    summary: 'Stop an import',
    description: 'It ends after the invoice that it is creating; invoices that it has created remain.',
    ...ABOUT_ONE,
  },
} as const
export const DELETE = {
  config: {
    scope: 'invoices',
    documentedResponses: {
      204: Type.Null({ description: 'The file and its results are deleted; its invoices remain.' }),
      ...REFUSALS,
      409: failureWhen('IMPORT_RUNNING: stop it first.'),
    },
  },
  schema: { operationId: 'deleteInvoiceImport', summary: 'Delete an import', ...ABOUT_ONE },
} as const
