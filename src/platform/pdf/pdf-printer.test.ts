import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readPdf } from '../../../test/support/pdf/read-pdf.ts'
import type { PdfContent } from './pdf-content.ts'
import { PdfPrinter } from './pdf-printer.ts'

const printer = new PdfPrinter()
afterAll(() => printer.close())

function aDocument(text: string): PdfContent {
  const footer = { name: '', id: undefined, end: '' }
  const blocks = [{ type: 'text', text }] as const
  return { title: text, author: 'Acme', language: 'en-US', createdAtMs: 0, page: 'A4', footer, blocks }
}

test('documents are drawn in a thread, each for its own caller', async () => {
  const printed = await Promise.all(['one', 'two', 'three'].map((text) => printer.print(aDocument(text))))

  const read = await Promise.all(printed.map(readPdf))
  expect(read.map(({ info }) => info['Title'])).toEqual(['one', 'two', 'three'])
})

test('a document that cannot be drawn fails, and the next one is drawn', async () => {
  const broken = { type: 'image', bytes: new Uint8Array(10), alt: '', widthMax: 1, heightMax: 1 } as const

  await expect(printer.print({ ...aDocument('broken'), blocks: [broken] })).rejects.toThrow('could not be drawn')

  expect((await printer.print(aDocument('next'))).length).toBeGreaterThan(0)
})

test('a closed printer rejects the documents that it has not drawn', async () => {
  const other = new PdfPrinter()
  const printing = other.print(aDocument('late'))

  await Promise.all([expect(printing).rejects.toThrow('could not be drawn'), other.close()])
})

const MOMENTS_MS = [0, 40, 80, 160, 320]

test('a printer can be closed at any moment of the start of its thread', async () => {
  for (const ms of MOMENTS_MS) {
    const starting = new PdfPrinter()
    starting.start()
    await setTimeout(ms)
    await starting.close()
  }

  expect((await printer.print(aDocument('next'))).length).toBeGreaterThan(0)
})
