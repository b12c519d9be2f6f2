import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../src/kernel/language.ts'
import { firstFilesOf, type Manifest, withImports } from '../src/portal/pages/manifest.ts'

// The portal as it is delivered: built by the global setup from the sources as they are.

const BUILT = fileURLToPath(new URL('../web/portal/dist', import.meta.url))
const FIRST_SCREEN_MAX = 300_000
const FURTHER_PAGE_MAX = 60_000

/** The pages that people begin with. The others are loaded while one of these is looked at. */
const FIRST_PAGES = ['features/sign-in/page.tsx', 'features/home/page.tsx', 'features/invoices/page.tsx']

const manifest: Manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'))
const files = readdirSync(join(BUILT, 'assets'))
const pages = Object.keys(manifest).filter((source) => /^features\/[^/]+\/.*page\.tsx$/.test(source))

function gzipBytes(file: string): number {
  const path = join(BUILT, file)
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
}

const sizeOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + gzipBytes(name), 0)

/** The files that a chunk needs besides those of the first screen. */
function furtherFiles(source: string, first: ReadonlySet<string>): readonly string[] {
  const chunks = withImports(manifest, source).map((name) => manifest[name])
  const needed = chunks.flatMap((chunk) => (chunk === undefined ? [] : [chunk.file, ...(chunk.css ?? [])]))
  return [...new Set(needed)].filter((file) => !first.has(file))
}

const frameOf = (language: (typeof LANGUAGES)[number]): ReadonlySet<string> => {
  const { script, styles, preloads } = firstFilesOf(manifest, language) ?? { script: '', styles: [], preloads: [] }
  return new Set([script, ...styles, ...preloads])
}

test.each(LANGUAGES)('the first screen in %s has at most 300 kB', (language) => {
  const frame = frameOf(language)

  const sizes = FIRST_PAGES.map((page) => [page, sizeOf(frame) + sizeOf(furtherFiles(page, frame))] as const)

  expect(frame.size).toBeGreaterThan(3)
  expect(sizes.filter(([, bytes]) => bytes > FIRST_SCREEN_MAX)).toEqual([])
})

test('each further page, and the command menu, has at most 60 kB more', () => {
  const frame = frameOf('en-US')

  const sizes = [...pages, 'shell/command-menu.tsx'].map((page) => [page, sizeOf(furtherFiles(page, frame))] as const)

  expect(pages.length).toBeGreaterThanOrEqual(6)
  expect(sizes.filter(([, bytes]) => bytes > FURTHER_PAGE_MAX)).toEqual([])
})

test('every script and style of a kilobyte or more is there in all encodings', () => {
  const large = files.filter((file) => /\.(js|css)$/.test(file) && statSync(join(BUILT, 'assets', file)).size >= 1_024)

  const missing = large.flatMap((file) => ['br', 'zst', 'gz'].map((ending) => `${file}.${ending}`))

  expect(missing.filter((file) => !files.includes(file))).toEqual([])
})

test('colors stay one value for day and one for night, and the libraries are those for production', () => {
  const read = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(join(BUILT, 'assets', file), 'utf8'))

  expect(read('.css').join('')).toContain('--ground:light-dark(')
  expect(read('.js').join('')).not.toMatch(/jsxDEV|react-dom-client\.development/)
})
