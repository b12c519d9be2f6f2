import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import * as fontkit from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'
import { assert } from '../../kernel/assert.ts'
import { packageUrl } from '../processes/program-files.ts'
import { type FontName, fontsFor, type Region, type Weight } from './font-list.ts'

export type Direction = 'ltr' | 'rtl'
/** Options that pdfkit passes on to the font untouched; without them, pdfkit would lay out each word alone. */
export type RunFeatures = { readonly direction: Direction }

const FOLDER = packageUrl('assets/fonts/')
/** Per font. Most texts of a document recur in the next one: labels, words, digits. */
const SHAPED_RUNS_MAX = 4_000

/** Of the default, 16 KiB, a font of 10 MB has hundreds; joining them took a fifth of the time. */
const UNPACKED_CHUNK_BYTES = 1_048_576

function unpacked(bytes: Buffer): Buffer {
  return zstdDecompressSync(bytes, { chunkSize: UNPACKED_CHUNK_BYTES })
}

/** Fonts are read from their files when a character first needs them, and are kept. */
export class Fonts {
  readonly #fonts = new Map<FontName, Font>()
  readonly #choices = new Map<string, FontName | undefined>()

  get(name: FontName): Font {
    const open = (): Font => new Font(name, unpacked(readFileSync(new URL(`${name}.ttf.zst`, FOLDER))))
    return this.#fonts.getOrInsertComputed(name, open)
  }

  /** The first font that has the character; undefined if none has. */
  fontFor(character: string, style: { readonly region: Region; readonly weight: Weight }): FontName | undefined {
    const key = `${style.region} ${style.weight} ${character}`
    const find = () => fontsFor(character, style).find((name) => this.get(name).has(character))
    return this.#choices.getOrInsertComputed(key, find)
  }
}

type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] }
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
type ShapedRun = {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly Position[]
  readonly advanceWidth: number
}

/** One font file, open: HarfBuzz chooses and places its glyphs, fontkit reads their outlines. */
export class Font {
  readonly name: FontName
  /** For pdfkit, which asks it for the layout of each run. */
  readonly source: fontkit.Font
  readonly #shaper: harfbuzz.Font
  readonly #shaped = new Map<string, ShapedRun>()

  constructor(name: FontName, bytes: Buffer) {
    const source = fontkit.create(bytes)
    assert('layout' in source, `${name} is a single font.`)
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    this.name = name
    this.source = source
    this.#shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(copy)))
    const layout = (text: string, features: RunFeatures): ShapedRun => {
      const run = this.#layout(text, features)
      // pdfkit scales positions where they are.
      return { ...run, positions: run.positions.map((position) => ({ ...position })) }
    }
    Object.assign(source, { layout })
  }

  has(character: string): boolean {
    return this.source.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }

  widthOf(text: string, { size, direction }: { readonly size: number; readonly direction: Direction }): number {
    return (this.#layout(text, { direction }).advanceWidth / this.source.unitsPerEm) * size
  }

  #layout(text: string, { direction }: RunFeatures): ShapedRun {
    const key = `${direction} ${text}`
    const known = this.#shaped.get(key)
    if (known !== undefined) return known
    if (this.#shaped.size >= SHAPED_RUNS_MAX) this.#shaped.clear()
    const run = this.#shape(text, direction)
    this.#shaped.set(key, run)
    return run
  }

  #shape(text: string, direction: Direction): ShapedRun {
    const buffer = new harfbuzz.Buffer()
    buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.setDirection(direction === 'rtl' ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
    buffer.guessSegmentProperties()
    harfbuzz.shape(this.#shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const texts = textsOfClusters(text, new Set(infos.map(({ cluster }) => cluster)))
    const glyphs = infos.map(({ codepoint: id, cluster }) => {
      const codePoints = texts.get(cluster) ?? []
      // The first glyph of a cluster carries its whole text when it is copied or read aloud.
      texts.delete(cluster)
      return { id, advanceWidth: this.source.getGlyph(id).advanceWidth, codePoints }
    })
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    return { glyphs, positions, advanceWidth }
  }
}

function textsOfClusters(text: string, starts: ReadonlySet<number>): Map<number, readonly number[]> {
  const sorted = [...starts].sort((a, b) => a - b)
  return new Map(
    sorted.map((start, index) => {
      const part = text.slice(start, sorted[index + 1] ?? text.length)
      return [start, [...part].map((character) => character.codePointAt(0) ?? 0)]
    }),
  )
}
