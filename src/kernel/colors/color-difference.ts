// pure
import { linearOf } from './channels.ts'

/**
 * How different two colors look, as their distance in OKLab: 0 for equal ones, 1 for black and white. Unlike contrast,
 * which compares brightness alone, it separates yellow from white.
 */
export function colorDifference(one: string, other: string): number {
  const [a, b] = [okLab(one), okLab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** How colorful a color is: 0 for greys, about 0.3 for pure red. */
export function chromaOf(color: string): number {
  const [, greenToRed, blueToYellow] = okLab(color)
  return Math.hypot(greenToRed, blueToYellow)
}

/** Lightness, green to red, blue to yellow; the matrices are those of OKLab's definition by Björn Ottosson. */
function okLab(color: string): readonly [number, number, number] {
  const [red, green, blue] = linearOf(color)
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  return [
    0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short,
    0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short,
  ]
}
