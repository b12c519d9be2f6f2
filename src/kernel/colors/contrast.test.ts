import { describe, expect, test } from 'vitest'
import { contrast, readableOn, TEXT_CONTRAST_MIN } from './contrast.ts'

describe('contrast', () => {
  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#FFFFFF', 1],
    ['#fff', '#000', 21],
    ['#777777', '#FFFFFF', 4.48],
    ['#767676', '#FFFFFF', 4.54],
    ['#0000FF', '#FFFFFF', 8.59],
  ])('the contrast of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })

  test.each([
    ['#FFEE00', '#FFFFFF', '#000000'],
    ['#0B5D3B', '#FFE08A', '#FFE08A'],
    ['#101010', '#000000', '#FFFFFF'],
    ['#777777', '#888888', '#000000'],
  ])('on %s, text of the preferred color %s is %s', (background, wanted, color) => {
    expect(readableOn(background, wanted)).toBe(color)
  })

  test('text is readable on any color that a merchant chooses', () => {
    const steps = ['00', '33', '66', '99', 'CC', 'FF']
    const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
    const unreadable = colors.filter((color) => contrast(color, readableOn(color, color)) < TEXT_CONTRAST_MIN)
    expect(unreadable).toEqual([])
  })
})
