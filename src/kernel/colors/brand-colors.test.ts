import { expect, test } from 'vitest'
import { brandColors, replacedColors } from './brand-colors.ts'
import { colorDifference } from './color-difference.ts'
import { contrast, LINE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from './contrast.ts'

const DARK_GROUND = '#111418'
const white = '#FFFFFF'
const black = '#000000'
const STEPS = ['00', '33', '66', '99', 'CC', 'FF']
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))

test('a dark brand keeps its hue on a dark ground, as a lighter tint', () => {
  const { accent, darkAccent } = brandColors({ backgroundColor: '#0B5D3B', fontColor: white })

  expect(accent).toEqual({ ground: '#0B5D3B', text: white, line: '#0B5D3B' })
  expect(darkAccent.ground).toBe('#3c7d62')
  expect(contrast(DARK_GROUND, darkAccent.ground)).toBeGreaterThanOrEqual(LINE_CONTRAST_MIN)
})

test('yellow stays yellow in the header and on buttons, in light and dark mode, with black text', () => {
  const { header, darkHeader, accent, darkAccent } = brandColors({ backgroundColor: '#FFFF00', fontColor: white })

  for (const paint of [header, darkHeader, accent, darkAccent])
    expect(paint).toMatchObject({ ground: '#FFFF00', text: black })
  expect(contrast(white, accent.line)).toBeGreaterThanOrEqual(LINE_CONTRAST_MIN)
})

test.each([
  ['#FFFFFF', white],
  ['#fff', white],
  ['#FFFFFE', white],
  ['#F7F8F9', white],
  ['#FFFFF0', white],
])('a header of %s looks like the white page and has no color', (backgroundColor) => {
  const { header, darkHeader, accent, darkAccent } = brandColors({ backgroundColor, fontColor: black })

  expect([header, darkHeader]).toEqual([undefined, undefined])
  expect([accent.ground, darkAccent.ground]).toEqual(['#1f2937', '#e5e7eb'])
})

test.each([
  ['a dark color', '#102030'],
  ['the dark ground', DARK_GROUND],
])('%s has a header by day, and none of its own by night', (_, backgroundColor) => {
  const { header, darkHeader } = brandColors({ backgroundColor, fontColor: white })

  expect([header?.ground, darkHeader]).toEqual([backgroundColor, undefined])
})

test('of a pale ground and a strong text color, the strong one is the color of buttons', () => {
  const { header, accent } = brandColors({ backgroundColor: '#FFE4E1', fontColor: '#800020' })

  expect([header?.ground, accent.ground]).toEqual(['#FFE4E1', '#800020'])
})

test.each([black, '#333333', '#102030'])(
  'a brand of %s keeps its buttons by day; by night these are light',
  (color) => {
    const { accent, darkAccent } = brandColors({ backgroundColor: color, fontColor: white })

    expect([accent.ground, darkAccent.ground]).toEqual([color, '#e5e7eb'])
  },
)

test('every color that differs from white stays in the header, with readable text', () => {
  const wrong = COLORS.filter((backgroundColor) => {
    const { header } = brandColors({ backgroundColor, fontColor: backgroundColor })
    if (colorDifference(backgroundColor, white) < 0.04) return header !== undefined
    return header?.ground !== backgroundColor || contrast(header.ground, header.text) < TEXT_CONTRAST_MIN
  })
  expect(wrong).toEqual([])
})

test('accents have an edge that stands out and readable text, whatever color a merchant chooses', () => {
  const weak = COLORS.filter((backgroundColor) => {
    const { accent, darkAccent } = brandColors({ backgroundColor, fontColor: white })
    return (
      contrast(white, accent.line) < LINE_CONTRAST_MIN ||
      contrast(DARK_GROUND, darkAccent.line) < LINE_CONTRAST_MIN ||
      [accent, darkAccent].some(({ ground, text }) => contrast(ground, text) < TEXT_CONTRAST_MIN)
    )
  })
  expect(weak).toEqual([])
})

test.each([
  ['#FFFFFF', '#000000', []],
  ['#0B5D3B', '#FFFFFF', []],
  ['#FFFF00', '#FFFFFF', [{ name: 'fontColor', color: '#FFFFFF', by: '#000000' }]],
  ['#FFFFFE', '#000000', [{ name: 'backgroundColor', color: '#FFFFFE', by: undefined }]],
])('of a header of %s with text of %s, the replaced colors are %j', (backgroundColor, fontColor, replaced) => {
  expect(replacedColors({ backgroundColor, fontColor })).toEqual(replaced)
})

test('white is seen on the plate of a white logo, whatever the header’s color', () => {
  const plates = COLORS.map((backgroundColor) => brandColors({ backgroundColor, fontColor: white }).plateOfLightLogo)

  for (const plate of plates) expect(contrast(white, plate)).toBeGreaterThanOrEqual(LINE_CONTRAST_MIN)
  expect(plates).toContain('#990000')
})
