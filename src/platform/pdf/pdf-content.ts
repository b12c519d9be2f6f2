// pure
import type { Weight } from './font-list.ts'

/** A document as data. The same content always gives the same bytes. All lengths are points: 72 to an inch. */
export type PdfContent = {
  readonly title: string
  readonly author: string
  /** A BCP 47 tag; decides which regional forms Han characters get. */
  readonly language: string
  /** Dates the document. A time that changes without the content would change the bytes. */
  readonly createdAtMs: number
  readonly page: PageSize
  /** A strip from edge to edge at the top of every page. */
  readonly notice?: { readonly text: string; readonly color: string; readonly fill: string }
  /** A thin line from edge to edge at the top of every page, below the notice. */
  readonly band?: { readonly fill: string }
  readonly blocks: readonly PdfBlock[]
  /** One line at the bottom of every page. */
  readonly footer: {
    /** Shortened if the line is too narrow for it. */
    readonly name: string
    /** Follows the name, and is never shortened. */
    readonly id: string | undefined
    /** At the other end; `{page}` and `{pages}` are replaced. */
    readonly end: string
  }
}

export type PageSize = 'A4' | 'LETTER'
type Align = 'start' | 'end'

export type PdfText = {
  readonly text: string
  readonly size?: number
  readonly weight?: Weight
  readonly color?: string
  readonly align?: Align
  /** An http(s) address that the text opens. */
  readonly link?: string
  /** A line below the text, or through it. */
  readonly line?: 'under' | 'through'
}

export type PdfBlock =
  | (PdfText & { readonly type: 'text'; readonly role?: 'P' | 'H1' | 'H2' })
  | { readonly type: 'space'; readonly height: number }
  | { readonly type: 'rule' }
  /** A PNG without an alpha channel, or a JPEG. */
  | {
      readonly type: 'image'
      readonly bytes: Uint8Array
      readonly alt: string
      readonly widthMax: number
      readonly heightMax: number
    }
  /** A QR code of a text, as wide as it is high. */
  | {
      readonly type: 'qrCode'
      readonly text: string
      readonly size: number
      readonly alt: string
      /** An http(s) address that the code opens. */
      readonly link?: string
    }
  /** Side by side. A row of columns is not split between pages, so it must fit on one. */
  | { readonly type: 'columns'; readonly gap: number; readonly columns: readonly PdfColumn[] }
  | PdfTable
  /** Moves to the next page as a whole. */
  | { readonly type: 'together'; readonly blocks: readonly PdfBlock[] }

type PdfColumn = {
  /** A part of the width that columns of fixed width leave. */
  readonly width: { readonly share: number } | { readonly points: number }
  readonly blocks: readonly PdfBlock[]
}

/**
 * Its header is repeated on every page; rows are not split. The text of a table that is too narrow for its cells gets
 * smaller, so that amounts do not break.
 */
export type PdfTable = {
  readonly type: 'table'
  readonly columns: readonly {
    readonly label: string
    readonly align: Align
    /** `fit`: as wide as its widest cell; the others share the rest. */
    readonly width: 'fit' | 'rest'
  }[]
  /** The paragraphs of each cell. */
  readonly rows: readonly (readonly (readonly PdfText[])[])[]
  readonly rowSpace: number
  /** How many of its last rows stay on the page of the next block. */
  readonly rowsKeptWithNext?: number
}
