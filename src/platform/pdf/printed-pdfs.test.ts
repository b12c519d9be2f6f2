import { afterAll, expect, test } from 'vitest'
import type { PdfContent } from './pdf-content.ts'
import { PrintedPdfs, tagOf } from './printed-pdfs.ts'

const pdfs = new PrintedPdfs()
afterAll(() => pdfs.close())

function aPdf(text: string) {
  const footer = { name: '', id: undefined, end: '' }
  const blocks = [{ type: 'text', text }] as const
  const content: PdfContent = { title: text, author: '', language: 'en', createdAtMs: 0, page: 'A4', footer, blocks }
  let count = 0
  const pdf = {
    ...{ tag: tagOf(content, []), fileName: 'a.pdf', asciiFileName: 'a.pdf' },
    content: async () => {
      count += 1
      return content
    },
  }
  return { pdf, drawn: () => count }
}

test('a document is drawn once, and kept under its tag', async () => {
  const { pdf, drawn } = aPdf('one')

  const [first, again] = [await pdfs.bytesOf(pdf, { owner: 'a' }), await pdfs.bytesOf(pdf, { owner: 'b' })]

  expect(again).toBe(first)
  expect(drawn()).toBe(1)
})

test('a document that is requested again while it is drawn is drawn once', async () => {
  const { pdf, drawn } = aPdf('two concurrently')

  const [first, second] = await Promise.all(['a', 'b'].map((owner) => pdfs.bytesOf(pdf, { owner })))

  expect(second).toBe(first)
  expect(drawn()).toBe(1)
})

test('a document that could not be drawn is drawn again at the next request', async () => {
  const { pdf } = aPdf('at the second try')
  let isFirst = true
  const content = async () => {
    if (!isFirst) return pdf.content()
    isFirst = false
    throw new Error('No logo.')
  }

  await expect(pdfs.bytesOf({ ...pdf, content }, { owner: 'a' })).rejects.toThrow('No logo.')
  expect((await pdfs.bytesOf({ ...pdf, content }, { owner: 'a' })).length).toBeGreaterThan(0)
})

test('a tag depends on the content and on the parts outside of it', () => {
  const tags = [aPdf('one').pdf.tag, aPdf('two').pdf.tag, aPdf('one').pdf.tag]
  expect(tags[2]).toBe(tags[0])
  expect(tags[1]).not.toBe(tags[0])

  const content = { title: 'x' } as PdfContent
  expect(tagOf(content, ['logo 1'])).not.toBe(tagOf(content, ['logo 2']))
})

test('the least recently used documents are dropped when there are too many', async () => {
  const text = (name: string) => name + 'The quick brown fox jumps over the lazy dog. 请求付款'.repeat(20)
  const small = new PrintedPdfs({ keptBytesMax: 30_000 })
  const [first, second, third] = [aPdf(text('a')), aPdf(text('b')), aPdf(text('c'))]

  for (const { pdf } of [first, second, first, third, first, second]) await small.bytesOf(pdf, { owner: 'a' })
  await small.close()

  // The first was used between the others, and stayed.
  expect([first.drawn(), second.drawn()]).toEqual([1, 2])
})

test('an organization that requests too many documents concurrently is refused some; jobs wait for theirs', async () => {
  const refusals = async (askedBy: 'requests' | 'jobs'): Promise<number> => {
    const many = new PrintedPdfs({ askedBy })
    const asked = Array.from({ length: 110 }, (_, index) => many.bytesOf(aPdf(String(index)).pdf, { owner: 'a' }))
    const results = await Promise.allSettled(asked)
    await many.close()
    return results.filter(({ status }) => status === 'rejected').length
  }

  expect(await refusals('requests')).toBeGreaterThan(0)
  expect(await refusals('jobs')).toBe(0)
})
