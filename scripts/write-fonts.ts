import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'
import { FONT_NAMES, type FontName } from '../src/platform/pdf/font-list.ts'

/**
 * Writes `assets/fonts`: one font file of each npm package below, complete and only compressed, and a README that says
 * where each of them comes from. Run it after a change of a version: `node scripts/write-fonts.ts`.
 */

const VERSIONS: Readonly<Record<string, string>> = {
  'noto-emoji': '0.4.7',
  'noto-sans': '0.4.2',
  'noto-sans-arabic': '0.4.3',
  'noto-sans-armenian': '0.4.2',
  'noto-sans-bengali': '0.4.4',
  'noto-sans-ethiopic': '0.4.2',
  'noto-sans-georgian': '0.4.3',
  'noto-sans-gujarati': '0.4.2',
  'noto-sans-gurmukhi': '0.4.1',
  'noto-sans-hebrew': '0.4.1',
  'noto-sans-jp': '0.4.3',
  'noto-sans-kannada': '0.4.3',
  'noto-sans-khmer': '0.4.3',
  'noto-sans-kr': '0.4.3',
  'noto-sans-lao': '0.4.2',
  'noto-sans-malayalam': '0.4.2',
  'noto-sans-myanmar': '0.4.2',
  'noto-sans-oriya': '0.4.2',
  'noto-sans-sc': '0.4.3',
  'noto-sans-sinhala': '0.4.2',
  'noto-sans-symbols': '0.4.1',
  'noto-sans-symbols-2': '0.4.1',
  'noto-sans-tamil': '0.4.3',
  'noto-sans-tc': '0.4.3',
  'noto-sans-telugu': '0.4.2',
  'noto-sans-thai': '0.4.2',
}
const WEIGHTS: Readonly<Record<string, string>> = { Regular: '400Regular', SemiBold: '600SemiBold' }
const ZSTD_LEVEL = 19

const folder = fileURLToPath(new URL('../assets/fonts/', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'quittance-fonts-'))
try {
  const rows = FONT_NAMES.map((name) => writeFont(name))
  writeFileSync(`${folder}OFL.txt`, license(rows))
  writeFileSync(`${folder}README.md`, readme(rows))
} finally {
  rmSync(work, { recursive: true })
}

type WrittenFont = {
  readonly name: FontName
  readonly origin: string
  readonly sha256: string
  readonly size: number
  readonly copyright: string
  readonly terms: string
}

function writeFont(name: FontName): WrittenFont {
  const [family = '', weight = ''] = name.split('-')
  const bare = family.replace(/^Noto(Sans)?(.*)$/, (_, sans?: string, rest?: string) =>
    ['noto', sans, rest?.replace(/(?<=[a-z])(?=\d)/, '-')]
      .filter((part) => part !== undefined && part !== '')
      .join('-'),
  )
  const slug = bare.toLowerCase()
  const origin = `@expo-google-fonts/${slug}@${VERSIONS[slug]}`
  const packed = execFileSync('npm', ['pack', '--silent', origin], { cwd: work, encoding: 'utf8' }).trim()
  const file = `package/${WEIGHTS[weight]}/${family}_${WEIGHTS[weight]}.ttf`
  execFileSync('tar', ['-xzf', packed, file, 'package/LICENSE_FONT'], { cwd: work })
  const bytes = readFileSync(join(work, file))
  const compressed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
  writeFileSync(`${folder}${name}.ttf.zst`, compressed)
  const [copyright = '', ...terms] = readFileSync(join(work, 'package/LICENSE_FONT'), 'utf8').split('\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, origin, sha256, size: bytes.length, copyright, terms: terms.join('\n') }
}

/** The fonts share one license, with a line of copyright each. */
function license(rows: readonly WrittenFont[]): string {
  const terms = new Set(rows.map((row) => row.terms))
  if (terms.size !== 1) throw new Error('The fonts have different licenses.')
  const owners = [...new Set(rows.map(({ copyright }) => copyright))].sort()
  return `${owners.join('\n')}\n${[...terms].join('')}`
}

function readme(rows: readonly WrittenFont[]): string {
  const lines = rows.map(({ name, origin, sha256, size }) => `| ${name} | ${origin} | ${size} | \`${sha256}\` |`)
  return `# Fonts of PDF documents

Noto fonts under the SIL Open Font License 1.1; [OFL.txt](OFL.txt). The files are the TrueType files of the npm
packages below, unchanged but for the compression (zstd). \`node scripts/write-fonts.ts\` writes this folder.
Decision 0026 says why these fonts and why here.

| File | Package | Bytes | SHA-256 of the TrueType file |
|---|---|---|---|
${lines.join('\n')}
`
}
