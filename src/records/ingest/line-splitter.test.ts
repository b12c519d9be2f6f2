import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Line, LineSplitter } from './line-splitter.ts'

const MEBIBYTE = 1024 * 1024

function linesOf(chunks: readonly Buffer[], splitter = new LineSplitter()): readonly Line[] {
  const lines = chunks.flatMap((chunk) => [...splitter.lines(chunk)])
  return [...lines, ...splitter.end()]
}

const split = (...texts: readonly (string | Buffer)[]) => linesOf(texts.map((text) => Buffer.from(text as string)))

describe('lines', () => {
  test('empty lines are counted and skipped, and the last line needs no newline', () => {
    expect(split('a\n\n \t\r\nb\r\nc')).toEqual([
      { number: 1, text: 'a', isPlain: true },
      { number: 4, text: 'b', isPlain: true },
      { number: 5, text: 'c', isPlain: true },
    ])
    expect(split('')).toEqual([])
    expect(split('\n')).toEqual([])
  })

  test('a byte order mark at the start is not part of the text', () => {
    expect(split('\ufeffa\n', '\ufeffb')).toMatchObject([{ text: 'a' }, { text: '\ufeffb' }])
    expect(split(Buffer.from([0xef]), Buffer.from([0xbb, 0xbf, 0x61]))).toMatchObject([{ text: 'a' }])
  })

  test('lines that are not plain ASCII are marked, and invalid UTF-8 is refused', () => {
    const broken = Buffer.from([0x61, 0xc3, 0x0a, 0x62])

    expect(split('a\nü\n\\n\n\x7f')).toEqual([
      { number: 1, text: 'a', isPlain: true },
      { number: 2, text: 'ü', isPlain: false },
      { number: 3, text: '\\n', isPlain: false },
      { number: 4, text: '\x7f', isPlain: false },
    ])
    expect(linesOf([broken])).toEqual([
      { number: 1, problem: 'is not UTF-8 text' },
      { number: 2, text: 'b', isPlain: true },
    ])
  })

  test('a line that is too long is refused by its number, and the next line is read', () => {
    const long = 'x'.repeat(MEBIBYTE)

    expect(split(`a\n${long}`, 'x', 'x\nb\n', long, '\n')).toEqual([
      { number: 1, text: 'a', isPlain: true },
      { number: 2, problem: 'is longer than 1 MiB' },
      { number: 3, text: 'b', isPlain: true },
      { number: 4, text: long, isPlain: true },
    ])
    expect(split(long, 'x')).toEqual([{ number: 1, problem: 'is longer than 1 MiB' }])
  })

  test('blank lines are skipped, and refused like any other if too long', () => {
    const blank = ' '.repeat(MEBIBYTE)

    expect(split(`a\n${' \n\t\r\n'.repeat(1_000)}${blank}\n${blank} \n \n  b\n\v\nc`)).toEqual([
      { number: 1, text: 'a', isPlain: true },
      { number: 2_003, problem: 'is longer than 1 MiB' },
      { number: 2_005, text: '  b', isPlain: true },
      { number: 2_007, text: 'c', isPlain: true },
    ])
  })

  test('lines are the same however the bytes are split into chunks', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r\n', 'ü', '🎉', '\\', ' ', 'long text'))

    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 5 })), (parts, sizes) => {
        const bytes = Buffer.from(parts.join(''))
        const chunks: Buffer[] = []
        for (let at = 0; at < bytes.length; ) {
          const end = at + (sizes[chunks.length] ?? 3)
          chunks.push(bytes.subarray(at, end))
          at = end
        }
        const splitter = new LineSplitter()

        expect(linesOf(chunks, splitter)).toEqual(linesOf([bytes]))
        const ended = parts.join('').replace(/\n$/, '').split('\n')
        const lineCount = bytes.length === 0 ? 0 : ended.length
        expect(splitter.position).toEqual({ lineCount, offset: bytes.length })
      }),
    )
  })
})
