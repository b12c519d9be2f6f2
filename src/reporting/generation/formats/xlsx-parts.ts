import { xmlText } from '../../../kernel/markup/xml-text.ts'

/** Values of a cell's `s` attribute: the number of decimals shown. */
export const XLSX_STYLES = {
  general: 0,
  byDecimals: { 0: 1, 2: 2, 3: 3, 4: 4 },
  head: 5,
} as const

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The row limit of spreadsheet programs, and the number of header rows. */
export const XLSX_ROWS_MAX = 1_048_576
export const HEAD_ROWS = 2

/** The order of `cellXfs` is that of `XLSX_STYLES`. */
export const STYLES_XML = `${DECLARATION}<styleSheet xmlns="${MAIN}">\
<numFmts count="2"><numFmt numFmtId="164" formatCode="0.000"/><numFmt numFmtId="165" formatCode="0.0000"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6">${[0, 1, 2, 164, 165].map(formatOf).join('')}\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function formatOf(numberFormat: number): string {
  return `<xf numFmtId="${numberFormat}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
}

export const ROOT_RELATIONS_XML = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/>\
<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>\
</Relationships>`

export function propertiesXml(title: string): string {
  return `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title></cp:coreProperties>`
}

export function workbookXml(sheets: number): string {
  const listed = numbersTo(sheets).map((number) => {
    const name = number === 1 ? 'Report' : `Report ${number}`
    return `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`
  })
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${listed.join('')}</sheets></workbook>`
}

export function workbookRelationsXml(sheets: number): string {
  const listed = numbersTo(sheets).map(
    (number) => `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/>`
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${listed.join('')}${styles}</Relationships>`
}

export function contentTypesXml(sheets: number): string {
  const part = (name: string, type: string): string => `<Override PartName="${name}" ContentType="${type}+xml"/>`
  const listed = numbersTo(sheets).map((number) => part(`/xl/worksheets/sheet${number}.xml`, `${SHEET_TYPE}.worksheet`))
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
${part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties')}\
${part('/xl/workbook.xml', `${SHEET_TYPE}.sheet.main`)}${part('/xl/styles.xml', `${SHEET_TYPE}.styles`)}\
${listed.join('')}</Types>`
}

/** The start of a sheet, up to the first row of the report. The header rows stay in view. */
export function sheetStartXml(head: readonly string[], columns: readonly string[]): string {
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="${HEAD_ROWS}" topLeftCell="A${HEAD_ROWS + 1}" activePane="bottomLeft" state="frozen"/>\
</sheetView></sheetViews><sheetFormatPr baseColWidth="16" defaultRowHeight="15"/>\
<sheetData>\n${headRow(1, head)}\n${headRow(2, columns)}\n`
}

export function sheetEndXml(rows: number, columns: number): string {
  const filter = columns === 0 ? '' : `<autoFilter ref="A${HEAD_ROWS}:${columnName(columns)}${HEAD_ROWS + rows}"/>`
  return `</sheetData>${filter}</worksheet>`
}

function headRow(row: number, texts: readonly string[]): string {
  const cells = texts.map(
    (text, index) =>
      `<c r="${columnName(index + 1)}${row}" s="${XLSX_STYLES.head}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`,
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Spreadsheets read `_x0041_` as A, so an underscore that starts such a sequence is escaped. */
function cellText(text: string): string {
  return xmlText(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'))
}

/** A, B, … Z, AA, … for a column number that starts at 1. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(0x41 + ((column - 1) % 26))
  return column > 26 ? `${columnName(Math.floor((column - 1) / 26))}${letter}` : letter
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
