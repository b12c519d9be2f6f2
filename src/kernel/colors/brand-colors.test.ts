import { expect, test } from 'vitest'
import { brandColors } from './brand-colors.ts'
import { contrast, LINE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from './contrast.ts'

const DARK_GROUND = '#111418'
const white = '#FFFFFF'

test('a dark brand keeps its hue on a dark ground, as a lighter tint', () => {
  const { accent, darkAccent } = brandColors({ backgroundColor: '#0B5D3B', fontColor: white })

  expect(accent).toEqual({ ground: '#0B5D3B', text: white })
  expect(darkAccent.ground).toBe('#3c7d62')
  expect(contrast(DARK_GROUND, darkAccent.ground)).toBeGreaterThanOrEqual(LINE_CONTRAST_MIN)
})

test('neutral accents replace grey brand colors, in light and dark mode', () => {
  const { header, accent, darkAccent } = brandColors({ backgroundColor: white, fontColor: '#000000' })

  expect(header).toBeUndefined()
  expect([accent.ground, darkAccent.ground]).toEqual(['#1f2937', '#e5e7eb'])
})

test('accents stand out from their ground and have readable text, whatever color a merchant chooses', () => {
  const steps = ['00', '55', 'AA', 'FF']
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const weak = colors.filter((backgroundColor) => {
    const { accent, darkAccent } = brandColors({ backgroundColor, fontColor: white })
    return (
      contrast(white, accent.ground) < LINE_CONTRAST_MIN ||
      contrast(DARK_GROUND, darkAccent.ground) < LINE_CONTRAST_MIN ||
      [accent, darkAccent].some(({ ground, text }) => contrast(ground, text) < TEXT_CONTRAST_MIN)
    )
  })
  expect(weak).toEqual([])
})
