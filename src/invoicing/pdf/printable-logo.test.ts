import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hostileLogo } from '../../../test/support/data/hostile.ts'
import { printableLogo } from './printable-logo.ts'

const GREEN = { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' }
const YELLOW = { backgroundColor: '#FFFF00', fontColor: '#000000' }

/** The color of the first pixel, which a logo with a plate leaves to its plate. */
async function corner(image: Uint8Array): Promise<string> {
  const data = await sharp(image).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
  return `#${data.toString('hex')}`
}

test.each([
  ['white', GREEN, '#0b5d3b'],
  ['white', YELLOW, '#1f2937'],
] as const)('a %s logo is printed on a plate that shows it, as on the page', async (logo, header, plate) => {
  const printed = await printableLogo({ bytes: hostileLogo(logo), isLight: true }, header)

  expect(await corner(printed)).toBe(plate)
})

test('a transparent logo in another color is printed on paper, without a plate', async () => {
  const { width, height } = await sharp(hostileLogo('dark')).metadata()

  const printed = await printableLogo({ bytes: hostileLogo('dark'), isLight: false }, GREEN)

  expect(await sharp(printed).stats()).toMatchObject({ isOpaque: true })
  expect(await sharp(printed).metadata()).toMatchObject({ width, height })
})
