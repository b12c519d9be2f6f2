import { parse } from 'csv-parse/sync'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { DtdValidator, XmlDocument, XmlDtd, XmlElement } from 'libxml2-wasm'
import readXlsxFile from 'read-excel-file/node'
import { dtdText } from '../../../src/catalogue/document-type.ts'
import { documentTypeOf } from '../../../src/catalogue/dtd-of.ts'
import type { Field } from '../../../src/catalogue/field.ts'
import type { ReportDefinition } from '../../../src/catalogue/report-definition.ts'
import { xmlNameOfField, xmlNameOfGroup } from '../../../src/catalogue/xml-names.ts'
import { formatDecimal } from '../../../src/kernel/decimal.ts'
import type { ReportMimeType } from '../../../src/reporting/reports/report.ts'

/** Rows of cells in the order of the fields; empty where there is no value. */
type ParsedRows = readonly (readonly string[])[]

type Parse = (bytes: Buffer, fields: readonly Field[]) => ParsedRows | Promise<ParsedRows>

/** Reads reports with the libraries that others use. */
export const PARSERS: Readonly<Record<ReportMimeType, Parse>> = {
  'text/csv': (bytes) => parse(bytes, { from_line: 3, record_delimiter: '\n', relax_column_count: true }) as string[][],
  'application/xml': parsedXml,
  'application/x-ndjson': parsedNdjson,
  'application/vnd.apache.parquet': parsedParquet,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': parsedXlsx,
}

/** The names that a report gives to its columns, keys or elements. */
export const COLUMN_NAMES: Readonly<
  Record<ReportMimeType, (bytes: Buffer) => readonly string[] | Promise<readonly string[]>>
> = {
  'text/csv': (bytes) =>
    (parse(bytes, { from_line: 2, to_line: 2, record_delimiter: '\n' }) as readonly string[][])[0] ?? [],
  'application/xml': (bytes) => [
    ...new Set([...bytes.toString('utf8').matchAll(/<(\w+)>[^<]/g)].map(([, name = '']) => name)),
  ],
  'application/x-ndjson': (bytes) => Object.keys(JSON.parse(bytes.toString('utf8').split('\n')[0] ?? '') as object),
  'application/vnd.apache.parquet': (bytes) =>
    parquetMetadata(new Uint8Array(bytes).buffer)
      .schema.slice(1)
      .map(({ name }) => name),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (bytes) =>
    ((await readXlsxFile(bytes))[0]?.data[1] ?? []).filter((cell) => cell !== null).map(String),
}

/** The problems that the DTD finds in an XML report; empty if it is valid. */
export function dtdProblems(definition: ReportDefinition, bytes: Buffer): string {
  using dtd = XmlDtd.fromString(dtdText(documentTypeOf(definition)))
  using document = XmlDocument.fromBuffer(bytes)
  try {
    new DtdValidator(dtd).validate(document)
    return ''
  } catch (error) {
    return String(error)
  }
}

function parsedXml(bytes: Buffer, fields: readonly Field[]): ParsedRows {
  using document = XmlDocument.fromBuffer(bytes)
  const nameOf = ({ group, name }: Field): string => `${xmlNameOfGroup(group)}/${xmlNameOfField(name)}`
  return elementsOf(document.root).map((record) => {
    const values = new Map<string, string>(
      elementsOf(record).flatMap((group) =>
        elementsOf(group).map((field) => [`${group.name}/${field.name}`, field.content] as const),
      ),
    )
    const cells = fields.map((field) => values.get(nameOf(field)) ?? '')
    const known = new Set(fields.map(nameOf))
    const foreign = [...values.keys()].filter((name) => !known.has(name))
    if (foreign.length > 0) throw new Error(`The report has unexpected fields: ${foreign.join(', ')}.`)
    return cells
  })
}

function elementsOf(parent: XmlElement): readonly XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
  }
  return elements
}

function parsedNdjson(bytes: Buffer, fields: readonly Field[]): ParsedRows {
  const lines = bytes.toString('utf8').split('\n')
  if (lines.pop() !== '') throw new Error('The last line does not end.')
  return lines.map((line) => {
    // Numbers as they are written: as numbers of JavaScript they would be rounded.
    const exact = (_: string, value: unknown, { source }: { source?: string }): unknown =>
      typeof value === 'number' ? (source ?? '') : value
    const object = JSON.parse(line, exact as (key: string, value: unknown) => unknown) as Record<string, string | null>
    if (Object.keys(object).join() !== fields.map(({ wireName }) => wireName).join()) {
      throw new Error(`The line has ${Object.keys(object).join(', ')}.`)
    }
    return Object.values(object).map((value) => value ?? '')
  })
}

/** Its decimals are read as the whole numbers that they are kept as, since the reader would make floats of them. */
async function parsedParquet(bytes: Buffer, fields: readonly Field[]): Promise<ParsedRows> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const metadata = parquetMetadata(file)
  const scales = new Map(
    metadata.schema.flatMap((element) => {
      if (element.converted_type !== 'DECIMAL') return []
      delete element.converted_type
      delete element.logical_type
      return [[element.name, element.scale ?? 0] as const]
    }),
  )
  const rows = await parquetReadObjects({ file, metadata, compressors, utf8: false })
  return rows.map((row) => fields.map(({ wireName }) => parquetText(row[wireName], scales.get(wireName))))
}

function parquetText(value: unknown, scale: number | undefined): string {
  if (value === null || value === undefined) return ''
  if (scale !== undefined) {
    const units = value instanceof Uint8Array ? bigEndian(value) : BigInt(value as bigint)
    return formatDecimal({ units, scale })
  }
  return value instanceof Date ? value.toISOString() : String(value)
}

function bigEndian(bytes: Uint8Array): bigint {
  const hex = Buffer.from(bytes).toString('hex')
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex}`))
}

async function parsedXlsx(bytes: Buffer, fields: readonly Field[]): Promise<ParsedRows> {
  const sheets = await readXlsxFile(bytes, { trim: false, parseNumber: (text) => text })
  const textOf = (cell: unknown): string => (cell === null ? '' : unescaped(String(cell)))
  return sheets.flatMap(({ data }) => data.slice(2).map((row) => fields.map((_, index) => textOf(row[index] ?? null))))
}

/** Decodes escapes as spreadsheet programs do; the reader does not. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
