import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, LINE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from '../../../kernel/colors/contrast.ts'
import { packageUrl } from '../../processes/program-files.ts'
import { kitStyles } from './kit.ts'

const WEB = packageUrl('web/')
const TOKENS = new Map(
  [...readFileSync(new URL('ui/tokens.css', WEB), 'utf8').matchAll(/(--[\w-]+):\s+([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** The hexadecimal color of a token. */
function colorOf(name: string, scheme: Scheme): string {
  const value = TOKENS.get(name) ?? ''
  const [, light = value, dark = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
  const chosen = scheme === 'light' ? light : dark
  const [, other] = /^var\((.+)\)$/.exec(chosen) ?? []
  return other === undefined ? chosen : colorOf(other, scheme)
}

const STATUSES = [...TOKENS.keys()].filter((name) => /^--status-(?!.*-ground$)/.test(name))
const GROUNDS = ['--ground', '--ground-quiet', '--raised']
const PROSE_CONTRAST_MIN = 7

/** Color, ground and the least contrast. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...GROUNDS.flatMap((ground) => [
    ['--text', ground, PROSE_CONTRAST_MIN] as const,
    ['--text-quiet', ground, TEXT_CONTRAST_MIN] as const,
    ['--error', ground, TEXT_CONTRAST_MIN] as const,
    ['--ring', ground, LINE_CONTRAST_MIN] as const,
    ['--field-line', ground, LINE_CONTRAST_MIN] as const,
    ['--accent', ground, LINE_CONTRAST_MIN] as const,
  ]),
  ...STATUSES.map((status) => [status, `${status}-ground`, TEXT_CONTRAST_MIN] as const),
  ['--error', '--error-ground', TEXT_CONTRAST_MIN],
  ['--success', '--success-ground', TEXT_CONTRAST_MIN],
  ['--notice', '--notice-ground', TEXT_CONTRAST_MIN],
  ['--accent-text', '--accent', TEXT_CONTRAST_MIN],
  // Links of our own pages, a filled button of danger, a toast.
  ['--ring', '--ground', TEXT_CONTRAST_MIN],
  ['--ground', '--error', TEXT_CONTRAST_MIN],
  ['--ground', '--text', PROSE_CONTRAST_MIN],
]

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  test.each(PAIRS)('%s on %s has a contrast of at least %d', (color, ground, least) => {
    expect(contrast(colorOf(color, scheme), colorOf(ground, scheme))).toBeGreaterThanOrEqual(least)
  })
})

test('every status has a pair of colors', () => {
  expect(STATUSES.map((name) => name.replace('--status-', '')).toSorted()).toEqual(
    ['canceled', 'draft', 'open', 'overdue', 'paid', 'partial', 'pending'].toSorted(),
  )
})

test('colors of the kit are tokens, and every token that a style uses exists', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.startsWith('portal/dist'),
  )
  const parts = files.filter((file) => file.startsWith('ui/') && file !== 'ui/tokens.css')
  const read = (file: string) => readFileSync(new URL(file, WEB), 'utf8')

  const literals = parts.flatMap((file) => (read(file).match(/#[\da-f]{3,8}\b/gi) ?? []).map((hex) => `${file} ${hex}`))
  const names = new Set(
    files.flatMap((file) => [...read(file).matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)),
  )
  const declared = new Set(
    files.flatMap((file) => [...read(file).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name)),
  )
  const ofMerchants = [
    '--header-ground',
    '--header-text',
    '--header-line',
    '--accent-line',
    '--plate-shift',
    '--light-logo-plate',
    '--light-logo-shift',
  ]
  const ofPopups = ['--available-height']
  expect(literals).toEqual([])
  const set = [...declared, ...ofMerchants, ...ofPopups]
  expect([...names].filter((name) => !set.includes(name))).toEqual([])
})

test('every part of the kit is a file, and every file a part', () => {
  const files = readdirSync(new URL('ui/', WEB)).filter((file) => file.endsWith('.css'))

  expect(kitStyles().filter((file) => !existsSync(new URL(file, WEB)))).toEqual([])
  expect(
    kitStyles()
      .map((file) => file.replace('ui/', ''))
      .toSorted(),
  ).toEqual(files.toSorted())
})
