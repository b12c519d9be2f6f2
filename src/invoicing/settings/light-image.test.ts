import { expect, test } from 'vitest'
import { isLightImage } from './light-image.ts'

const WHITE = [255, 255, 255, 255]
const BLACK = [0, 0, 0, 255]
const RED = [200, 30, 60, 255]
const GREY = [210, 210, 210, 255]
const NEARLY_WHITE = [250, 248, 245, 255]
const NOTHING = [0, 0, 0, 0]
const HALF_WHITE = [255, 255, 255, 128]
const HALF_BLACK = [0, 0, 0, 90]

/** An image of colors with the number of pixels of each. */
function pixels(...parts: readonly (readonly [number, readonly number[]])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(([count, color]) => Array.from({ length: count }, () => color).flat()))
}

test.each([
  ['white letters without a ground', pixels([60, NOTHING], [40, WHITE]), true],
  ['white letters with soft edges', pixels([60, NOTHING], [30, NEARLY_WHITE], [10, HALF_WHITE]), true],
  ['white letters with a red dot', pixels([60, NOTHING], [38, WHITE], [2, RED]), true],
  ['white letters beside red ones', pixels([60, NOTHING], [30, WHITE], [10, RED]), false],
  ['white everywhere', pixels([100, WHITE]), true],
  ['thin black letters on a white ground', pixels([99, WHITE], [1, BLACK]), false],
  ['thin black letters on a white ground with round corners', pixels([4, NOTHING], [94, WHITE], [2, BLACK]), false],
  ['white letters on a dark ground', pixels([70, BLACK], [30, WHITE]), false],
  ['black letters without a ground', pixels([60, NOTHING], [40, BLACK]), false],
  ['pale grey letters', pixels([60, NOTHING], [40, GREY]), false],
  ['translucent black letters', pixels([60, NOTHING], [40, HALF_BLACK]), false],
  ['nothing to be seen', pixels([100, NOTHING]), false],
])('a logo is light if a white ground hides it: %s', (_name, image, isLight) => {
  expect(isLightImage(image)).toBe(isLight)
})
